// Sends mail through the operator's server; its contents are written elsewhere.
import { NO_SUCH_ADDRESS } from '../lib/mail-failures.ts';
import { errorClass } from './log.ts';
import { isLoopback } from './loopback.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface MailMessage {
  readonly to: Mailbox;
  /** Where answers go; by default to the sender. */
  readonly replyTo?: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: MailAttachment[];
  /** The same at every attempt, so that a mail that is sent twice is recognised as one. */
  readonly messageId: string;
}

export interface Mail {
  /** Whether a mail server is configured. */
  readonly canSend: boolean;
  /** Resolves when the server has accepted the message; rejects otherwise, and the job is retried. */
  send(message: MailMessage): Promise<void>;
  /** Rejects if the server cannot be reached or refuses the login; sends nothing. */
  check(): Promise<void>;
  close(): void;
}

/**
 * Whether the server said that the recipient's address does not exist or cannot be (RFC 3463, 5.1.1 to 5.1.6 and
 * 5.1.10): the same mail would be refused again. Other refusals, such as of a relay that does not know us or of our own
 * address as the sender, an operator mends. Postfix refuses a sender with 5.1.0, and only after it was told the recipient.
 */
function isNoSuchAddress(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (command === 'MAIL FROM' || typeof response !== 'string') return false;
  return /^5\d\d[ -]5\.1\.(?:[1-6]|10)\b(?!.*\bsender\b)/i.test(response);
}

/** Why a mail was not taken: never the server's text, which quotes the address, but its numbers, such as `552 5.2.2`. */
export function mailFailure(error: unknown): string {
  if (isNoSuchAddress(error)) return NO_SUCH_ADDRESS;
  const { response } = error as { response?: unknown };
  const [, code, detail] = /^([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})\b)?/.exec(String(response)) ?? [];
  return code === undefined ? errorClass(error) : [code, detail].filter(Boolean).join(' ');
}

export interface MailOptions {
  readonly url: string | undefined;
  readonly from: string;
  /** Whether `smtp://` may send in clear to a server without STARTTLS; to this machine it may. */
  readonly mayBeClear?: boolean;
}

export function createMail(options: MailOptions): Mail {
  const { url, from, mayBeClear = false } = options;
  if (url === undefined) {
    return {
      canSend: false,
      send: () => Promise.reject(new Error('no mail server is set')),
      check: () => Promise.reject(new Error('no mail server is set')),
      close: () => undefined,
    };
  }
  // Loaded with the first mail, because it would add 60 ms to the start.
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      socketTimeout: 30_000,
      requireTLS: !mayBeClear && !isLoopback(new URL(url).hostname),
      tls: { minVersion: 'TLSv1.2' },
    } as never);
  };
  return {
    canSend: true,
    async send(message) {
      transport ??= connect();
      await (await transport).sendMail({
        from,
        // Mailboxes as objects, because a text would be parsed and could be read as several recipients.
        ...message,
        // Mail is never built from a URL or a file, so that no value can make it fetch anything.
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    async check() {
      transport ??= connect();
      await (await transport).verify();
    },
    close() {
      void transport?.then((open) => open.close());
    },
  };
}
