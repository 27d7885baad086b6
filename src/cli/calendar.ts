// `probity calendar`: what the operator has to do by themselves within a year, and by when.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { calledOf, expiringThings } from '../features/emails/expiry-mail-words.ts';
import { findExpiries } from '../features/housekeeping/expiry-actions.ts';
import { findPriceDays } from '../features/housekeeping/price-day-queries.ts';
import { readLastReview } from '../features/lists/access-review-actions.ts';
import { bankHolidaysSource } from '../lib/bank-holidays.ts';
import { addYears, type IsoDate } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { MASTER_KEY_FILE } from '../platform/encryption/master-keys.ts';
import { runs, withProbity } from './command.ts';
import { printSections } from './output.ts';

interface Duty {
  /** Null of what has no day. */
  readonly by: IsoDate | null;
  readonly what: string;
  readonly do: string;
}

const keyFiles = [
  [MASTER_KEY_FILE, 'the master key', 'Change it: `probity master-keys --help`.'],
  ['audit-key.pem', 'the key that signs the audit trail', 'Change it: docs/operating.md, Change a secret.'],
  ['evidence-key.pem', 'the key that signs evidence bundles', 'Change it: docs/operating.md, Change a secret.'],
] as const;

/** A key in a setting has no day that could be read. */
function keyDuties({ dataDir }: Settings): Duty[] {
  return keyFiles.flatMap(([file, called, advice]) => {
    const made = statSync(join(dataDir, file), { throwIfNoEntry: false })?.mtime;
    if (made === undefined) return [];
    return [{ by: addYears(ukDateOf(made), 1), what: `${called} of ${ukDateOf(made)} is a year old`, do: advice }];
  });
}

async function accessDuty(ctx: Ctx, today: IsoDate): Promise<Duty> {
  const last = await readLastReview(ctx, { by: 'system', accounts: 'all' });
  return {
    by: last === undefined ? today : addYears(ukDateOf(last.at), 1),
    what: `the review of who has access, ${last === undefined ? 'which nobody has recorded' : `last on ${ukDateOf(last.at)}`}`,
    do: 'Look through Access at the desk, and record it there.',
  };
}

async function dutiesOf(ctx: Ctx): Promise<Duty[]> {
  const today = ukDateOf(ctx.now());
  const ends = (await findExpiries(ctx)).map((end) => ({
    by: ukDateOf(end.at),
    what: `${calledOf(end)} ends`,
    do: expiringThings[end.what].do,
  }));
  const prices = (await findPriceDays(ctx.db, 'all', today)).map(({ on, accounts }) => ({
    by: on,
    what: `agreed prices or fees change in ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`,
    do: 'It happens by itself: see that clients know.',
  }));
  const dated: Duty[] = [
    ...ends,
    ...prices,
    ...keyDuties(ctx.settings),
    await accessDuty(ctx, today),
    {
      by: bankHolidaysSource.endsOn,
      what: 'the bank holidays end that this version knows',
      do: 'Update the program before: later ones are counted as working days.',
    },
  ];
  return [
    ...dated.toSorted((a, b) => (a.by! < b.by! ? -1 : a.by! > b.by! ? 1 : 0)),
    { by: null, what: 'every few months: the trial of a restore', do: 'docs/backups.md, Try a restore.' },
  ];
}

async function print(settings: Settings, { json }: { readonly json?: true }): Promise<void> {
  const duties = await withProbity(settings, ({ ctx }) => dutiesOf(ctx));
  printSections(new Map([['calendar', duties.map((duty) => ({ ...duty }))]]), json === true);
}

export function describe(command: Command): void {
  command
    .description(
      'List what you have to do by yourself, and by when, the first to come first: certificates and passwords that end, keys that are a year old, the review of who has access, price changes to come, the end of the bank holidays, the trial of a restore.',
    )
    .option('--json', 'print JSON')
    .action(runs(print));
}
