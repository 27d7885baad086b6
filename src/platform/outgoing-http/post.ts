// One POST over one connection: bounded in time, headers and body, with its result as data whatever the peer does.
import type { Client } from 'undici';
import type { FailureReason } from './connection.ts';

/** Milliseconds of each part; null for what did not happen (a kept connection has no connect and no TLS). */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From starting to the status line. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export type Answer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      /** At most 1 KB, for the endpoint's owner only; empty where a special-purpose address was called. */
      readonly bodyText: string;
      readonly retryAfter: string | null;
      /** The receiver's clock, where it told it. */
      readonly date: Date | null;
      /** What it says that it computed, where it echoes it (ours): 40 hexadecimal digits. */
      readonly xSignature: string | null;
    }
  | { readonly outcome: 'failed'; readonly reason: FailureReason };

export type PostResult = Answer & { readonly timings: Timings };

export interface PostRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly keepText: boolean;
}

const KEPT_BODY_BYTES = 1024;
/** The status is the acknowledgement; what follows it may hold the connection no longer than this. */
const BODY_LIMIT_MS = 500;
const INFORMATIONAL_ANSWERS = 10;
const flood = Object.assign(new Error('too many informational answers'), { code: 'PROBITY_FLOOD' });
const enough = Object.assign(new Error('enough of this answer'), { code: 'PROBITY_ENOUGH' });

export interface Exchange {
  readonly answer: Answer;
  readonly answeredAt: number | null;
  /** Whether the connection is fit for another request. */
  readonly reusable: boolean;
}

const badAnswerCodes = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', flood.code];

export interface Limit {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`: a late timer must not let a late answer count. */
  readonly deadline: number;
}

/** Never rejects for anything that the peer does. @param limit up to the status line */
export function exchange(client: Client, request: PostRequest, limit: Limit): Promise<Exchange> {
  const { signal, deadline } = limit;
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    const heard = { retryAfter: null as string | null, date: null as Date | null, xSignature: null as string | null };
    let answeredAt: number | null = null;
    let informational = 0;
    let bodyTimer: NodeJS.Timeout | undefined;
    const kept: Buffer[] = [];
    let keptBytes = 0;

    const finish = (failure: FailureReason, reusable: boolean) => {
      clearTimeout(bodyTimer);
      signal.removeEventListener('abort', onLimit);
      const answer: Answer =
        status === undefined
          ? { outcome: 'failed', reason: failure }
          : { outcome: 'answered', status, bodyText: request.keepText ? asText(kept) : '', ...heard };
      resolve({ answer, answeredAt, reusable });
    };
    const onLimit = () => {
      finish('timed_out', false);
      client.destroy(enough).catch(() => undefined);
    };
    if (signal.aborted) return onLimit();
    signal.addEventListener('abort', onLimit, { once: true });

    const { path, headers, body } = request;
    client.dispatch(
      { method: 'POST', path, headers: { 'accept-encoding': 'identity', ...headers }, body },
      {
        // Demanded by undici.
        onRequestStart: () => undefined,
        onResponseStart(given, code, answerHeaders) {
          if (performance.now() > deadline) return onLimit();
          if (code < 200) {
            informational += 1;
            if (informational > INFORMATIONAL_ANSWERS) given.abort(flood);
            return;
          }
          status = code;
          answeredAt = performance.now();
          const text = (name: string) => (typeof answerHeaders[name] === 'string' ? answerHeaders[name] : undefined);
          heard.retryAfter = text('retry-after')?.slice(0, 100) ?? null;
          heard.date = asDate(text('date'));
          heard.xSignature = /^[0-9a-f]{40}$/i.exec(text('x-signature') ?? '')?.[0] ?? null;
          signal.removeEventListener('abort', onLimit);
          bodyTimer = setTimeout(() => given.abort(enough), BODY_LIMIT_MS);
        },
        onResponseData(given, chunk) {
          kept.push(chunk.subarray(0, KEPT_BODY_BYTES - keptBytes));
          keptBytes += chunk.length;
          if (keptBytes > KEPT_BODY_BYTES) given.abort(enough);
        },
        onResponseEnd: () => finish('bad_answer', true),
        onResponseError(_, error) {
          // A header or path that cannot be sent is our fault, not the peer's.
          if ((error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG') reject(error);
          finish(exchangeFailure(error), false);
        },
      },
    );
  });
}

/** RFC 9110 §5.6.7, in the one form that is still written. */
function asDate(text = ''): Date | null {
  const at = text.length === 29 && text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}

/** Text that a database takes and a page may show: no control characters, no half character at the cut. */
function asText(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}

function exchangeFailure(error: Error): FailureReason {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_SSL_')) return 'tls_failed';
  // undici gives its parser's errors no code, and has one class for a closed connection and for an answer out of turn.
  const outOfTurn = code === 'UND_ERR_SOCKET' && message.startsWith('bad ');
  const bad = error.name === 'HTTPParserError' || badAnswerCodes.includes(code) || outOfTurn;
  return bad ? 'bad_answer' : 'connection_closed';
}
