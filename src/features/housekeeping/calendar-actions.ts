// What the operator has to do by themselves within a year, and by when, for the command and the desk's page.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { bankHolidaysSource } from '../../lib/bank-holidays.ts';
import { addMonths, addYears, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { findRestoreTrial } from '../../platform/backup/last-restore-trial.ts';
import { MASTER_KEY_FILE } from '../../platform/encryption/master-keys.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readReviewDue } from '../access-reviews/due-review-actions.ts';
import { calledOf, expiringThings } from '../emails/expiry-mail-words.ts';
import { findExpiries } from './expiry-actions.ts';
import { findPriceDays } from './price-day-queries.ts';

export interface Duty {
  readonly by: IsoDate;
  readonly what: string;
  readonly do: string;
}

/** How long a trial of a restore says that backups can be restored. */
export const TRIAL_MONTHS = 6;

const keyFiles = [
  [MASTER_KEY_FILE, 'the master key', 'Change it: `probity master-keys --help`.'],
  ['audit-key.pem', 'the key that signs the audit trail', 'Change it: docs/operating.md, Change a secret.'],
  ['evidence-key.pem', 'the key that signs evidence bundles', 'Change it: docs/operating.md, Change a secret.'],
] as const;

/** A key in a setting has no day that could be read; a file of the master key beside it is not used any more. */
function keyDuties({ dataDir, masterKeys }: Settings): Duty[] {
  return keyFiles.flatMap(([file, called, advice]) => {
    if (file === MASTER_KEY_FILE && masterKeys !== undefined) return [];
    const made = statSync(join(dataDir, file), { throwIfNoEntry: false })?.mtime;
    if (made === undefined) return [];
    return [{ by: addYears(ukDateOf(made), 1), what: `${called} of ${ukDateOf(made)} is a year old`, do: advice }];
  });
}

async function reviewDuties(ctx: Pick<Ctx, 'db' | 'now' | 'settings'>, by: Asker): Promise<Duty[]> {
  const review = await readReviewDue(ctx, by, null);
  if (review?.dueOn === undefined) return [];
  const { dueOn, lastOn, startedOn } = review;
  const last = lastOn === undefined ? 'which was never done' : `last on ${lastOn}`;
  return [
    {
      by: dueOn,
      what: `the review of who has access to the desk, ${startedOn === undefined ? last : `begun on ${startedOn}`}`,
      do: 'At the desk under Access, Review of access.',
    },
  ];
}

function trialDuty({ dataDir }: Settings, today: IsoDate): Duty {
  const last = findRestoreTrial(dataDir);
  const on = last && ukDateOf(new Date(last.at));
  return {
    by: on === undefined ? today : addMonths(on, TRIAL_MONTHS),
    what: `the trial of a restore, ${on === undefined ? 'of which none is recorded' : `last on ${on}`}`,
    do: 'docs/backups.md, Try a restore; then `probity restore-trial SOURCE`.',
  };
}

/**
 * The first to come first. Refuses with `not_permitted`.
 * @param accounts whose prices the reader sees
 */
export async function listDuties(
  ctx: Pick<Ctx, 'db' | 'now' | 'settings'>,
  by: Asker,
  accounts: 'all' | readonly string[],
): Promise<Duty[]> {
  demand(by, 'read_audit');
  const today = ukDateOf(ctx.now());
  const ends = (await findExpiries(ctx)).map((end) => ({
    by: ukDateOf(end.at),
    what: `${calledOf(end)} ends`,
    do: expiringThings[end.what].do,
  }));
  const prices = (await findPriceDays(ctx.db, accounts, today)).map(({ on, accounts: count }) => ({
    by: on,
    what: `agreed prices or fees change in ${count} ${count === 1 ? 'account' : 'accounts'}`,
    do: 'It happens by itself: see that clients know.',
  }));
  const duties: Duty[] = [
    ...ends,
    ...prices,
    ...keyDuties(ctx.settings),
    ...(await reviewDuties(ctx, by)),
    trialDuty(ctx.settings, today),
    {
      by: bankHolidaysSource.endsOn,
      what: 'the bank holidays end that this version knows',
      do: 'Update the program before: later ones are counted as working days.',
    },
  ];
  const until = addYears(today, 1);
  return duties.filter(({ by: day }) => day <= until).toSorted((one, other) => one.by.localeCompare(other.by));
}
