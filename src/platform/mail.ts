// Sends mail through the operator's server; knows nothing of who writes what.

export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at every attempt, so that a mail sent twice is recognised as one. */
  readonly messageId: string;
}

export interface Mail {
  /** Whether a mail server is set at all. */
  readonly canSend: boolean;
  /** Resolves when the server has accepted the message; rejects otherwise, and the job tries again. */
  send(message: MailMessage): Promise<void>;
  /** Rejects where the server cannot be reached or does not let us in; sends nothing. */
  check(): Promise<void>;
  close(): void;
}

export interface MailOptions {
  readonly url: string | undefined;
  readonly from: string;
}

export function createMail(options: MailOptions): Mail {
  const { url, from } = options;
  if (url === undefined) {
    return {
      canSend: false,
      send: () => Promise.reject(new Error('no mail server is set')),
      check: () => Promise.reject(new Error('no mail server is set')),
      close: () => undefined,
    };
  }
  // Loaded when the first mail is due: it would cost the start 60 ms.
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      socketTimeout: 30_000,
    } as never);
  };
  return {
    canSend: true,
    async send(message) {
      transport ??= connect();
      await (await transport).sendMail({
        from,
        // The recipient as an object: a text would be parsed, and might be read as several.
        ...message,
        // Mail is never built from a URL or a file: nothing a value could smuggle in may be fetched.
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
