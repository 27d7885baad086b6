import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FormTree, type FormValue, parseBracketForm } from '../../src/lib/bracket-forms.ts';
import { Refusal } from '../../src/lib/refusal.ts';

/** Ordinary prototypes instead of none, so that deepEqual may compare with literals. */
function plain(value: FormValue | FormTree): unknown {
  if (value === null || typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain);
  assert.equal(Object.getPrototypeOf(value), null);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]));
}

const read = (body: string | Uint8Array) => plain(parseBracketForm(body));

function refuses(body: string | Uint8Array): void {
  assert.throws(
    () => parseBracketForm(body),
    (error) => error instanceof Refusal && error.reason === 'malformed_request',
    typeof body === 'string' ? body.slice(0, 80) : undefined,
  );
}

const reads = (cases: readonly (readonly [body: string, tree: unknown])[]) => {
  for (const [body, tree] of cases) assert.deepEqual(read(body), tree, body);
};

test('starts a new element when the last one already has the name', () =>
  reads([
    [
      'addresses[][building_number]=100&addresses[][street]=A&addresses[][building_number]=10&addresses[][street]=B',
      {
        addresses: [
          { building_number: '100', street: 'A' },
          { building_number: '10', street: 'B' },
        ],
      },
    ],
    [
      'id_numbers[][type]=ssn&id_numbers[][value]=1&id_numbers[][type]=driving_license&id_numbers[][value]=2&id_numbers[][state_code]=CA',
      {
        id_numbers: [
          { type: 'ssn', value: '1' },
          { type: 'driving_license', value: '2', state_code: 'CA' },
        ],
      },
    ],
    [
      'addresses[][building_number]=100&addresses[][flat_number]=1&addresses[][building_number]=10',
      { addresses: [{ building_number: '100', flat_number: '1' }, { building_number: '10' }] },
    ],
    [
      'reports[][name]=document&reports[][name]=criminal_history&reports[][variant]=enhanced&reports[][options][][name]=children_barred_list&reports[][options][][options][][name]=speedy',
      {
        reports: [
          { name: 'document' },
          {
            name: 'criminal_history',
            variant: 'enhanced',
            options: [{ name: 'children_barred_list', options: [{ name: 'speedy' }] }],
          },
        ],
      },
    ],
  ]));

test('reads a bare name as null, an empty element as none and escaped brackets as brackets', () =>
  reads([
    ['middle_name&', { middle_name: null }],
    ['tags[]=', { tags: [] }],
    ['tags[]', { tags: [] }],
    ['tags[]=&tags[]=a&tags[]&tags[]=b', { tags: ['a', 'b'] }],
    ['tags%5B%5D=a&tags[]=b', { tags: ['a', 'b'] }],
    ['addresses%5b%5d%5bstreet%5d=A+B%26C', { addresses: [{ street: 'A B&C' }] }],
    ['a[b][]=', { a: { b: [] } }],
    ['a[][b][]=&a[][c]=1', { a: [{ b: [], c: '1' }] }],
    ['a[][x]=1&a[]=&a[][y]=2', { a: [{ x: '1' }, { y: '2' }] }],
  ]));

test('reads plain pairs as Rack does', () =>
  reads([
    ['', {}],
    ['&', {}],
    ['&&=1&=', {}],
    ['foo=', { foo: '' }],
    ['foo="bar"', { foo: '"bar"' }],
    ['foo=bar&foo=quux', { foo: 'quux' }],
    ['foo&foo=', { foo: '' }],
    ['&foo=1&&bar=2', { foo: '1', bar: '2' }],
    ['foo=1&  bar=2& &', { foo: '1', bar: '2' }],
    [' foo =1', { ' foo ': '1' }],
    ['& =1', {}],
    ['a=b=c', { a: 'b=c' }],
    ['my+weird+field=q1%212%22%27w%245%267%2Fz8%29%3F', { 'my weird field': 'q1!2"\'w$5&7/z8)?' }],
    ['a=b&pid%3D1234=1023', { a: 'b', 'pid=1234': '1023' }],
    ['na%C3%AFve=%E2%80%99', { naïve: '’' }],
  ]));

test('reads nested names as Rack does', () =>
  reads([
    ['foo[]=bar&foo[', { foo: ['bar'], 'foo[': null }],
    ['foo[]=bar&foo[=baz', { foo: ['bar'], 'foo[': 'baz' }],
    ['foo=bar&baz[]=1&baz[]=2', { foo: 'bar', baz: ['1', '2'] }],
    ['x[y][z]', { x: { y: { z: null } } }],
    ['x[y][z]=1&x[y][z]=2', { x: { y: { z: '2' } } }],
    ['x[y][z][]=1&x[y][z][]=2', { x: { y: { z: ['1', '2'] } } }],
    ['x[y][][z]=1&x[y][][w]=2', { x: { y: [{ z: '1', w: '2' }] } }],
    ['x[][y][]=1&x[][y][]=2&x[][z]=3', { x: [{ y: ['1', '2'], z: '3' }] }],
    ['x[y][][v][w]=1', { x: { y: [{ v: { w: '1' } }] } }],
    ['x[y][][z]=1&x[y][][v][w]=2', { x: { y: [{ z: '1', v: { w: '2' } }] } }],
    ['x[y][][z]=1&x[y][][z]=2', { x: { y: [{ z: '1' }, { z: '2' }] } }],
    [
      'x[y][][z]=1&x[y][][w]=a&x[y][][z]=2&x[y][][w]=3',
      {
        x: {
          y: [
            { z: '1', w: 'a' },
            { z: '2', w: '3' },
          ],
        },
      },
    ],
    [
      'x[][z][w]=a&x[][y]=1&x[][z][w]=b&x[][y]=2',
      {
        x: [
          { z: { w: 'a' }, y: '1' },
          { z: { w: 'b' }, y: '2' },
        ],
      },
    ],
    [
      'data[books][][data][page]=1&data[books][][data][page]=2',
      { data: { books: [{ data: { page: '1' } }, { data: { page: '2' } }] } },
    ],
    ['x[][y][][z]=1&x[][y][][w]=2', { x: [{ y: [{ z: '1', w: '2' }] }] }],
    [
      'x[][id]=1&x[][y][a]=5&x[][y][b]=7&x[][z][id]=3&x[][z][w]=0&x[][id]=2&x[][y][a]=6&x[][y][b]=8&x[][z][id]=4&x[][z][w]=0',
      {
        x: [
          { id: '1', y: { a: '5', b: '7' }, z: { id: '3', w: '0' } },
          { id: '2', y: { a: '6', b: '8' }, z: { id: '4', w: '0' } },
        ],
      },
    ],
    ['a[][b]&a[][b][c]=1', { a: [{ b: { c: '1' } }] }],
    ['a&a[]=1', { a: ['1'] }],
    ['tags[]=b&tags=a', { tags: 'a' }],
  ]));

test('takes brackets in unexpected places for characters, as Rack does', () =>
  reads([
    ['[]=1&[a]=2&b[=3&c]=4', { '[]': '1', '[a]': '2', 'b[': '3', 'c]': '4' }],
    ['d[[]=5&e][]=6&f[[]]=7', { d: { '[': '5' }, 'e]': ['6'], f: { '[': { ']': '7' } } }],
    ['g[h]i=8&j[k]l[m]=9', { g: { h: { i: '8' } }, j: { k: { 'l[m]': '9' } } }],
    ['l[[[[[[[[]]]]]]]=10', { l: { '[[[[[[[': { ']]]]]]': '10' } } }],
    ['x[]z=1', { x: [{ z: '1' }] }],
    ['[foo][bar]=1', { '[foo]': { bar: '1' } }],
  ]));

test('refuses names that contradict each other', () => {
  for (const body of [
    'tags=a&tags[]=b',
    'x[y]=1&x[y]z=2',
    'x[y]=1&x[]=1',
    'x[]=1&x[y]=1',
    'x[y]=1&x[y][][w]=2',
    'a=&a[]=1',
    'a=1&a[b]=2',
    'x[][]=1',
    'x[][][k]=1',
  ]) {
    refuses(body);
  }
});

test('refuses what is not UTF-8, not an escape, NUL or a lone surrogate', () => {
  for (const body of [
    'a=%',
    'a=%2',
    'a=%zz',
    '%g0=1',
    'a=%u0041',
    'foo%81E=1',
    'a=%ED%A0%80',
    'a=%C0%80',
    'a=%00',
    'a%00=1',
    'a=\0',
    'a=\ud800',
    new Uint8Array([0x61, 0x3d, 0xff]),
    new Uint8Array([0x61, 0x3d, 0xc3]),
  ]) {
    refuses(body);
  }
});

test('refuses more than 1,000 parameters', () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=1`).join('&');
  assert.equal(Object.keys(parseBracketForm(pairs(1000))).length, 1000);
  refuses(pairs(1001));
  assert.equal((parseBracketForm('&a[]=1'.repeat(1000)).a as string[]).length, 1000);
  refuses('a&'.repeat(1001));
});

test('refuses more than 8 objects and lists inside each other, the body counted', () => {
  assert.deepEqual(read('a[b][c][d][e][f][g][h]=1'), { a: { b: { c: { d: { e: { f: { g: { h: '1' } } } } } } } });
  refuses('a[b][c][d][e][f][g][h][i]=1');
  refuses('a[b][c][d][e][f][g][h][]=1');
  assert.deepEqual(read('a[][b][][c][][d]=1'), { a: [{ b: [{ c: [{ d: '1' }] }] }] });
  assert.deepEqual(read('a[][b][][c][][d][]=1'), { a: [{ b: [{ c: [{ d: ['1'] }] }] }] });
  refuses('a[][b][][c][][d][][e]=1');
});

test('takes the names of prototypes for data', () => {
  const tree = parseBracketForm(
    '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__]=1&b[][__proto__][x]=2',
  );
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.deepEqual(Object.keys(tree), ['__proto__', 'constructor', 'a', 'b']);
  assert.deepEqual(plain(Object.values(tree)[0] ?? null), { polluted: '1' });
  assert.deepEqual(Object.keys(tree.a as FormTree), ['__proto__']);
  assert.deepEqual(read('hasOwnProperty[]=1&toString=2'), { hasOwnProperty: ['1'], toString: '2' });
});

test('reads bytes that lie inside a larger buffer', () => {
  const buffer = Buffer.from('junk&a=1&junk');
  assert.deepEqual(read(new Uint8Array(buffer.buffer, buffer.byteOffset + 5, 3)), { a: '1' });
});

/** Writes a tree as Rails' to_query and Faraday do: depth first, list elements in order. */
function write(value: FormValue, name: string): string[] {
  if (value === null || value === '') return [];
  if (typeof value === 'string') return [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  if (Array.isArray(value)) return value.flatMap((element) => write(element, `${name}[]`));
  return Object.entries(value).flatMap(([key, child]) => write(child, name === '' ? key : `${name}[${key}]`));
}

const key = fc.stringMatching(/^[a-z_]{1,6}$/);
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 8 })
  .filter((s) => s.isWellFormed() && !s.includes('\0'));
/** As the interface's bodies are made: every element of a list has the same first name, which tells elements apart. */
const element = fc
  .tuple(text, fc.dictionary(key, text, { maxKeys: 3, noNullPrototype: true }))
  .map(([id, rest]) => ({ id, ...rest }));
const body = fc.dictionary(
  key,
  fc.oneof(
    text,
    fc.array(text, { minLength: 1, maxLength: 4 }),
    fc.array(element, { minLength: 1, maxLength: 4 }),
    fc.dictionary(key, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ),
);

test('reads back any body of the interface’s shape', () => {
  fc.assert(fc.property(body, (tree) => assert.deepEqual(read(write(tree as FormTree, '').join('&')), { ...tree })));
});

test('any text gives a tree within the limits or a refusal', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '[',
    ']',
    '[]',
    '[a]',
    '&',
    '=',
    '%5B',
    '%',
    '+',
    '__proto__',
    '\ud800',
    'é',
    '0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      try {
        const json = JSON.stringify(plain(parseBracketForm(pieces.join(''))));
        assert.ok(json.isWellFormed());
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});
