// One request over one connection, with limits on time, headers and body; its result is data, whatever the peer does.
import type { TLSSocket } from 'node:tls';
import { type AnswerHead, readBody, readHead } from './answer-bytes.ts';
import { breakage, type FailureReason } from './connection.ts';

/** Milliseconds of each part; null if it did not happen (a reused connection has no connect and no TLS). */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the start to the status line. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export type Answer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      /**
       * Of an acknowledgement at most 1 KB, for the endpoint's owner only, and empty if a special-purpose address was called.
       * Whole where the whole answer was asked for.
       */
      readonly bodyText: string;
      readonly retryAfter: string | null;
      /** The receiver's clock, if the answer has it. */
      readonly date: Date | null;
      /** The signature that the receiver echoes (ours); at most 1,000 characters. */
      readonly xSignature: string | null;
      /** The target of a redirect as the answer gives it; for the endpoint's owner only, like the body. */
      readonly location: string | null;
    }
  | { readonly outcome: 'failed'; readonly reason: FailureReason };

export type PostResult = Answer & { readonly timings: Timings };

export interface PostRequest {
  readonly method: 'GET' | 'POST';
  /** As in the URL. */
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a GET. */
  readonly body: Buffer;
  readonly keepText: boolean;
  /** Asks for the whole answer of at most this size; without it the status counts, and the rest is read only as far as it comes soon. */
  readonly wholeBytes?: number | undefined;
}

const KEPT_BODY_BYTES = 1024;
/** How much larger a body may be with the lengths of its chunks; the rest is not waited for. */
const SENT_BODY_FACTOR = 4;
/** The status acknowledges; the rest of the answer may keep the connection no longer than this. */
const BODY_LIMIT_MS = 500;
const INFORMATIONAL_ANSWERS = 10;

export interface Exchange {
  readonly answer: Answer;
  readonly answeredAt: number | null;
  /** How long the connection may wait for another request; 0 if it must not be reused. */
  readonly keptMs: number;
}

export interface Limit {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`, so that a late timer does not accept a late answer. */
  readonly deadline: number;
}

/** What an exchange needs of a connection; nothing else uses it meanwhile. */
export interface Line {
  readonly socket: TLSSocket;
  /** Whether an answer is expected: other data makes the connection unusable. */
  asked: boolean;
}

/** Never rejects because of the peer. @param limit up to the status line */
export function exchange(line: Line, request: PostRequest, { signal, deadline }: Limit): Promise<Exchange> {
  const { socket } = line;
  const { wholeBytes } = request;
  const mostBytes = wholeBytes ?? KEPT_BODY_BYTES;
  return new Promise((resolve, reject) => {
    const written = requestHead(request);
    let head: AnswerHead | undefined;
    let answeredAt: number | null = null;
    let informational = 0;
    let bodyTimer: NodeJS.Timeout | undefined;
    /** Of the head until it is complete, and then of the body. */
    let bytes: Buffer = Buffer.alloc(0);

    const finish = (failure: FailureReason, keptMs = 0, whole = wholeBytes === undefined) => {
      line.asked = false;
      clearTimeout(bodyTimer);
      signal.removeEventListener('abort', onLimit);
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      // A connection whose answer was not read to its end cannot be reused.
      if (keptMs === 0) socket.destroy();
      const answer: Answer =
        head === undefined || !whole
          ? { outcome: 'failed', reason: failure }
          : answerOf(head, request.keepText ? readBody(head.body, bytes).text.subarray(0, mostBytes) : null);
      resolve({ answer, answeredAt, keptMs });
    };
    const onLimit = () => finish('timed_out');
    const onEnd = () => finish('connection_closed', 0, wholeBytes === undefined || head?.body === 'until_close');
    const onError = (error: Error) => finish(breakage(error));
    const onBody = (of: AnswerHead) => {
      const { text, whole } = readBody(of.body, bytes);
      if (text.length > mostBytes || bytes.length > SENT_BODY_FACTOR * mostBytes) return finish('bad_answer');
      // A peer that has not read the whole request would not read the next one.
      const keptMs = whole === 'yes' && !socket.writableNeedDrain ? of.keptMs : 0;
      if (whole !== 'not_yet') finish('bad_answer', keptMs, wholeBytes === undefined || whole === 'yes');
    };
    const onData = (chunk: Buffer) => {
      let looked = bytes.length;
      bytes = looked === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (head !== undefined) return onBody(head);
      const now = performance.now();
      if (now > deadline) return onLimit();
      for (;;) {
        const read = bytes.length === 0 ? 'partial' : readHead(bytes, looked);
        if (read === 'partial') return;
        if (read === 'bad' || read.status === 101) return finish('bad_answer');
        bytes = bytes.subarray(read.end);
        looked = 0;
        if (read.status >= 200) {
          head = read;
          break;
        }
        informational += 1;
        if (informational > INFORMATIONAL_ANSWERS) return finish('bad_answer');
      }
      answeredAt = now;
      onBody(head);
      if (!line.asked || wholeBytes !== undefined) return;
      signal.removeEventListener('abort', onLimit);
      bodyTimer = setTimeout(finish, BODY_LIMIT_MS, 'bad_answer');
    };

    if (written === undefined) {
      socket.destroy();
      return reject(new Error('a header that cannot be sent'));
    }
    if (signal.aborted) return onLimit();
    signal.addEventListener('abort', onLimit, { once: true });
    if (socket.destroyed) return onEnd();
    line.asked = true;
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    socket.cork();
    socket.write(written, 'latin1');
    socket.write(request.body);
    socket.uncork();
  });
}

const NOT_OF_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** Undefined if a header would change another one or the body, which would be our bug. */
function requestHead({ method, host, path, headers, body }: PostRequest): string | undefined {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: identity\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_OF_A_HEADER.test(value)) return undefined;
    text += `${name}: ${value}\r\n`;
  }
  return method === 'GET' ? `${text}\r\n` : `${text}content-length: ${body.length}\r\n\r\n`;
}

/** @param text null if the answer must not be shown */
function answerOf({ status, headers }: AnswerHead, text: Buffer | null): Answer {
  return {
    outcome: 'answered',
    status,
    bodyText: text === null ? '' : asText(text),
    retryAfter: headers.get('retry-after')?.slice(0, 100) ?? null,
    date: asDate(headers.get('date')),
    xSignature: headers.get('x-signature')?.slice(0, 1000) ?? null,
    location: text === null ? null : (headers.get('location')?.slice(0, 2000) ?? null),
  };
}

/** RFC 9110 §5.6.7, only the format that is still in use. */
function asDate(text = ''): Date | null {
  const at = text.length === 29 && text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}

/** Text that a database can store and a page can show: no control characters, no half character at the cut. */
function asText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  return new TextDecoder().decode(bytes, { stream: true }).replace(/[^\P{Cc}\n\t]/gu, '');
}
