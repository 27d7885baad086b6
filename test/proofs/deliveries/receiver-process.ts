// The process of the counting receiver: TLS and a minimal HTTP parser, with a few bytes of memory per event.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { crc32 } from 'node:zlib';
import { upTo } from '../../support/limited-loops.ts';
import { receiverCertificate } from '../../support/receiver-certificates.ts';
import type { Question, ReceiverBehaviour } from './receiver.ts';

const slowMs = 300;
let run = 0;
let first = new Float64Array(0);
let checksums = new Uint32Array(0);
let acknowledged = new Uint8Array(0);
let counts = { arrived: 0, acknowledged: 0, repeated: 0, altered: 0 };
const sockets = new Set<Socket>();

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const broken = 'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n';

/** The answer to this arrival; undefined for none. */
function answerOf(behaviour: ReceiverBehaviour, isFirst: boolean): string | undefined {
  if (behaviour === 'ok' || behaviour === 'slow') return ok;
  if (behaviour === 'flaky') return isFirst ? broken : ok;
  return behaviour === 'fail' ? broken : undefined;
}

const resourceId = /"id":"([0-9a-f]{8})-0000-7000-8000-([0-9a-f]{12})"/;
const deliveryId = /\r\nwebhook-id: *([^\r]+)/i;

function arrived(head: string, body: Buffer, socket: TLSSocket): void {
  const behaviour = head.slice(head.indexOf('/') + 1).split('/', 1)[0] as ReceiverBehaviour;
  const [, ofRun = '', hex = ''] = resourceId.exec(body.toString('latin1')) ?? [];
  const number = Number.parseInt(hex, 16);
  const counts = Number.parseInt(ofRun, 16) === run && number < first.length;
  const answer = answerOf(behaviour, !counts || first[number] === 0);
  if (counts) count(number, crc32(body, crc32(deliveryId.exec(head)?.[1] ?? '')), answer === ok);
  if (answer !== undefined && behaviour !== 'slow') socket.write(answer);
  else if (answer !== undefined) setTimeout(() => socket.destroyed || socket.write(answer), slowMs);
  else if (behaviour === 'reset') socket.destroy();
}

function count(number: number, checksum: number, isAcknowledged: boolean): void {
  if (first[number] === 0) {
    first[number] = Date.now();
    checksums[number] = checksum;
    counts.arrived += 1;
  } else if (checksums[number] !== checksum) counts.altered += 1;
  if (acknowledged[number] === 1) counts.repeated += 1;
  if (!isAcknowledged || acknowledged[number] === 1) return;
  acknowledged[number] = 1;
  counts.acknowledged += 1;
}

const contentLength = /\r\ncontent-length: *(\d+)/i;

function read(socket: TLSSocket): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (const _ of upTo(10_000, 'the requests of a chunk')) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const head = pending.toString('latin1', 0, headEnd);
      const end = headEnd + 4 + Number(contentLength.exec(head)?.[1] ?? 0);
      if (pending.length < end) return;
      arrived(head, pending.subarray(headEnd + 4, end), socket);
      pending = pending.subarray(end);
    }
  });
}

const { key, cert, ca } = await receiverCertificate('good', ['localhost', '127.0.0.1']);
const folder = mkdtempSync(join(tmpdir(), 'probity-receiver-'));
const caFile = join(folder, 'ca.pem');
writeFileSync(caFile, ca);
const server = createServer({ key, cert, ALPNProtocols: ['http/1.1'] }, read);
server.on('connection', (socket: Socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
});
server.on('tlsClientError', () => undefined);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, caFile });
});

process.on('message', (question: Question) => {
  if (question.ask === 'counts') process.send?.(counts);
  if (question.ask === 'times') process.send?.(first);
  if (question.ask !== 'begin') return;
  run = question.run;
  first = new Float64Array(question.size);
  checksums = new Uint32Array(question.size);
  acknowledged = new Uint8Array(question.size);
  counts = { arrived: 0, acknowledged: 0, repeated: 0, altered: 0 };
  process.send?.(null);
});
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
