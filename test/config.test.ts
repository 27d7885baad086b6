import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { describeSettings, readSettings, settingEntries } from '../src/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-config-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  return readSettings(environment).problems ?? [];
}

describe('settings', () => {
  it('have defaults for everything that a start on this machine needs', () => {
    const { settings } = readSettings({});
    assert.equal(settings?.port, 8443);
    assert.equal(settings?.baseUrl, 'https://localhost:8443');
    assert.equal(settings?.mailUrl, undefined);
  });

  it('take the environment over the file, and nothing for the empty text', () => {
    const file = fileWith('settings', 'PROBITY_PORT=9443\nPROBITY_HTTP_PORT=9080\n# a remark\n');
    const environment = { PROBITY_CONFIG: file, PROBITY_HTTP_PORT: '9081', PROBITY_METRICS_PORT: '' };
    const { settings } = readSettings(environment);
    assert.deepEqual([settings?.port, settings?.httpPort, settings?.metricsPort], [9443, 9081, undefined]);
  });

  it('take a secret from the file that names it, such as a credential of systemd', () => {
    const file = fileWith('mail', 'smtps://user:password@mail.example.com\n');
    const { settings } = readSettings({ PROBITY_MAIL_URL_FILE: file });
    assert.equal(settings?.mailUrl, 'smtps://user:password@mail.example.com');
    const both = { PROBITY_MAIL_URL_FILE: file, PROBITY_MAIL_URL: 'smtps://mail.example.com' };
    assert.deepEqual(problemsOf(both), ['PROBITY_MAIL_URL and PROBITY_MAIL_URL_FILE exclude each other']);
    const absent = join(folder, 'absent');
    const unread = `PROBITY_MAIL_URL_FILE names ${absent}, which cannot be read`;
    assert.deepEqual(problemsOf({ PROBITY_MAIL_URL_FILE: absent }), [unread]);
    assert.deepEqual(problemsOf({ PROBITY_PORT_FILE: file }), ['PROBITY_PORT_FILE is not a setting']);
  });

  it('take every secret from a file, which a vault, systemd or a container platform provides', () => {
    const secrets = Object.values(settingEntries).filter((entry) => 'secret' in entry && entry.secret === true);
    assert.ok(secrets.length > 5);
    for (const { name } of secrets) {
      const absent = join(folder, 'absent');
      assert.deepEqual(problemsOf({ [`${name}_FILE`]: absent }), [
        `${name}_FILE names ${absent}, which cannot be read`,
      ]);
    }
  });

  it('report everything that is wrong at once', () => {
    const problems = problemsOf({
      PROBITY_PORT: 'https',
      PROBITY_HOST: 'my host',
      PROBITY_BASE_URL: 'http://screening.example.com',
      PROBITY_MAIL_URL: 'mail.example.com',
      PROBITY_MAIL_FROM: 'Probity',
      PROBITY_TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/99',
      PROBITY_MASTER_KEYS: 'c2hvcnQ=',
      PROBITY_DNS_SERVERS: '[::1]:53,9.9.9.9:53,dns.example.com',
      PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8',
      PROBITY_WEBHOOK_CA: join(folder, 'nothing.pem'),
      PROBITY_OUTGOING_PROXY: 'socks5://user:secret@proxy.example.com',
      PROBITY_LOG_LEVEL: 'loud',
      PROBITY_PROT: '1',
    });
    const names = problems.map((problem) => problem.split(' ', 1)[0]);
    assert.deepEqual(names.toSorted(), [
      'PROBITY_BASE_URL',
      'PROBITY_DNS_SERVERS',
      'PROBITY_HOST',
      'PROBITY_LOG_LEVEL',
      'PROBITY_MAIL_FROM',
      'PROBITY_MAIL_URL',
      'PROBITY_MASTER_KEYS',
      'PROBITY_OUTGOING_PROXY',
      'PROBITY_PORT',
      'PROBITY_PROT',
      'PROBITY_TRUSTED_PROXIES',
      'PROBITY_WEBHOOK_ALLOW',
      'PROBITY_WEBHOOK_CA',
    ]);
    assert.ok(!/c2hvcnQ=|secret/.test(problems.join('\n')), 'no secret is ever quoted');
  });

  it('refuse what is right one by one and wrong together', () => {
    const certificate = fileWith('certificate.pem', '');
    assert.deepEqual(problemsOf({ PROBITY_TLS_CERTIFICATE: certificate }), [
      'PROBITY_TLS_CERTIFICATE and PROBITY_TLS_KEY go together',
    ]);
    const pair = { PROBITY_TLS_CERTIFICATE: certificate, PROBITY_TLS_KEY: certificate };
    assert.deepEqual(problemsOf(pair), []);
    assert.match(problemsOf({ ...pair, PROBITY_TRUSTED_PROXIES: '10.0.0.1' }).join(), /exclude each other/);
    assert.deepEqual(problemsOf({ PROBITY_PORT: '8080', PROBITY_METRICS_PORT: '8080' }), [
      'PROBITY_HTTP_PORT is 8080, as PROBITY_PORT is',
      'PROBITY_METRICS_PORT is 8080, as PROBITY_PORT is',
    ]);
    assert.deepEqual(problemsOf({ PROBITY_PORT: '0', PROBITY_HTTP_PORT: '0', PROBITY_METRICS_PORT: '0' }), []);
  });

  it('name a file that cannot be read, and names in it that are no settings', () => {
    assert.match(problemsOf({ PROBITY_CONFIG: join(folder, 'nowhere') }).join(), /cannot be read/);
    const file = fileWith('strange', 'PORT=1\nPROBITY_PORT=9443\n');
    assert.deepEqual(problemsOf({ PROBITY_CONFIG: file }), ['PORT is not a setting']);
    const key = fileWith('key.pem', '');
    chmodSync(key, 0o000);
    const mine = process.getuid?.() === 0 ? [] : ['PROBITY_WEBHOOK_CA'];
    const names = problemsOf({ PROBITY_WEBHOOK_CA: key }).map((problem) => problem.split(' ', 1)[0]);
    assert.deepEqual(names, mine);
  });

  it('are described without their secrets', () => {
    const secret = 'smtps://user:secret@mail.example.com';
    const { settings } = readSettings({
      PROBITY_MAIL_URL: secret,
      DATABASE_URL: 'postgres://user:secret@db/probity',
      PROBITY_OUTGOING_PROXY: 'http://user:secret@proxy.example.com:3128',
    });
    assert.equal(settings?.outgoingProxy?.authorization, `Basic ${btoa('user:secret')}`);
    const described = describeSettings(settings!);
    assert.deepEqual(
      described.map(({ name }) => name),
      Object.values(settingEntries).map(({ name }) => name),
    );
    const allowed = '127.0.0.0/8:*,[fd00::/8]:8443,*:9443';
    const { settings: allowing } = readSettings({ PROBITY_WEBHOOK_ALLOW: allowed, PROBITY_DNS_SERVERS: '::1,9.9.9.9' });
    const values = describeSettings(allowing!).map(({ value }) => value);
    assert.ok(values.includes(allowed) && values.includes('::1,9.9.9.9'));
    assert.ok(!JSON.stringify(described).includes('secret@'));
    for (const name of ['PROBITY_MAIL_URL', 'PROBITY_OUTGOING_PROXY'])
      assert.equal(described.find((one) => one.name === name)?.value, '(set)');
  });
});
