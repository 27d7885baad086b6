import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { optionOf } from '../../src/cli/fields.ts';
import type { LookedAfter, Subject } from '../../src/cli/subjects/subject.ts';

const folder = new URL('../../src/cli/subjects/', import.meta.url);
const modules = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
const subjects = modules
  .flatMap((module) => Object.values(module as Record<string, unknown>))
  .filter(
    (value): value is Subject | LookedAfter => typeof value === 'object' && Object.hasOwn(value as object, 'verbs'),
  );

test('no verb has an option that its command takes for itself', () => {
  assert.ok(subjects.length > 9);
  for (const subject of subjects) {
    const creating = 'creation' in subject ? [{ ...subject.creation, ofAccount: subject.createsInAccount }] : [];
    const verbs = [
      ...creating.map((verb) => ({ ...verb, taken: ['json', 'help', 'file'] })),
      ...Object.values(subject.verbs).map((verb) => ({ ...verb, taken: ['json', 'help'] })),
    ];
    for (const { fields, ofAccount, taken } of verbs) {
      const all = ofAccount ? [...taken, 'account'] : taken;
      for (const field of fields) assert.ok(!all.includes(optionOf(field)), optionOf(field));
    }
  }
});
