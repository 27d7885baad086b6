import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnswerHead, readBody, readHead } from '../../../src/platform/outgoing-http/answer-bytes.ts';

const head = (...lines: readonly string[]) => readHead(Buffer.from([...lines, '', ''].join('\r\n'), 'latin1'));

function good(...lines: readonly string[]): AnswerHead {
  const read = head(...lines);
  assert.ok(typeof read === 'object', String(read));
  return read;
}

test('parses status, headers and how the body ends', () => {
  const read = good('HTTP/1.1 201 Created', 'Content-Length: 5', 'X-A:  b ');
  assert.equal(read.status, 201);
  assert.equal(read.body, 5);
  assert.equal(read.headers.get('x-a'), 'b');
  assert.equal(good('HTTP/1.1 200 OK', 'transfer-encoding: Chunked').body, 'chunked');
  assert.equal(good('HTTP/1.1 200', 'transfer-encoding: gzip').body, 'until_close');
  assert.equal(good('HTTP/1.0 200 OK').body, 'until_close');
  assert.equal(good('HTTP/1.1 204 No Content', 'transfer-encoding: chunked').body, 0);
  assert.equal(good('HTTP/1.1 103 Early Hints', 'link: </a>').body, 0);
});

test('an ambiguous answer is invalid', () => {
  for (const lines of [
    ['HTTP/2 200 OK'],
    ['HTTP/1.1 99 Low'],
    ['HTTP/1.1 099 Low'],
    ['HTTP/1.1 1000 High'],
    ['HTTP/1.1  200 OK'],
    ['HTTP/1.1 200 OK', 'no colon'],
    ['HTTP/1.1 200 OK', ': no name'],
    ['HTTP/1.1 200 OK', 'space before : colon'],
    ['HTTP/1.1 200 OK', ' folded', 'x-a: b'],
    ['HTTP/1.1 200 OK', 'content-length: 1', ' 0'],
    ['HTTP/1.1 200 OK', 'content-length:', ' 5'],
    ['HTTP/1.1 200 OK', 'transfer-encoding: gzip,', '\tchunked'],
    ['HTTP/1.1 200 OK', 'x-a: \0'],
    ['HTTP/1.1 200 OK', 'x-a: b\nx-b: c'],
    ['HTTP/1.1 200 OK', 'content-length: 5', 'content-length: 5'],
    ['HTTP/1.1 200 OK', 'content-length: 5', 'transfer-encoding: chunked'],
    ['HTTP/1.1 200 OK', 'content-length: +5'],
    ['HTTP/1.1 200 OK', 'content-length: 5\n'],
    ['HTTP/1.1 200 OK', 'content-length: 5\r'],
    ['HTTP/1.1 200 OK', 'content-length: 5\xa0'],
    ['HTTP/1.1 200 OK', 'content-length: 5\f'],
    ['HTTP/1.1 200 OK', 'x-a: b\n'],
    ['HTTP/1.1 200 OK', `x: ${'x'.repeat(16 * 1024)}`],
  ]) {
    assert.equal(head(...lines), 'bad', lines.join());
  }
  assert.equal(readHead(Buffer.from('HTTP/1.1 200 OK\nx-a: b\n\n')), 'bad');
  assert.equal(readHead(Buffer.alloc(16 * 1024 + 1, 'HTTP/1.1 200 OK\r\nx-a: ')), 'bad');
});

test('a connection is kept as long as the peer promises, minus a margin', () => {
  assert.equal(good('HTTP/1.1 200 OK').keptMs, 4000);
  assert.equal(good('HTTP/1.1 200 OK', 'keep-alive: timeout=5').keptMs, 3000);
  assert.equal(good('HTTP/1.1 200 OK', 'keep-alive: timeout=1').keptMs, 0);
  assert.equal(good('HTTP/1.1 200 OK', 'keep-alive: timeout=75, max=100').keptMs, 30_000);
  assert.equal(good('HTTP/1.1 200 OK', 'connection: Close').keptMs, 0);
  assert.equal(good('HTTP/1.0 200 OK').keptMs, 0);
});

test('a connection is not kept if any header says that it closes or takes its last request', () => {
  const keptMs = (...lines: readonly string[]) => good('HTTP/1.1 200 OK', ...lines).keptMs;
  assert.equal(keptMs('connection: close', 'connection: keep-alive'), 0);
  assert.equal(keptMs('connection: keep-alive', 'connection: close'), 0);
  assert.equal(keptMs('connection: keep-alive ,\tClose'), 0);
  assert.equal(keptMs('connection: keep-alive,', ' close'), 0);
  assert.equal(keptMs('connection: keep-alive, x-close'), 4000);
  assert.equal(keptMs('keep-alive: timeout=0'), 0);
  assert.equal(keptMs('keep-alive: max=0, timeout=60'), 0);
  assert.equal(keptMs('keep-alive: max=100, timeout=5'), 3000);
  assert.equal(keptMs('keep-alive: max=100', 'keep-alive: timeout=5'), 3000);
  assert.equal(keptMs('keep-alive: timeout=60, max=10'), 30_000);
});

test('a connection is not kept after a body that is announced where none is allowed', () => {
  for (const status of [204, 304]) {
    const keptMs = (...lines: readonly string[]) => good(`HTTP/1.1 ${status} None`, ...lines).keptMs;
    assert.equal(keptMs('content-length: 2'), 0);
    assert.equal(keptMs('transfer-encoding: chunked'), 0);
    assert.equal(keptMs('content-length: 0'), 4000);
    assert.equal(keptMs(), 4000);
  }
});

test('a folded header is joined, except those that decide where the body ends', () => {
  const read = good('HTTP/1.1 200 OK', 'x-a: b ', ' \t c', '\t', 'Retry-After:', ' 120', 'content-length: 2');
  assert.equal(read.headers.get('x-a'), 'b c');
  assert.equal(read.headers.get('retry-after'), '120');
  assert.equal(read.body, 2);
  const hidden = good('HTTP/1.1 200 OK', 'x-a: b', ' content-length: 5', 'content-length: 2');
  assert.deepEqual([hidden.headers.get('x-a'), hidden.body], ['b content-length: 5', 2]);
});

test('a head full of white space takes no longer than another', () => {
  const before = process.threadCpuUsage();
  for (let times = 0; times < 100; times++) good('HTTP/1.1 200 OK', `x-a: b${' '.repeat(16_000)}c`);
  assert.ok(process.threadCpuUsage(before).user < 2_000_000);
});

test('parses a chunked body to its end, and no further', () => {
  const read = (text: string) => {
    const { text: body, whole } = readBody('chunked', Buffer.from(text, 'latin1'));
    return [body.toString(), whole];
  };
  assert.deepEqual(read('3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n'), ['abcde', 'yes']);
  assert.deepEqual(read('3\r\nab'), ['ab', 'not_yet']);
  assert.deepEqual(read('0\r\n'), ['', 'not_yet']);
  assert.deepEqual(read('0\r\n\r\nHTTP/1.1 200 OK'), ['', 'never']);
  assert.deepEqual(read('0\r\nx-trailer: 1\r\n\r\n'), ['', 'never']);
  assert.deepEqual(read('2 \t;x\r\nde\r\n0 \r\n\r\n'), ['de', 'yes']);
  for (const line of ['zz', ' 2', '2\n', '2\r', '2\xa0', '2\f', '2;\nok', '2;x\0', '2 2', '-2', '0x2', '']) {
    assert.deepEqual(read(`${line}\r\nok\r\n0\r\n\r\n`), ['', 'never'], JSON.stringify(line));
  }
  assert.deepEqual(read('3\r\nabcd\r\n'), ['abc', 'never']);
  assert.deepEqual(read(`3;${'x'.repeat(300)}`), ['', 'never']);
});

test('an answer is parsed the same, in whatever pieces it arrives', () => {
  const status = fc.integer({ min: 100, max: 599 });
  const value = fc.stringMatching(/^[!-~]{0,20}$/);
  const answer = fc.record({ status, value, body: fc.stringMatching(/^[a-z]{0,40}$/), chunked: fc.boolean() });
  fc.assert(
    fc.property(answer, fc.array(fc.nat(120), { maxLength: 8 }), ({ status, value, body, chunked }, cuts) => {
      const framed = chunked ? `${body.length.toString(16)}\r\n${body}\r\n${body === '' ? '' : '0\r\n'}\r\n` : body;
      const sent = chunked && body === '' ? '0\r\n\r\n' : framed;
      const coding = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
      const text = Buffer.from(`HTTP/1.1 ${status} x\r\nx-v: ${value}\r\n${coding}\r\n\r\n${sent}`);
      let looked = 0;
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        const read = readHead(text.subarray(0, cut), looked);
        if (cut > 0 && read !== 'partial') break;
        looked = Math.min(cut, text.length);
      }
      const read = readHead(text, looked);
      assert.ok(typeof read === 'object');
      assert.equal(read.status, status);
      assert.equal(read.headers.get('x-v'), value);
      const hasBody = status >= 200 && status !== 204 && status !== 304;
      if (!hasBody) return;
      const bytes = text.subarray(read.end);
      assert.deepEqual(readBody(read.body, bytes), { text: Buffer.from(body), whole: 'yes' });
      for (const cut of cuts.filter((cut) => cut < bytes.length)) {
        assert.equal(readBody(read.body, bytes.subarray(0, cut)).whole, 'not_yet');
      }
    }),
    { numRuns: 500 },
  );
});
