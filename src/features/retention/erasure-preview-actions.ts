// Whom other settings of an account would erase, for whoever is about to choose them.
import type { Ctx, Environment } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { countEarlierDue } from './earlier-erasure-queries.ts';
import { countDueForErasure, type DuePerson, type DueWindow, findDueForErasure } from './erasure-queries.ts';
import { type ErasureSettings, EVER_DAYS, erasesEarlier, nextErasure } from './erasure-rules.ts';

export const SOON_DAYS = 30;
const MOST_LISTED = 200;

export interface EarlierErasures {
  readonly settings: ErasureSettings;
  /** How many are erased in the next night. */
  readonly tonight: number;
  /** Within `SOON_DAYS` days, with those of the next night. */
  readonly soon: number;
  /** At any time, if nothing about them changes. */
  readonly ever: number;
  /** The first of those of `soon`, the earliest first, live data before test data. */
  readonly people: readonly DuePerson[];
}

const environments: readonly Environment[] = ['live', 'test'];

/** Undefined if the change makes nobody due earlier. @param change the settings to change, each as an account may have it */
export async function previewErasures(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accountId: string,
  change: Partial<Record<keyof ErasureSettings, unknown>>,
): Promise<EarlierErasures | undefined> {
  demand(by, 'manage_accounts');
  const before = await readAccountSettings(ctx, accountId);
  const { eraseAfterDays, neverHiredDays, keepsStaff, legalHold } = {
    ...before,
    ...(change as Partial<ErasureSettings>),
  };
  const settings = { eraseAfterDays, neverHiredDays, keepsStaff, legalHold };
  if (!erasesEarlier(before, settings)) return undefined;
  const window = (withinDays: number): DueWindow => ({ now: nextErasure(ctx.now()), withinDays, settings });
  const count = async (withinDays: number) => {
    let sum = await countEarlierDue(ctx.db, [accountId], window(withinDays));
    for (const one of environments) sum += await countDueForErasure(ctx.db, [accountId], one, window(withinDays));
    return sum;
  };
  const ever = await count(EVER_DAYS);
  if (ever === 0) return undefined;
  const people: DuePerson[] = [];
  for (const one of environments)
    people.push(
      ...(await findDueForErasure(ctx.db, [accountId], one, {
        ...window(SOON_DAYS),
        limit: MOST_LISTED - people.length,
      })),
    );
  return { settings, tonight: await count(0), soon: await count(SOON_DAYS), ever, people };
}
