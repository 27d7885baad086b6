// `probity working-days`: the operator's own closing days, on which nothing is due.
import {
  type ClosingDayRow,
  changeClosingDays,
  listClosingDays,
  previewClosingDays,
} from '../../features/working-days/closing-day-actions.ts';
import { jurisdictions } from '../../features/working-days/closing-day-rules.ts';
import type { Entry, Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, textIn } from './subject.ts';

const moving: Field = {
  name: 'moveDueDates',
  kind: 'flag',
  meaning: 'move the due dates of open reports that are affected; without it they stay',
};

const movesIn = ({ moveDueDates }: Entry) => ({ movesDueDates: moveDueDates === true });

const rowOf = ({ id, name, from_on: from, to_on: to, jurisdictions: parts }: ClosingDayRow) => ({
  ...{ id, name, from, to },
  parts: parts.length === jurisdictions.length ? 'all' : parts.join(', '),
});

export const workingDays: LookedAfter = {
  section: 'closingDays',
  elsewhere: 'Bank holidays are known to the program, and count without being added.',
  verbs: {
    add: {
      summary: 'add a day or days on which the company is closed',
      ofAccount: false,
      fields: [
        { name: 'name', kind: 'text', required: true, meaning: 'what the days are called' },
        { name: 'from', kind: 'text', required: true, meaning: 'the day, or the first one, such as 2026-12-24' },
        { name: 'to', kind: 'text', meaning: 'the last day; without it, one day' },
        { name: 'part', kind: 'texts', meaning: `for orders of ${jurisdictions.join(', ')}; without it, all` },
        moving,
      ],
      async run(ctx, _, entry) {
        const days = {
          ...{ name: String(entry.name), from: String(entry.from), to: textIn(entry, 'to') ?? '' },
          jurisdictions: (entry.part as readonly string[] | undefined) ?? [],
        };
        const { moves: affectedReports } = await previewClosingDays(ctx, 'system', days);
        const movedReports = await changeClosingDays(ctx, 'system', days, movesIn(entry));
        return [{ name: days.name, affectedReports, movedReports }];
      },
    },
    list: {
      summary: 'list those that are not over',
      ofAccount: false,
      onlyReads: true,
      fields: [],
      run: async (ctx) => (await listClosingDays(ctx, 'system')).map(rowOf),
    },
    remove: {
      summary: 'remove closing days; those that are over stay closed',
      ofAccount: false,
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'their id, as the list prints it' }, moving],
      async run(ctx, _, entry) {
        const id = String(entry.id).toLowerCase();
        const { name, moves: affectedReports } = await previewClosingDays(ctx, 'system', { id });
        const movedReports = await changeClosingDays(ctx, 'system', { id }, movesIn(entry));
        return [{ name, affectedReports, movedReports }];
      },
    },
  },
};

export const describe = describing(workingDays);
