// A name server of a few lines on loopback, whose answers a test changes between two questions.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface Records {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly ttl?: number;
}

/** A number is a response code (2 server failure, 3 no such name), `silence` no answer at all. */
export type NameAnswer = Records | number | 'silence';

export interface NameServer {
  /** As `createOutgoing` takes it. */
  readonly address: string;
  readonly questions: readonly string[];
  answer(name: string, answer: NameAnswer): void;
  close(): void;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;

export async function startNameServer(): Promise<NameServer> {
  const answers = new Map<string, NameAnswer>();
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    const answer = answers.get(name) ?? 3;
    if (answer === 'silence') return;
    const code = typeof answer === 'number' ? answer : 0;
    const records = typeof answer === 'number' ? [] : recordsOf(answer, type);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    answer: (name, answer) => void answers.set(name, answer),
    close: () => void socket.close(),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf({ a = [], aaaa = [], ttl = 0 }: Records, type: number): Buffer[] {
  const values = type === TYPE_A ? a.map(ipv4Bytes) : type === TYPE_AAAA ? aaaa.map(ipv6Bytes) : [];
  return values.map((value) => {
    const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, value.length]);
    head.writeUInt32BE(ttl, 6);
    return Buffer.concat([head, value]);
  });
}

const ipv4Bytes = (text: string) => Buffer.from(text.split('.').map(Number));

function ipv6Bytes(text: string): Buffer {
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
