// The proof of tampering, smaller, and what it says when MACs are not compared.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTampering } from './tampering.ts';

let tampering: Awaited<ReturnType<typeof openTampering>>;
before(async () => {
  tampering = await openTampering();
});
after(() => tampering.close());

test('finds and names every edit of outcomes, events, keys, credentials, grants and heads, and none is effective', async () => {
  const { ok, figure, lines } = await tampering.attack({ size: 190 });
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('the proof detects that MACs are not compared', async () => {
  const { ok, figure, lines } = await tampering.attack({
    size: 50,
    plant: (integrity) => ({ ...integrity, isMac: (_purpose, _content, mac) => mac !== null }),
  });
  assert.equal(ok, false);
  assert.doesNotMatch(figure, /, 0 effective/);
  assert.ok(
    lines.some((line) => line.startsWith('missed: change api_keys.')),
    lines.join('\n'),
  );
});
