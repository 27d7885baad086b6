import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../src/lib/refusal.ts';
import { type JsonTree, parseStrictJson } from '../../src/lib/strict-json.ts';

function refuses(body: string | Uint8Array): void {
  assert.throws(
    () => parseStrictJson(body),
    (error) => error instanceof Refusal && error.reason === 'malformed_request',
    typeof body === 'string' ? body.slice(0, 80) : undefined,
  );
}

/** Through JSON.stringify, because deepEqual distinguishes objects without a prototype from literals. */
const read = (body: string | Uint8Array) => JSON.parse(JSON.stringify(parseStrictJson(body))) as unknown;

test('reads objects, lists, texts, numbers, booleans and null', () => {
  const body = '{"a":[1,-2.5e3,"x",true,false,null,{}],"b":{"c":"\\u00e9\\n\\"]"},"":0}';
  assert.deepEqual(read(body), JSON.parse(body));
  assert.equal(parseStrictJson('"text"'), 'text');
  assert.equal(parseStrictJson(' 17 '), 17);
  assert.equal(parseStrictJson(Buffer.from('\uFEFF null')), null);
});

test('refuses what is not JSON', () => {
  for (const body of [
    '',
    ' ',
    '{',
    '{"a":1',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '{"a":1,}',
    '01',
    'NaN',
    '1 2',
    '// c\n1',
    '"a\nb"',
    ']',
    '}{',
  ]) {
    refuses(body);
  }
});

test('refuses a name given twice in one object, also where it is escaped', () => {
  refuses('{"last_name":"A","last_name":"B"}');
  refuses('[{"a":{"b":1,"\\u0062":2}}]');
  refuses('{"__proto__":1,"__proto__":2}');
  assert.deepEqual(read('[{"a":":,{["},{"a":"\\\\"}]'), [{ a: ':,{[' }, { a: '\\' }]);
});

test('refuses NUL, lone surrogates, invalid UTF-8 and numbers beyond a double', () => {
  for (const body of [
    '"\\u0000"',
    '{"a\\u0000":1}',
    '"\\ud800"',
    '{"\\udc00":1}',
    '"\ud800"',
    '1e999',
    '[-1e999]',
    new Uint8Array([0x22, 0xff, 0x22]),
    new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    new Uint8Array([0x22, 0x00, 0x22]),
  ]) {
    refuses(body);
  }
  assert.equal(parseStrictJson('"\\ud83d\\ude00"'), '😀');
});

test('refuses more than 8 objects and lists inside each other', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.deepEqual(read(nested(8)), [[[[[[[[]]]]]]]]);
  refuses(nested(9));
  refuses(`{"a":${nested(8)}}`);
  assert.deepEqual(read(`[${nested(7)},${nested(7)}]`), [[[[[[[[]]]]]]], [[[[[[[]]]]]]]]);
  refuses('['.repeat(1_000_000));
  refuses('{"a":'.repeat(200_000));
});

test('refuses more than 1,000 values', () => {
  const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
  assert.equal((parseStrictJson(list(1000)) as unknown[]).length, 1000);
  refuses(list(1001));
  refuses(JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, i]))));
});

test('takes the names of prototypes for data', () => {
  const tree = parseStrictJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}') as JsonTree;
  assert.equal(Object.getPrototypeOf(tree), null);
  assert.deepEqual(Object.keys(tree), ['__proto__', 'constructor']);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('reads every JSON text within the limits as JSON.parse does', () => {
  const value = fc.jsonValue({
    maxDepth: 5,
    stringUnit: fc.constantFrom('a', '"', '\\', '{', ']', ',', ':', 'é', '😀', '\n'),
  });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (expected, indent) => {
      const body = JSON.stringify(expected, null, indent);
      assert.deepEqual(read(body), JSON.parse(body));
      assert.deepEqual(read(Buffer.from(body)), JSON.parse(body));
    }),
  );
});

test('any text gives a value or a refusal', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '\\u0',
    '1',
    'e9',
    '-',
    'null',
    ' ',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        parseStrictJson(pieces.join(''));
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});
