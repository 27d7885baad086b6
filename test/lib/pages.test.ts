import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { itemsBefore, linkHeader, readPage, readPageIfAsked, sliceOf } from '../../src/lib/pages.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { upTo } from '../support/limited-loops.ts';

const url = 'https://screening.example/vftapi/v2/applicants';

/** rel → the query of its link. */
function linksOf(header: string): Record<string, Record<string, string>> {
  return Object.fromEntries(
    header.split(', ').map((link) => {
      const [, address, rel] = /^<([^<>]+)>; rel="(next|last|first|prev)"$/.exec(link) ?? assert.fail(link);
      return [rel, Object.fromEntries(new URL(address ?? '').searchParams)];
    }),
  );
}

function pagesOf(page: number, perPage: number, total: number): Record<string, string | undefined> {
  const links = linksOf(linkHeader({ url, query: '', page, perPage, total }));
  return Object.fromEntries(Object.entries(links).map(([rel, query]) => [rel, query.page]));
}

test('a list has 20 items a page and starts at the first by default', () => {
  assert.deepEqual(readPage({}), { page: 1, perPage: 20 });
  assert.deepEqual(readPage({ page: '3' }), { page: 3, perPage: 20 });
  assert.deepEqual(readPage({ per_page: '7', expand: 'reports' }), { page: 1, perPage: 7 });
  assert.deepEqual(readPage({ page: 2, per_page: 5 }), { page: 2, perPage: 5 });
});

test('a per_page over 500 counts as 500', () => {
  for (const sent of ['500', '501', '4294967296', '9'.repeat(2000)]) {
    assert.deepEqual(readPage({ per_page: sent }), { page: 1, perPage: 500 });
  }
});

test('an empty page or per_page counts as absent', () => {
  assert.deepEqual(readPage({ page: '', per_page: '' }), { page: 1, perPage: 20 });
  assert.equal(readPageIfAsked({ page: '', per_page: '' }), undefined);
  assert.deepEqual(readPageIfAsked({ page: '', per_page: '7' }), { page: 1, perPage: 7 });
});

test('refuses a page or per_page that is no positive integer, naming each field', () => {
  const wrong = ['0', '00', '-1', '+1', '1.5', '1e3', '0x10', ' 1', '1\n', 'one', '１', null, ['1'], {}, -1, 1.5, NaN];
  for (const value of wrong) {
    for (const field of ['page', 'per_page']) {
      assert.throws(() => readPage({ [field]: value }), {
        reason: 'invalid_fields',
        fields: { [field]: ['must be a positive integer'] },
      });
    }
  }
  assert.throws(
    () => readPage({ page: 'x', per_page: '0' }),
    (refusal: Refusal) => Object.keys(refusal.fields).join() === 'page,per_page',
  );
});

test('accepts page times per_page up to 2^31 and refuses beyond', () => {
  assert.deepEqual(readPage({ page: String(2 ** 31), per_page: '1' }), { page: 2 ** 31, perPage: 1 });
  assert.deepEqual(readPage({ page: String(2 ** 22), per_page: '512' }), { page: 2 ** 22, perPage: 500 });
  for (const query of [{ page: String(2 ** 31 + 1), per_page: '1' }, { page: '9'.repeat(400) }]) {
    assert.throws(
      () => readPage(query),
      (refusal: Refusal) => refusal instanceof Refusal && Object.keys(refusal.fields).join() === 'page',
    );
  }
});

test('a short list is answered whole unless a page is asked for', () => {
  assert.equal(readPageIfAsked({ expand: 'reports' }), undefined);
  assert.deepEqual(readPageIfAsked({ per_page: '2' }), { page: 1, perPage: 2 });
  assert.deepEqual(readPageIfAsked({ page: '2' }), { page: 2, perPage: 20 });
});

test('links name the pages that exist', () => {
  const table: [page: number, total: number, pages: Record<string, string>][] = [
    [1, 0, { last: '1', first: '1' }],
    [1, 20, { last: '1', first: '1' }],
    [1, 21, { next: '2', last: '2', first: '1' }],
    [2, 21, { last: '2', first: '1', prev: '1' }],
    [2, 100, { next: '3', last: '5', first: '1', prev: '1' }],
    [9, 100, { last: '5', first: '1', prev: '5' }],
    [3, 0, { last: '1', first: '1', prev: '1' }],
  ];
  for (const [page, total, pages] of table) assert.deepEqual(pagesOf(page, 20, total), pages, `${page} of ${total}`);
});

test('links keep other parameters, their order and repeats, and say the page size that counts', () => {
  const header = linkHeader({
    url: `${url}/`,
    query: '&tag=a&p%61ge=4&tag=b%26c&per_page=900&page=9',
    page: 4,
    perPage: 500,
    total: 2000,
  });
  assert.ok(header.startsWith(`<${url}/?tag=a&page=4&tag=b%26c&per_page=500>; rel="last", `), header);
});

test('no query can break out of the header', () => {
  const text = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (pairs) => {
      const header = linkHeader({ url, query: new URLSearchParams(pairs).toString(), page: 2, perPage: 3, total: 9 });
      assert.match(header, /^[\x21-\x7e ]*$/);
      const links = linksOf(header);
      assert.deepEqual(Object.keys(links), ['next', 'last', 'first', 'prev']);
      const others = pairs.filter(([key]) => key !== 'page' && key !== 'per_page');
      for (const [key] of others) assert.ok(Object.hasOwn(links.next ?? {}, key.toWellFormed()), key);
    }),
  );
});

test('following next from the first page sees every item once and ends at last', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 40 }), (total, perPage) => {
      const items = Array.from({ length: total }, (_, index) => index);
      const seen: number[] = [];
      let page = 1;
      for (const _ of upTo(301, 'the last page')) {
        assert.equal(itemsBefore({ page, perPage }), seen.length);
        seen.push(...sliceOf(items, { page, perPage }));
        const pages = pagesOf(page, perPage, total);
        if (pages.next === undefined) {
          assert.equal(pages.last, String(page));
          break;
        }
        page = Number(pages.next);
      }
      assert.deepEqual(seen, items);
    }),
  );
});
