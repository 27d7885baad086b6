// Reads one file over a connection that was opened to a checked address, and writes it away as it arrives.
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import { http } from '../../lib/node-http.ts';
import { breakage, type FailureReason } from './connection.ts';

export interface Download {
  readonly url: string;
  /** A file that does not exist yet. Where it did not arrive whole, what is there counts for nothing. */
  readonly path: string;
  readonly largestBytes: number;
  /** For all of it. */
  readonly timeoutMs: number;
}

export type DownloadResult =
  /** Only with 200 is there a file. */
  | { readonly outcome: 'answered'; readonly status: number }
  | { readonly outcome: 'failed'; readonly reason: FailureReason | 'too_large' };

class TooLargeError extends Error {}

function limitedTo(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed > bytes) done(new TooLargeError());
      else done(null, chunk);
    },
  });
}

/** Redirects are not followed: the address that was checked is the one that is read. @param host as in the URL */
export async function downloadOver(
  socket: TLSSocket,
  { host, path: urlPath }: { readonly host: string; readonly path: string },
  { path, largestBytes }: Pick<Download, 'path' | 'largestBytes'>,
  signal: AbortSignal,
): Promise<DownloadResult> {
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        host,
        accept: '*/*',
        'accept-encoding': 'identity',
        connection: 'close',
        'user-agent': 'Probity',
      };
      http
        .request({ createConnection: () => socket, path: urlPath, headers, signal })
        .on('response', resolve)
        .on('error', reject)
        .end();
    });
    const status = answer.statusCode ?? 0;
    if (status === 200)
      await pipeline(answer, limitedTo(largestBytes), createWriteStream(path, { flags: 'wx' }), { signal });
    return { outcome: 'answered', status };
  } catch (error) {
    if (error instanceof TooLargeError) return { outcome: 'failed', reason: 'too_large' };
    if (signal.aborted) return { outcome: 'failed', reason: 'timed_out' };
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    // A disk that cannot be written is no fault of the peer.
    if (syscall === 'open' || syscall === 'write') throw error;
    return { outcome: 'failed', reason: code.startsWith('HPE_') ? 'bad_answer' : breakage(error as Error) };
  } finally {
    socket.destroy();
  }
}
