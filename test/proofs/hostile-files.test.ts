import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileNames } from './hostile-files/hostile-names.ts';
import { isHarmful } from './hostile-files/pages.ts';
import { tryHostileFiles } from './hostile-files.ts';
import type { Place } from './uploads/place.ts';

test('no hostile name escapes, no disguised file is accepted, and nothing active is served inline', async () => {
  assert.ok(hostileNames.length >= 500);
  const { ok, figure, lines } = await tryHostileFiles(75);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** Faults: a store that uses the client's file name, and a rule that refuses every name. */
function plant({ settings, ctx }: Place): void {
  writeFileSync(join(settings.PROBITY_DATA_DIR!, 'files', 'passwd.txt'), 'x');
  Object.assign(ctx.settings, { attachmentMinimumBytes: 1000 });
}

test('planted faults are found: a file under a name that is not generated, and refused names that the interface allows', async () => {
  const { ok, lines } = await tryHostileFiles(40, { prepare: plant, noPages: true });
  assert.equal(ok, false);
  assert.ok(lines.includes('passwd.txt lies there'), lines.join('\n'));
  assert.match(lines[0]!, /\.txt" was answered 400, not 201$/);
});

test('names that are dangerous to see or to save are known', () => {
  for (const name of ['CON.txt', 'com¹ .txt', 'a.exe:.txt', 'a\u200f.txt', 'a\u202e.txt', '.txt', 'a/b.txt', 'a.exe']) {
    assert.ok(isHarmful(name), JSON.stringify(name));
  }
  for (const name of ['a.txt', '_CON.txt', 'contract.txt', 'c.xml']) assert.ok(!isHarmful(name), name);
});
