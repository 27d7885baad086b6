// A real DNS server over UDP on loopback for tests, which answers NS queries by name as the test says.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** `NODATA` is NOERROR without a record. */
export type DnsAnswer = 'NOERROR' | 'NODATA' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence';

const responseCodes = { NOERROR: 0, NODATA: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface DnsServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Every queried name, in order, including repetitions. */
  readonly questions: readonly string[];
  /** By name, in lower case; other names get `otherwise`. */
  readonly answers: Map<string, DnsAnswer>;
  otherwise: DnsAnswer;
  close(): Promise<void>;
}

export async function startDnsServer(answers: Record<string, DnsAnswer> = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, from) => {
    const question = readQuestion(query);
    questions.push(question.name);
    const answer = server.answers.get(question.name) ?? server.otherwise;
    if (answer !== 'silence') reply(query, question.end, answer, from);
  });
  const reply = (query: Buffer, questionEnd: number, answer: Exclude<DnsAnswer, 'silence'>, from: RemoteInfo) =>
    socket.send(writeAnswer(query.subarray(0, questionEnd), answer), from.port, from.address);

  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: DnsServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    answers: new Map(Object.entries(answers)),
    otherwise: 'NXDOMAIN',
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  return server;
}

/** `end` is the offset after the first question: header (12 bytes), labels, type and class. */
function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** Repeats id and question; NOERROR adds one NS record, `ns.` below the queried name. */
function writeAnswer(asked: Buffer, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const message = Buffer.from(asked);
  const isRecursionDesired = message.readUInt16BE(2) & 0x0100;
  message.writeUInt16BE(0x8080 | isRecursionDesired | responseCodes[answer], 2);
  message.writeUInt16BE(answer === 'NOERROR' ? 1 : 0, 6);
  message.writeUInt32BE(0, 8);
  if (answer !== 'NOERROR') return message;
  // Name: pointer to offset 12. Type NS, class IN, 60 s, 5 bytes: label `ns` and the same pointer.
  const record = Buffer.from([0xc0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, 5, 2, 0x6e, 0x73, 0xc0, 12]);
  return Buffer.concat([message, record]);
}
