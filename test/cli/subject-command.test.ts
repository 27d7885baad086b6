import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Command } from 'commander';
import { optionOf } from '../../src/cli/fields.ts';
import { describing } from '../../src/cli/subject-command.ts';
import type { LookedAfter, Subject } from '../../src/cli/subjects/subject.ts';

const folder = new URL('../../src/cli/subjects/', import.meta.url);
const modules = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
const subjects = modules
  .flatMap((module) => Object.values(module as Record<string, unknown>))
  .filter(
    (value): value is Subject | LookedAfter => typeof value === 'object' && Object.hasOwn(value as object, 'verbs'),
  );

test('the help of every verb lists each of its options, and no option collides with one of its command', () => {
  assert.ok(subjects.length > 9);
  for (const subject of subjects) {
    const command = new Command('subject').configureHelp({ helpWidth: 1000 });
    // Commander throws on a duplicate option.
    describing(subject)(command);
    const creating = 'creation' in subject ? [['create', subject.creation] as const] : [];
    for (const [verb, { fields }] of [...creating, ...Object.entries(subject.verbs)]) {
      const help = command.commands.find((one) => one.name() === verb)!.helpInformation();
      for (const field of fields.filter(({ onlyInFiles }) => onlyInFiles === undefined)) {
        const line = help.split('\n').find((one) => one.trim().split(' ')[0] === `--${optionOf(field)}`);
        assert.ok(line?.includes(field.meaning), `${verb} --${optionOf(field)}`);
      }
    }
  }
});
