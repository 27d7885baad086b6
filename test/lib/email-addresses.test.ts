import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { domainOf, emailFaults, registrableDomain } from '../../src/lib/email-addresses.ts';
import { apiSentence } from '../../src/messages/sentences.ts';

const emailMessages = (text: string) => emailFaults(text).map((fault) => apiSentence(fault));

const tooLong = 'is too long (maximum is 60 characters)';
const oneAt = 'must contain exactly one @';
const nothingBefore = 'must have at least 1 character before the @';
const noPeriod = 'must have at least one period after the @';
const tooClose = 'must have at least 2 characters between the @ and the period';
const several = 'must not contain any of ( ) < > [ ] : ; , \\ "';
const spaces = 'must not contain spaces or control characters';

test('accepts addresses by the interface’s rules', () => {
  for (const email of [
    'a@bc.d',
    'first.last+tag@example.co.uk',
    "o'neill@example.com",
    'a@x.example.com',
    'jörg@bücher.example',
    `${'a'.repeat(48)}@example.org`,
    `${'😀'.repeat(48)}@example.org`,
  ]) {
    assert.deepEqual(emailMessages(email), [], email);
  }
});

test('refuses addresses by the interface’s rules, saying all that is wrong', () => {
  const cases: [email: string, ...messages: string[]][] = [
    ['', oneAt],
    ['example.com', oneAt],
    ['a@b@example.com', oneAt],
    ['a@@example.com', oneAt],
    ['@example.com', nothingBefore],
    ['a@example', noPeriod],
    ['a.b@example', noPeriod],
    ['a@', noPeriod],
    ['a@b.com', tooClose],
    ['a@.com', tooClose],
    ['@.com', nothingBefore, tooClose],
    [`${'a'.repeat(49)}@example.org`, tooLong],
    [`${'a'.repeat(61)}`, tooLong, oneAt],
    ['a b@example.com', spaces],
    ['a@example.com\r\nBcc: b@example.com', spaces, several, oneAt],
    ['a\0@example.com', spaces],
    ['a\u202e@example.com', spaces],
    [' a@example.com', spaces],
    ['a@example.com,b@example.com', several, oneAt],
    ['a@example.com,b.example.com', several],
    ['<a@example.com>', several],
    ['Jane<a@example.com>', several],
    ['friends:a@example.com;', several],
    ['"a"@example.com', several],
    ['a\\@example.com', several],
    ['a(comment)@example.com', several],
    ['a@[127.0.0.1]', several],
  ];
  for (const [email, ...messages] of cases) assert.deepEqual(emailMessages(email), messages, JSON.stringify(email));
});

test('finds the host name of an address in its ASCII form', () => {
  const cases: [email: string, domain: string | undefined][] = [
    ['a@Example.COM', 'example.com'],
    ['"a@b"@example.com', 'example.com'],
    ['a@bücher.example', 'xn--bcher-kva.example'],
    ['example.com', undefined],
    ['a@', undefined],
    ['a@exa%6Dple.com', undefined],
    ['a@exa％6Dple.com', undefined],
    ['a@x..com', undefined],
    ['a@.com', undefined],
    ['a@example.com.', undefined],
    ['a@-example.com', undefined],
    ['a@ex_ample.com', undefined],
    ['a@example.com/path', undefined],
    ['a@[127.0.0.1]', undefined],
    ['a@exam ple.com', undefined],
    [`a@${'a'.repeat(64)}.com`, undefined],
    [`a@${'a.'.repeat(126)}com`, undefined],
  ];
  for (const [email, domain] of cases) assert.equal(domainOf(email), domain, email);
});

test('separates the registered domain from its public suffix', () => {
  const found = (email: string) => {
    const { domain, publicSuffix } = registrableDomain(email) ?? {};
    return domain === undefined ? undefined : [domain, publicSuffix];
  };
  assert.deepEqual(found('a@mail.example.co.uk'), ['example.co.uk', 'co.uk']);
  assert.deepEqual(found('a@example.com'), ['example.com', 'com']);
  assert.deepEqual(found('a@project.github.io'), ['github.io', 'io']);
  assert.deepEqual(found('a@bücher.de'), ['xn--bcher-kva.de', 'de']);
  assert.equal(found('a@host.corp-internal'), undefined, 'a suffix that is not listed');
  assert.equal(found('a@gmail.con'), undefined, 'a suffix that is not listed');
  for (const reserved of ['printer.home.arpa', '10.in-addr.arpa', 'name.onion']) {
    assert.equal(found(`a@${reserved}`), undefined, reserved);
  }
  assert.equal(found('a@co.uk'), undefined, 'a public suffix');
  assert.equal(found('a@com'), undefined, 'a public suffix');
  assert.equal(found('a@127.0.0.1'), undefined);
  assert.equal(found('a@0x7f.1'), undefined);
  assert.equal(found('nobody'), undefined);
});

test('the registrable domain ends the host name and the suffix ends the registrable domain', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const found = registrableDomain(email);
      if (found === undefined) return;
      assert.ok(`.${domainOf(email)}`.endsWith(`.${found.domain}`));
      assert.ok(found.domain.endsWith(`.${found.publicSuffix}`));
    }),
  );
});

test('gives an answer for any text', () => {
  const unit = fc.oneof(
    fc.constantFrom('@', '.', '-', '%', 'a', 'com', '。', '[', ':', '\0'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), (email) => {
      emailMessages(email);
      const host = domainOf(email);
      if (host !== undefined) assert.equal(domainOf(`a@${host}`), host);
      registrableDomain(email);
    }),
    { numRuns: 1000 },
  );
});
