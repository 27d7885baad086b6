// Sends raw requests one after the other on a TLS connection, and reads the answers.
import { once } from 'node:events';
import tls from 'node:tls';

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case; every value of a repeated header. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

/** The outcome of a request: its answer, or none. */
export type Outcome = WireAnswer | 'closed' | 'silence';

export interface WireClient {
  /** @param isHead whether the answer has no body whatever its headers say */
  send(request: Buffer, isHead?: boolean): Promise<Outcome>;
  /** Closes the connection, whose state may be invalid; the next request opens another. */
  drop(): void;
}

const answerWithinMs = 15_000;

interface Head {
  readonly answer: Omit<WireAnswer, 'body'>;
  readonly end: number;
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()];
  }
  return { answer: { status: Number(statusLine.split(' ')[1]), headers }, end: end + 4 };
}

/** The end of a chunked body and its bytes; undefined while more must arrive. */
function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; at <= bytes.length; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const from = line + 2;
    if (bytes.length < from + length + 2) return undefined;
    if (length === 0) return { body: Buffer.concat(chunks), end: from + 2 };
    chunks.push(bytes.subarray(from, from + length));
    at = from + length + 2;
  }
  return undefined;
}

/** The first complete answer in the received bytes, and its end. */
function readAnswer(bytes: Buffer, isHead: boolean): { answer: WireAnswer; end: number } | undefined {
  const head = readHead(bytes);
  if (head === undefined) return undefined;
  const { status, headers } = head.answer;
  if (status >= 100 && status < 200) {
    const rest = readAnswer(bytes.subarray(head.end), isHead);
    return rest && { answer: rest.answer, end: rest.end + head.end };
  }
  if (isHead || status === 204 || status === 304) {
    return { answer: { ...head.answer, body: Buffer.alloc(0) }, end: head.end };
  }
  if (headers['transfer-encoding']?.[0] === 'chunked') {
    const chunks = readChunks(bytes, head.end);
    return chunks && { answer: { ...head.answer, body: chunks.body }, end: chunks.end };
  }
  const end = head.end + Number(headers['content-length']?.[0] ?? 0);
  if (bytes.length < end) return undefined;
  return { answer: { ...head.answer, body: Buffer.from(bytes.subarray(head.end, end)) }, end };
}

export function createWireClient(target: { readonly port: number; readonly ca: string }): WireClient {
  let socket: tls.TLSSocket | undefined;
  let arrived: Buffer = Buffer.alloc(0);

  const connected = async () => {
    if (socket !== undefined && !socket.destroyed && socket.writable) return socket;
    arrived = Buffer.alloc(0);
    const opening = tls.connect({ port: target.port, host: 'localhost', ca: target.ca, servername: 'localhost' });
    // A waiting request is notified by `close`.
    opening.on('error', () => undefined);
    await once(opening, 'secureConnect');
    socket = opening;
    return opening;
  };

  const drop = () => {
    socket?.destroy();
    socket = undefined;
  };

  return {
    drop,
    async send(request, isHead = false) {
      const open = await connected();
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const look = (chunk: Buffer) => {
        arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]);
        const found = readAnswer(arrived, isHead);
        if (found === undefined) return;
        arrived = arrived.subarray(found.end);
        resolve(found.answer);
      };
      const timer = setTimeout(() => resolve('silence'), answerWithinMs);
      const closed = () => resolve('closed');
      open.on('data', look).on('close', closed);
      open.write(request);
      const outcome = await promise;
      clearTimeout(timer);
      open.off('data', look).off('close', closed);
      const isLast = typeof outcome === 'string' || outcome.headers.connection?.[0]?.toLowerCase() === 'close';
      // More data than expected: client and server disagree about where the answer ends.
      if (isLast || arrived.length > 0) drop();
      return outcome;
    },
  };
}
