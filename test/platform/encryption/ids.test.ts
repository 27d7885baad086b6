import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../../src/platform/encryption/ids.ts';

test('ids are UUIDs of version 7 that sort by creation, also within a millisecond and when the clock goes back', () => {
  let now = 1_800_000_000_000;
  const newId = createIds(() => now);
  const ids = Array.from({ length: 20_000 }, (_, index) => {
    if (index % 7000 === 6999) now -= 5;
    return newId();
  });
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});
