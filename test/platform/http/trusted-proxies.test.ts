import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustedProxies } from '../../../src/platform/http/trusted-proxies.ts';

test('trusts the configured addresses and networks, and no others', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', '::1'])
    assert.ok(isTrusted(address), address);
  for (const address of ['11.0.0.1', '192.0.2.8', '::2', 'fe80::1', '::ffff:11.0.0.1', 'unknown', '', undefined]) {
    assert.ok(!isTrusted(address), address);
  }
  assert.ok(!trustedProxies([])('127.0.0.1'));
  assert.ok(trustedProxies(['0.0.0.0/0'])('198.51.100.1'));
});

test('names an entry that is not a network', () => {
  for (const entry of ['proxy', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8', '']) {
    assert.throws(
      () => trustedProxies(['::1', entry]),
      (error: Error) => error.message.startsWith(`${entry} is not`),
      entry,
    );
  }
});
