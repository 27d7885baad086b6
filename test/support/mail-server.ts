// A real SMTP server on loopback that stores what it receives, parsed by an independent library.
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly files: readonly string[];
  /** What these files say, of those that are text. */
  readonly filesSay: string;
}

export interface MailServer {
  /** For PROBITY_MAIL_URL. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** The first fitting mail to the address, now or within the time. */
  mailTo(address: string, fits?: (mail: ReceivedMail) => boolean, withinMs?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

function received(email: Email, to: readonly string[]): ReceivedMail {
  const replyTo = email.replyTo?.[0]?.address;
  const files = email.attachments.map(({ filename }) => filename ?? '');
  const filesSay = email.attachments
    .filter(({ mimeType }) => mimeType.startsWith('text/'))
    .map(({ content }) => (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()))
    .join('\n');
  return { to, replyTo, subject: email.subject ?? '', text: email.text ?? '', html: email.html ?? '', files, filesSay };
}

/** What the server says to a recipient that it refuses, such as `550 5.1.1 No such user`. */
export type RefusalOf = (address: string) => string | undefined;

function refused(answer: string): Error {
  const [code = '', ...words] = answer.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}

/** @param refusalOf by default none is refused */
export async function startMailServer(refusalOf: RefusalOf = () => undefined): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    // Programs keep connections open, which tests do not wait for.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const answer = refusalOf(address);
      done(answer === undefined ? undefined : refused(answer));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          mails.push(received(email, to));
          for (const wake of waiting) wake();
          done();
        }, done);
      });
    },
  });
  // A client that is killed during a mail is not a fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo(address, fits = () => true, withinMs = 15_000) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const mail = mails.find((one) => one.to.includes(address) && fits(one));
          if (mail === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(mail);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such mail to ${address} within ${withinMs} ms`));
        }, withinMs);
        waiting.add(look);
        look();
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
