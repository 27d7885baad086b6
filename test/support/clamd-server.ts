// A virus scanner for tests that speaks clamd's protocol and reports one word.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The word that the scanner reports. */
export const harmful = 'HARMFUL-TEST-CONTENT';

export type Manner = 'well' | 'silent' | 'closing' | 'hasty' | 'babbling';

export interface ClamdServer {
  readonly host: string;
  readonly port: number;
  behave(manner: Manner): void;
  close(): Promise<void>;
}

/** The file in a complete INSTREAM command; undefined while more must arrive. */
function fileIn(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  const parts: Buffer[] = [];
  for (let at = command.length; at <= received.length - 4; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** @param maximum clamd's StreamMaxLength */
export async function startClamdServer(maximum = 25 * 2 ** 20): Promise<ClamdServer> {
  const sockets = new Set<Socket>();
  let manner: Manner = 'well';
  const answer = (received: Buffer): string | undefined => {
    if (manner === 'silent') return undefined;
    if (manner === 'closing') return '';
    if (manner === 'hasty') return 'stream: OK\0';
    if (received.length > maximum) return 'INSTREAM size limit exceeded. ERROR\0';
    const file = fileIn(received);
    if (file === undefined) return undefined;
    if (manner === 'babbling') return 'PONG\0';
    return file.includes(harmful) ? 'stream: Test-Signature FOUND\0' : 'stream: OK\0';
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const text = answer(Buffer.concat(parts));
      if (text !== undefined) socket.end(text);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    behave(next) {
      manner = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
