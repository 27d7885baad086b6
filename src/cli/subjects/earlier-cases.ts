// `probity earlier-cases`: brings in thousands of complete cases of an earlier system, from a folder.
import { stat } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { bringInEarlier, judgeBundle } from '../../features/earlier-cases/bring-in-actions.ts';
import { bundleOfFolder } from '../../features/earlier-cases/earlier-case-bundle.ts';
import { titleOf } from '../../features/earlier-cases/earlier-case-rules.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, refusalOf } from './subject.ts';

const MOST = 100_000;
/** Stored together: a run that is stopped leaves whole hundreds, and the next one goes on after them. */
const AT_ONCE = 100;

async function importFolder(ctx: Ctx, accountId: string, folder: string, isConfirmed: boolean): Promise<Row[]> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw refusalOf('folder', 'is no folder');
  const bundle = await bundleOfFolder(folder, MOST);
  if (bundle.faults.length > 0) throw refusalOf('folder', bundle.faults.join('. '));
  const caller = {
    ...({ accountId, environment: 'live', actor: 'system', subsidiaryIds: null, clockOffsetSeconds: 0 } as const),
  };
  const { cases, wrong, known, unused } = await judgeBundle(ctx, caller, bundle);
  const rows = wrong.flatMap(({ rowNumber, problems }) =>
    problems.map((one): Row => ({ row: rowNumber, column: titleOf(one) || 'the whole row', problem: one.text })),
  );
  // A script that is about to delete the folder must not go on.
  if (rows.length > 0 && isConfirmed)
    throw refusalOf('folder', 'has rows that are not right: run the command without --confirm, which lists them');
  if (rows.length > 0) return rows;
  if (isConfirmed)
    for (let from = 0; from < cases.length; from += AT_ONCE) {
      await bringInEarlier(ctx, caller, cases.slice(from, from + AT_ONCE));
      ctx.log.info('earlier cases brought in', { accountId, count: Math.min(from + AT_ONCE, cases.length) });
    }
  const done = isConfirmed ? 'brought in' : 'can be brought in, with --confirm';
  return [
    { cases: cases.length, done, alreadyThere: known.length, filesWithoutRow: unused, columnsNotRead: bundle.unread },
  ];
}

export const earlierCases: LookedAfter = {
  section: 'earlierCases',
  verbs: {
    import: {
      summary: 'bring in complete cases of an earlier system, from a folder with one spreadsheet and the PDFs it names',
      ofAccount: true,
      fields: [
        { name: 'folder', kind: 'text', required: true, meaning: 'the folder with the spreadsheet and the PDFs' },
        {
          name: 'confirm',
          kind: 'flag',
          meaning: 'bring them in; without it, every row is judged and nothing is stored',
        },
      ],
      run: (ctx, accountId, { folder, confirm }) => importFolder(ctx, accountId, String(folder), confirm === true),
    },
  },
  elsewhere: 'The columns stand in docs/setting-up.md, “Move in from another system”.',
};

export const describe = describing(earlierCases);
