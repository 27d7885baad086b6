import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { createEmailDomains } from '../../src/platform/email-domains.ts';
import { startDnsServer } from '../support/dns-server.ts';

const dns = await startDnsServer();
after(() => dns.close());

let seconds = 0;
const limitMs = 300;
/** Where the time is measured, also on a busy machine. */
const patientMs = 5 * limitMs;

function emailDomains(capacity?: number) {
  const now = () => new Date(Date.UTC(2026, 2, 4) + seconds * 1000);
  return createEmailDomains({ now, servers: [dns.address], limitMs, ...(capacity === undefined ? {} : { capacity }) });
}

/** How many queries for a name there were since the test began. */
const asked = (name: string) => dns.questions.filter((question) => question === name).length;

beforeEach(() => {
  seconds = 0;
  (dns.questions as string[]).length = 0;
  dns.otherwise = 'NXDOMAIN';
  dns.answers.clear();
  for (const name of ['com', 'uk', 'co.uk', 'example.com', 'example.co.uk']) dns.answers.set(name, 'NOERROR');
});

test('a domain is registered if it has name servers, or exists without', async () => {
  dns.answers.set('example.com', 'NODATA');
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@example.co.uk'), 'registered');
  assert.equal(await domains.registrationOf('a@mail.Example.com'), 'registered');
  assert.equal(asked('mail.example.com'), 0);
});

test('a domain is unregistered only if the resolver knows its public suffix', async () => {
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@not-there.com'), 'unregistered');
  assert.equal(await domains.registrationOf('a@not-there.co.uk'), 'unregistered');
  dns.answers.set('com', 'NODATA');
  assert.equal(await emailDomains().registrationOf('a@not-there.com'), 'unregistered');
});

test('a domain that nobody can have registered is unregistered, without a query', async () => {
  const domains = emailDomains();
  for (const email of [
    'a@127.0.0.1',
    'a@x..com',
    'a@com',
    'a@co.uk',
    'a@gmail.con',
    'a@printer.home.arpa',
    'a@host.invented',
    'nobody',
  ]) {
    assert.equal(await domains.registrationOf(email), 'unregistered', email);
  }
  assert.deepEqual(dns.questions, []);
});

test('accepts an address and counts the resolver as absent for 60 s if it knows nothing at all', async () => {
  dns.answers.clear();
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@example.com'), 'unknown');
  const before = dns.questions.length;
  seconds = 59;
  assert.equal(await domains.registrationOf('a@not-there.com'), 'unknown');
  assert.equal(dns.questions.length, before);
  seconds = 61;
  dns.answers.set('com', 'NOERROR');
  assert.equal(await domains.registrationOf('a@not-there.com'), 'unregistered');
  assert.equal(await domains.registrationOf('a@example.com'), 'unregistered');
});

for (const failure of ['SERVFAIL', 'REFUSED', 'silence'] as const) {
  test(`accepts an address within the limit when the resolver answers ${failure}, and remembers it`, async () => {
    dns.answers.clear();
    dns.otherwise = failure;
    const domains = createEmailDomains({ now: () => new Date(), servers: [dns.address], limitMs: patientMs });
    const start = performance.now();
    assert.equal(await domains.registrationOf('a@example.com'), 'unknown');
    const took = performance.now() - start;
    assert.ok(took < 2 * patientMs, `${took} ms`);
    const before = dns.questions.length;
    assert.equal(await domains.registrationOf('a@example.co.uk'), 'unknown');
    assert.equal(dns.questions.length, before);
  });

  test(`does not count the resolver as absent when one domain answers ${failure} but its suffix exists`, async () => {
    dns.answers.set('broken.com', failure);
    // The suffix answers after the silence and within the limit.
    const domains = createEmailDomains({ now: () => new Date(), servers: [dns.address], limitMs: patientMs });
    assert.equal(await domains.registrationOf('a@broken.com'), 'unknown');
    assert.equal(await domains.registrationOf('a@not-there.com'), 'unregistered');
  });
}

test('keeps its limit when several name servers are silent', async (t) => {
  dns.otherwise = 'silence';
  dns.answers.clear();
  const other = await startDnsServer();
  t.after(() => other.close());
  other.otherwise = 'silence';
  const domains = createEmailDomains({
    now: () => new Date(),
    servers: [dns.address, other.address],
    limitMs: patientMs,
  });
  const start = performance.now();
  assert.equal(await domains.registrationOf('a@example.com'), 'unknown');
  const took = performance.now() - start;
  assert.ok(took < 2 * patientMs, `${took} ms`);
});

test('accepts an address when no resolver listens', async () => {
  const gone = await startDnsServer();
  await gone.close();
  const domains = createEmailDomains({ now: () => new Date(), servers: [gone.address], limitMs });
  assert.equal(await domains.registrationOf('a@example.com'), 'unknown');
});

test('counts a resolver as absent that denies a suffix of two parts and its top-level domain', async () => {
  dns.answers.clear();
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@example.co.uk'), 'unknown');
  const before = dns.questions.length;
  assert.equal(await domains.registrationOf('a@example.com'), 'unknown');
  assert.equal(dns.questions.length, before);
});

test('does not count the resolver as absent because of an invented suffix', async () => {
  dns.answers.set('ck', 'NOERROR');
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@host.invented.ck'), 'unknown');
  assert.equal(await domains.registrationOf('a@not-there.com'), 'unregistered');
});

test('makes one query for a domain and a suffix, also for simultaneous requests', async () => {
  const domains = emailDomains();
  const emails = Array.from({ length: 50 }, (_, i) => `a${i}@example.com`);
  const found = await Promise.all(emails.map((email) => domains.registrationOf(email)));
  assert.deepEqual(new Set(found), new Set(['registered']));
  assert.equal(await domains.registrationOf('b@not-there.com'), 'unregistered');
  assert.equal(asked('example.com'), 1);
  assert.equal(asked('com'), 1);
});

test('makes another query when a cached answer has expired', async () => {
  const domains = emailDomains();
  assert.equal(await domains.registrationOf('a@new.com'), 'unregistered');
  assert.equal(await domains.registrationOf('a@example.com'), 'registered');
  dns.answers.set('new.com', 'NOERROR');
  seconds = 599;
  assert.equal(await domains.registrationOf('a@new.com'), 'unregistered');
  seconds = 601;
  assert.equal(await domains.registrationOf('a@new.com'), 'registered');
  dns.answers.delete('example.com');
  assert.equal(await domains.registrationOf('a@example.com'), 'registered');
  seconds = 24 * 3600 + 1;
  assert.equal(await domains.registrationOf('a@example.com'), 'unregistered');
});

test('caches a limited number of domains', async () => {
  const domains = emailDomains(2);
  for (const name of ['one', 'two', 'three']) await domains.registrationOf(`a@${name}.com`);
  await domains.registrationOf('a@three.com');
  await domains.registrationOf('a@two.com');
  await domains.registrationOf('a@one.com');
  assert.deepEqual([asked('one.com'), asked('two.com'), asked('three.com')], [2, 1, 1]);
});
