// The faults of receivers, each with the outcome that must be recorded: a status, or a class of failure.
import type { Socket } from 'node:net';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { CertificateKind } from '../../support/receiver-certificates.ts';
import { answer, type Behaviour, closeGracefully, hang, raw, reset } from '../../support/webhook-receiver.ts';

export interface Fault {
  readonly name: string;
  /** The outcome of one attempt, or of a first and a second delivery to the same receiver. */
  readonly expected: readonly (number | string)[];
  readonly behave?: Behaviour;
  /** Handles the TCP socket instead of TLS. */
  readonly below?: (socket: Socket) => void;
  readonly connected?: (socket: TLSSocket) => void;
  readonly certificate?: CertificateKind;
  readonly maxVersion?: SecureVersion;
  /** A host in the URL other than the receiver's, with or without a port. */
  readonly host?: string;
  /** Whether the retry follows the plan or the answer's Retry-After. */
  readonly waits?: 'as planned' | 'as asked';
}

export interface FaultTimes {
  /** An answer within this time counts. */
  readonly limitMs: number;
  /** The delay of an answer that is just in time. */
  readonly inTimeMs: number;
}

/** Each webhook's receiver has an address of its own, so that no two share a connection. */
export const addressOf = (webhook: number) => `127.1.${webhook >> 8}.${webhook & 255}`;

const status = (line: string, ...headers: string[]) => raw([`HTTP/1.1 ${line}`, ...headers, '', ''].join('\r\n'));
const closing = (text: string): Behaviour => {
  return (_, socket) => void socket.end(text);
};

/** Writes `chunk` repeatedly, as fast as it is read or every `everyMs`. */
function forEver(first: string, chunk: string | Buffer, everyMs = 1): Behaviour {
  return (_, socket) => {
    socket.write(first);
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else if (socket.writableLength < 500_000) socket.write(chunk);
    }, everyMs);
  };
}

function dripping(text: string, everyMs: number): Behaviour {
  return (_, socket) => {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || at === text.length) clearInterval(timer);
      else socket.write(text[at++]!);
    }, everyMs);
  };
}

function fault(name: string, expected: number | string, behave: Behaviour, more: Partial<Fault> = {}): Fault {
  return { name, expected: [expected], behave, ...more };
}

const elsewhere = (name: string, expected: string, host: string): Fault => ({ name, expected: [expected], host });

const names = [
  elsewhere('nothing listens', 'connect_refused', '127.0.0.1:1'),
  elsewhere('the name does not exist', 'dns_failed', 'nowhere.example'),
  elsewhere('the name has no address', 'dns_failed', 'empty.example'),
  elsewhere('the name servers fail', 'dns_failed', 'broken.example'),
  elsewhere('the name servers are silent', 'dns_timed_out', 'silent.example'),
];

const handshakes: readonly Fault[] = [
  ['accepts and is silent', 'tls_timed_out', () => undefined],
  // The header of a ServerHello record of 122 bytes, without its content.
  ['stalls within the handshake', 'tls_timed_out', (socket: Socket) => socket.write(Buffer.from('160303007a', 'hex'))],
  ['speaks plain HTTP', 'tls_failed', (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['greets as a mail server', 'tls_failed', (socket: Socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['sends a TLS alert', 'tls_failed', (socket: Socket) => socket.write(Buffer.from('15030300020228', 'hex'))],
  ['closes at once', 'tls_failed', (socket: Socket) => socket.end()],
  ['closes within the handshake', 'tls_failed', (socket: Socket) => socket.once('data', () => socket.end())],
  [
    'resets within the handshake',
    'tls_failed',
    (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
  ],
].map(([name, expected, below]) => ({ name, expected: [expected], below }) as Fault);

const certificates: readonly Fault[] = [
  fault('its certificate is expired', 'certificate_expired', answer(200), { certificate: 'expired' }),
  fault('its certificate is self-signed', 'certificate_untrusted', answer(200), { certificate: 'self_signed' }),
  fault('its authority is unknown', 'certificate_untrusted', answer(200), { certificate: 'unknown_authority' }),
  fault('its certificate is for another name', 'certificate_wrong_name', answer(200), { certificate: 'wrong_name' }),
  fault('asks for another handshake', 'tls_failed', (_, socket) => void socket.renegotiate({}, () => undefined), {
    maxVersion: 'TLSv1.2',
  }),
];

const gzipBomb = gzipSync(Buffer.alloc(20_000_000));
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const bodies: readonly Fault[] = [
  fault('sends 200 and a body without end', 200, forEver(chunked, '5\r\nhello\r\n', 10)),
  fault('sends 200 and a body that never comes', 200, status('200 OK', 'content-length: 5')),
  fault(
    'sends 200 and a gigabyte',
    200,
    forEver('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n', Buffer.alloc(65_536)),
  ),
  fault('sends a gzip bomb', 200, (request, socket, index) => {
    status('200 OK', 'content-encoding: gzip', `content-length: ${gzipBomb.length}`)(request, socket, index);
    socket.write(gzipBomb);
  }),
  fault('closes within the body', 200, closing('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab')),
  fault('answers without a length and closes', 200, closing('HTTP/1.1 200 OK\r\n\r\nfine')),
  fault('answers by HTTP/1.0', 200, closing('HTTP/1.0 200 OK\r\n\r\nfine')),
  fault('sends a bad chunk', 200, raw(`${chunked}zz\r\nhello\r\n`)),
  fault('sends a chunk of 10^19 bytes', 200, raw(`${chunked}8ac7230489e80000\r\nhello\r\n`)),
  fault('sends endless trailers', 200, forEver(`${chunked}0\r\n`, 'x-trailer: 1\r\n')),
  fault('sends an endless chunk extension', 200, forEver(`${chunked}5;`, 'x'.repeat(10_000))),
];

const answers: readonly Fault[] = [
  fault('never answers', 'timed_out', hang),
  fault('sends its answer byte by byte', 'timed_out', dripping(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(500)}`, 100)),
  fault('never reads', 'timed_out', hang, { connected: (socket) => void socket.pause() }),
  fault('answers before it has read', 413, hang, {
    connected(socket) {
      socket.pause();
      // By then the request has been sent even on a busy machine: earlier data would not count as an answer to it.
      setTimeout(() => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'), 1000);
    },
  }),
  fault('closes before a status', 'connection_closed', closeGracefully),
  fault('closes without a word of TLS', 'connection_closed', (_, socket) => void socket.destroy()),
  fault('resets after the request', 'connection_closed', reset),
  fault('closes within the status line', 'connection_closed', closing('HTTP/1.1 20')),
  fault('closes within the headers', 'connection_closed', closing('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-a: ')),
  fault('floods with hints', 'bad_answer', forEver('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50))),
  fault('floods with 100 Continue', 'bad_answer', forEver('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50))),
  fault('gives one hint and then 204', 204, raw('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')),
  fault(
    'switches protocols',
    'bad_answer',
    status('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'),
  ),
  fault('sends status 99', 'bad_answer', status('99 Low', 'content-length: 0')),
  fault('sends status 1000', 'bad_answer', status('1000 High', 'content-length: 0')),
  fault('sends status -200', 'bad_answer', status('-200 Minus', 'content-length: 0')),
  fault('sends a name that is not ASCII', 'bad_answer', status('200 OK', 'x-näme: ü', 'content-length: 0')),
  fault('sends a value that is not ASCII', 200, status('200 OK', 'x-a: ü€', 'content-length: 0')),
  fault('sends a megabyte of one header', 'bad_answer', status('200 OK', `x-big: ${'x'.repeat(1_000_000)}`)),
  fault('sends 100,000 headers', 'bad_answer', status('200 OK', ...Array<string>(100_000).fill('a: b'))),
  fault('sends headers without end', 'bad_answer', forEver('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'.repeat(100))),
  fault('sends two lengths', 'bad_answer', status('200 OK', 'content-length: 5', 'content-length: 6')),
  fault('sends a length and chunks', 'bad_answer', status('200 OK', 'content-length: 5', 'transfer-encoding: chunked')),
  fault('sends a negative length', 'bad_answer', status('200 OK', 'content-length: -1')),
  fault('sends a length of 10^30', 'bad_answer', status('200 OK', `content-length: 1${'0'.repeat(30)}`)),
  fault('goes on with a header in the next line', 200, status('200 OK', 'x-a: b', ' c', 'content-length: 0')),
  fault('goes on with a length in the next line', 'bad_answer', status('200 OK', 'content-length: 1', ' 0')),
  fault('ends a length by a line feed', 'bad_answer', status('200 OK', 'content-length: 0\n')),
  fault('ends its lines by line feeds', 'bad_answer', raw('HTTP/1.1 200 OK\ncontent-length: 0\n\n')),
  fault('sends a NUL in a header', 'bad_answer', status('200 OK', 'x-a: \0', 'content-length: 0')),
  fault('sends garbage', 'bad_answer', raw(Buffer.from('00ff17fe00010203deadbeef', 'hex'))),
  fault('speaks another protocol', 'bad_answer', raw('220 mail.example ESMTP\r\n')),
  fault('answers by HTTP/2', 'bad_answer', raw(Buffer.from('000006040000000000000300000064', 'hex'))),
];

const whole = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const location = { location: 'https://127.0.0.1:1/', refresh: '0; url=https://127.0.0.1:1/' };
const statuses = [...whole(200, 206), ...whole(300, 308), ...whole(400, 429), 451, ...whole(500, 504), 511, 599].map(
  (code) => fault(`answers ${code}`, code, answer(code, { headers: location })),
);

const hour = 3600;
const anHourFromNow = () => new Date(Date.now() + hour * 1000).toUTCString();
const waits = (
  [
    ['5', 'as planned'],
    ['-1', 'as planned'],
    ['1000000000000', 'as planned'],
    ['soon', 'as planned'],
    ['Wed, 21 Oct 2065 07:28:00 GMT', 'as planned'],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 'as planned'],
    [String(hour), 'as asked'],
  ] as const
).map(([value, how]) =>
  fault(`asks to be called again after "${value}"`, 429, answer(429, { headers: { 'retry-after': value } }), {
    waits: how,
  }),
);
const waitsUntil: Fault = fault(
  'asks to be called again in an hour by a date',
  503,
  (request, socket, index) => answer(503, { headers: { 'retry-after': anHourFromNow() } })(request, socket, index),
  { waits: 'as asked' },
);

/**
 * A reset discards an answer that was not read yet: wait until a busy sender has read it, but reset before the next
 * request.
 */
const IDLE_MS = 80;

/** Answers 200, then does this to the idle connection. */
const idle = (spoil: (socket: TLSSocket) => void): Behaviour =>
  inEach(answer(200), (_, socket) => void setTimeout(() => spoil(socket), IDLE_MS));

function inEach(...behaviours: readonly Behaviour[]): Behaviour {
  return (request, socket, index) => {
    for (const behave of behaviours) behave(request, socket, index);
  };
}

/** Applies from the second request of a webhook on; each webhook has its own path. */
function secondly(behave: Behaviour): Behaviour {
  const seen = new Set<string>();
  return (request, socket, index) => {
    const isFirst = !seen.has(request.path);
    seen.add(request.path);
    (isFirst ? answer(200) : behave)(request, socket, index);
  };
}

/** Each webhook gets two deliveries, over one connection if the receiver keeps it. */
function twice({ limitMs, inTimeMs }: FaultTimes): readonly Fault[] {
  return [
    fault(
      'closes its idle connections',
      200,
      idle((socket) => void socket.end()),
    ),
    fault(
      'resets its idle connections',
      200,
      idle((socket) => void reset({} as never, socket, 0)),
    ),
    fault(
      'writes more than it was asked',
      200,
      idle((socket) => void socket.write('HTTP/1.1 500 No\r\n\r\n')),
    ),
    fault('closes under the second request', 'connection_closed', secondly(closeGracefully)),
    fault('answers at the last moment', 200, secondly(answer(200, { afterMs: inTimeMs }))),
    fault('answers just too late', 'timed_out', secondly(answer(200, { afterMs: limitMs + 100 }))),
  ].map((one) => ({ ...one, expected: [200, ...one.expected] }));
}

export function receiverFaults(times: FaultTimes): readonly Fault[] {
  return [
    ...names,
    ...handshakes,
    ...certificates,
    ...bodies,
    ...answers,
    ...statuses,
    ...waits,
    waitsUntil,
    ...twice(times),
  ];
}
