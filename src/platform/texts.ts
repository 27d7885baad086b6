// Sends text messages through the operator's gateway, in the form that the API of Twilio takes and other gateways
// understand: https://www.twilio.com/docs/messaging/api/message-resource
import type { Outgoing } from './outgoing-http/outgoing.ts';

export type TextOutcome =
  | { readonly failure: null }
  /** `failure`: the numbers of the gateway's answer, such as `400 21211`, or why there was none; never its text. */
  | { readonly failure: string; readonly isFinal: boolean };

export interface Texts {
  /** Whether a gateway is configured. */
  readonly canSend: boolean;
  /** Never rejects because of the gateway. @param to in international form, `+447700900123` */
  send(to: string, text: string): Promise<TextOutcome>;
}

export interface TextsOptions {
  /** With the user's name and password. */
  readonly url: string | undefined;
  /** A number or a name of ours that the gateway knows. */
  readonly from: string | undefined;
  readonly outgoing: Pick<Outgoing, 'call'>;
}

const answerBytes = 64 * 1024;
const timeoutMs = 10_000;

/** Gateways say in `code` what is wrong, such as a number that does not exist. */
function codeIn(body: string): number | undefined {
  try {
    const { code } = JSON.parse(body) as { readonly code?: unknown };
    return Number.isSafeInteger(code) ? (code as number) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What gateways say of a recipient: no such number, none that takes texts, not of a country we may text, or who asked for
 * no more. Everything else is about our account with the gateway, and somebody mends it.
 */
const aboutRecipient: readonly number[] = [21211, 21214, 21217, 21401, 21407, 21408, 21421, 21610, 21612, 21614];

/** After these the gateway may have taken it: nobody gets the same text twice. */
const mayBeTaken: ReadonlySet<string> = new Set(['timed_out', 'connection_closed', 'bad_answer', 'stopped']);

export function createTexts({ url, from, outgoing }: TextsOptions): Texts {
  if (url === undefined || from === undefined)
    return { canSend: false, send: async () => ({ failure: 'no gateway', isFinal: false }) };
  const { username, password, origin, pathname, search } = new URL(url);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from(login).toString('base64')}`,
  };
  return {
    canSend: true,
    async send(to, text) {
      const body = Buffer.from(new URLSearchParams({ To: to, From: from, Body: text }).toString());
      const call = { method: 'POST', url: `${origin}${pathname}${search}`, headers, body } as const;
      const answer = await outgoing.call({ ...call, timeoutMs, wholeBytes: answerBytes });
      if (answer.outcome === 'failed') return { failure: answer.reason, isFinal: mayBeTaken.has(answer.reason) };
      const { status, bodyText } = answer;
      if (status >= 200 && status < 300) return { failure: null };
      const code = codeIn(bodyText);
      const isFinal = code !== undefined && aboutRecipient.includes(code);
      return { failure: [status, code].filter(Boolean).join(' '), isFinal };
    },
  };
}
