import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileNames } from './hostile-files/hostile-names.ts';
import { isHarmful, openPages } from './hostile-files/pages.ts';
import { tryHostileFiles } from './hostile-files.ts';
import { openPlace, type Place } from './uploads/place.ts';

test('no hostile name leads anywhere, no disguise is taken, nothing active is served inline', async () => {
  assert.ok(hostileNames.length >= 500);
  const { ok, figure, lines } = await tryHostileFiles(500);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** As by a store that wrote under the client's name. */
const escaped = ({ settings }: Place) => writeFileSync(join(settings.PROBITY_DATA_DIR!, 'files', 'passwd.txt'), 'x');

test('planted faults are found: a file under a name that is not ours', async () => {
  const { ok, lines } = await tryHostileFiles(5, { prepare: escaped, noPages: true });
  assert.equal(ok, false);
  assert.deepEqual(lines, ['passwd.txt lies there']);
});

/** As by a rule that refuses every name. */
const refusing = ({ ctx }: Place) => Object.assign(ctx.settings, { attachmentMinimumBytes: 1000 });

test('planted faults are found: names that the interface allows are refused', async () => {
  const { ok, lines } = await tryHostileFiles(40, { prepare: refusing, noPages: true });
  assert.equal(ok, false);
  assert.match(lines[0]!, /\.txt" was answered 400, not 201$/);
});

test('planted faults are found: what is shown instead of saved, and names that do harm', async () => {
  const place = await openPlace();
  const pages = await openPages(place);
  try {
    assert.equal(await pages.isInline(`${place.url}/docs/v1`), true);
  } finally {
    await pages.close();
    await place.close();
  }
  for (const name of ['CON.txt', 'com¹ .txt', 'a.exe:.txt', 'a\u200f.txt', 'a\u202e.txt', '.txt', 'a/b.txt', 'a.exe']) {
    assert.ok(isHarmful(name), JSON.stringify(name));
  }
  for (const name of ['a.txt', '_CON.txt', 'contract.txt', 'c.xml']) assert.ok(!isHarmful(name), name);
});
