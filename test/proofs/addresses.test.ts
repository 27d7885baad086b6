import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './addresses.ts';

test('nothing is sent to a special-purpose address, however it is written or hidden', async (t) => {
  const { ok, figure, lines } = await run({ size: 0 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('a planted fault is found: a loopback address is not checked', async () => {
  const { ok, lines, counts } = await run({
    size: 0,
    unchecked: '[::1]:*',
    // None whose notations hide it in an address of the outside, which would then be called.
    addresses: ['::1', 'fd00::1'],
  });
  assert.equal(ok, false);
  assert.ok(counts!['connections at an internal listener']! > 0);
  for (const entrance of ['register', 'examine', 'send', 'deliver']) {
    assert.ok(
      lines.some((line) => line.startsWith(`${entrance} `)),
      `${entrance}: ${lines.join('\n')}`,
    );
  }
});
