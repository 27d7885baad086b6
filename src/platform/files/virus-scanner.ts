// Asks clamd whether a file is harmful, with its own protocol: INSTREAM over TCP or a unix socket.
import { connect, type Socket } from 'node:net';

export interface VirusScanner {
  /** The scanner's name for the threat, or undefined for a clean file. Fails if there is no verdict. */
  threatIn(content: AsyncIterable<Uint8Array>): Promise<string | undefined>;
}

/** As net.connect takes it. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface ClamdOptions {
  /** The longest silence in either direction. */
  readonly idleMs?: number;
}

const idleMsByDefault = 60_000;
/** One line is far shorter. */
const answerBytes = 4096;

function whole(answer: Promise<string>): Promise<string> {
  // Awaited after the file is sent; until then a failure must not count as unhandled.
  answer.catch(() => undefined);
  return answer;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) {
    answer += (part as Buffer).toString('latin1');
    if (answer.includes('\0') || answer.length > answerBytes) break;
  }
  return answer.replace(/\0.*$/s, '');
}

/** clamd closes the connection during a file that is too large, after it has sent the reason. */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const part of content) {
    if (part.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    socket.write(length);
    // The content may reuse its buffer as soon as the next part is requested.
    await new Promise<void>((resolve, reject) => {
      socket.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
  socket.write(Buffer.alloc(4));
}

export function createVirusScanner(
  address: ClamdAddress,
  { idleMs = idleMsByDefault }: ClamdOptions = {},
): VirusScanner {
  return {
    async threatIn(content) {
      const socket = connect({ ...address });
      socket.setTimeout(idleMs, () => socket.destroy(new Error('clamd says nothing')));
      const answering = whole(answerOf(socket));
      try {
        let isSent = false;
        const sending = send(socket, content).then(() => {
          isSent = true;
          return answering;
        });
        sending.catch(() => undefined);
        const answer = await Promise.race([answering, sending]);
        // Only a file that was scanned completely is clean.
        if (answer === 'stream: OK' && isSent) return undefined;
        const [, threat] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? [];
        if (threat === undefined) throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, 100))}`);
        return threat;
      } finally {
        socket.destroy();
      }
    },
  };
}
