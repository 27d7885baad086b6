import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostileNames } from './hostile-files/hostile-names.ts';
import { isHarmful, openPages } from './hostile-files/pages.ts';
import { tryHostileFiles } from './hostile-files.ts';
import { openPlace, type Place } from './uploads/place.ts';

test('no hostile name escapes, no disguised file is accepted, and nothing active is served inline', async () => {
  assert.ok(hostileNames.length >= 500);
  const { ok, figure, lines } = await tryHostileFiles(75);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** A fault: a store that uses the client's file name. */
const escaped = ({ settings }: Place) => writeFileSync(join(settings.PROBITY_DATA_DIR!, 'files', 'passwd.txt'), 'x');

test('a planted fault is found: a file under a name that is not generated', async () => {
  const { ok, lines } = await tryHostileFiles(5, { prepare: escaped, noPages: true });
  assert.equal(ok, false);
  assert.deepEqual(lines, ['passwd.txt lies there']);
});

/** A fault: a rule that refuses every name. */
const refusing = ({ ctx }: Place) => Object.assign(ctx.settings, { attachmentMinimumBytes: 1000 });

test('a planted fault is found: names that the interface allows are refused', async () => {
  const { ok, lines } = await tryHostileFiles(40, { prepare: refusing, noPages: true });
  assert.equal(ok, false);
  assert.match(lines[0]!, /\.txt" was answered 400, not 201$/);
});

test('planted faults are found: files shown instead of saved, and dangerous names', async () => {
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
