// A small name server on loopback whose answers a test can change between two queries.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface Records {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly ttl?: number;
  /** Another name, whose addresses are in the same answer. */
  readonly cname?: string;
}

/** A number is a response code (2 server failure, 3 no such name); `silence` is no answer. */
export type NameAnswer = Records | number | 'silence';

export interface NameServer {
  /** The address for `createOutgoing`. */
  readonly address: string;
  readonly questions: readonly string[];
  /** A function is called at every query. */
  answer(name: string, answer: NameAnswer | (() => NameAnswer)): void;
  close(): void;
}

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_AAAA = 28;

export async function startNameServer(): Promise<NameServer> {
  const answers = new Map<string, NameAnswer | (() => NameAnswer)>();
  const answerTo = (name: string): NameAnswer => {
    const answer = answers.get(name) ?? 3;
    return typeof answer === 'function' ? answer() : answer;
  };
  /** All records of one question, followed by those of the names in them. */
  const recordsOf = (name: string, answer: Records, type: number): Buffer[] => {
    const { cname, ttl = 0 } = answer;
    const own = addressesOf(answer, type).map((value) => record(name, type, ttl, value));
    if (cname === undefined) return own;
    const next = answerTo(cname);
    const alias = record(name, TYPE_CNAME, ttl, nameBytes(cname));
    return [alias, ...own, ...(typeof next === 'object' ? recordsOf(cname, next, type) : [])];
  };
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    const answer = answerTo(name);
    if (answer === 'silence') return;
    const code = typeof answer === 'number' ? answer : 0;
    const records = typeof answer === 'number' ? [] : recordsOf(name, answer, type);
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

function addressesOf({ a = [], aaaa = [] }: Records, type: number): Buffer[] {
  return type === TYPE_A ? a.map(ipv4Bytes) : type === TYPE_AAAA ? aaaa.map(ipv6Bytes) : [];
}

function record(name: string, type: number, ttl: number, value: Buffer): Buffer {
  const head = Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, value.length]);
  head.writeUInt32BE(ttl, 4);
  return Buffer.concat([nameBytes(name), head, value]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

const ipv4Bytes = (text: string) => Buffer.from(text.split('.').map(Number));

function ipv6Bytes(text: string): Buffer {
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
