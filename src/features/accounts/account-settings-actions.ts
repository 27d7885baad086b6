// Reads and changes the settings of an account.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { AccountSetting } from './account-setting.ts';
import { isKeptInEvents, permissionOfGroup, settingFault } from './account-setting.ts';
import {
  type AccountSettingName,
  type AccountSettings,
  accountSettings,
  settingsOfClient,
  settingsWith,
} from './account-settings.ts';
import {
  type AccountChange,
  askNoSignOffs,
  findAccount,
  findAccountSettings,
  findUsers,
  mergeAccountSettings,
  updateAccount,
} from './account-store.ts';
import { approvalSettings, strictestApproval } from './approval-settings.ts';
import { recordChange } from './authority-events.ts';
import { settingsOfClosed } from './closing.ts';
import { findAccountManagers } from './contract-queries.ts';
import { findStateNow } from './old-row-queries.ts';
import { areAccountsAsLeft } from './user-row-actions.ts';

/** Every setting; those that nobody changed have their defaults. */
export async function readAccountSettings(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<AccountSettings> {
  const stored = await findAccountSettings(ctx.db, accountId);
  if (stored === undefined) throw new Refusal('not_found');
  return settingsWith(stored);
}

/** All of them at their strictest if somebody changed them behind the program, until they are put right. */
export async function readApprovalSettings(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms'>,
  accountId: string,
): Promise<AccountSettings> {
  const settings = await readAccountSettings(ctx, accountId);
  if (await areAccountsAsLeft(ctx, [accountId])) return settings;
  return { ...settings, ...strictestApproval };
}

/** What is wrong with the values, by the name of each setting. */
export function settingProblems(change: Readonly<Record<string, unknown>>): Problems {
  const problems = new Problems();
  for (const [name, value] of Object.entries(change)) {
    const setting: AccountSetting | undefined = Object.hasOwn(accountSettings, name)
      ? accountSettings[name as keyof typeof accountSettings]
      : undefined;
    const fault = setting === undefined ? 'is not a setting' : settingFault(setting, value);
    if (fault !== undefined) problems.add(name, fault);
  }
  return problems;
}

/** What a changed value needs beside it, by the name of what is missing. */
function missingBeside(
  settings: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Problems {
  const problems = new Problems();
  for (const [name, setting] of Object.entries<AccountSetting>(accountSettings)) {
    const { needs } = setting;
    if (needs === undefined || settings[name] === setting.default) continue;
    const isTouched = Object.hasOwn(change, name) || Object.hasOwn(change, needs);
    const isMissing = settings[needs] === accountSettings[needs as AccountSettingName].default;
    if (isTouched && isMissing) problems.add(needs, `is needed with “${setting.label}”`);
  }
  return problems;
}

/** Each setting is changed by those who may change its group. */
function demandChange(by: Asker, change: Readonly<Record<string, unknown>>): void {
  settingProblems(change).refuse('invalid_fields');
  for (const name of Object.keys(change) as AccountSettingName[])
    demand(by, permissionOfGroup(accountSettings[name].group));
}

/** @param change only the settings to change. Refuses with `invalid_fields` by the name of each. */
export function changeAccountSettings(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  demandChange(by, change);
  return mergeAndRecord(ctx, by, accountId, change);
}

/**
 * The same change in many accounts, one after the other. Refuses with `invalid_fields` before any is changed.
 * @returns how many it changed; the others had the values already
 */
export async function changeSettingsOfMany(
  ctx: Ctx,
  by: Asker,
  accountIds: readonly string[],
  change: Readonly<Record<string, unknown>>,
): Promise<number> {
  demandChange(by, change);
  let changed = 0;
  for (const accountId of accountIds) {
    const before: Readonly<Record<string, unknown>> = await readAccountSettings(ctx, accountId);
    if (Object.entries(change).every(([name, value]) => before[name] === value)) continue;
    await mergeAndRecord(ctx, by, accountId, change);
    changed += 1;
  }
  return changed;
}

/** As `changeAccountSettings`, by an administrator of the client: only what a client changes itself. */
export function changeOwnSettings(ctx: Ctx, caller: Caller, change: Readonly<Record<string, unknown>>): Promise<void> {
  demand(caller, 'change_own_settings');
  const problems = settingProblems(change);
  const own: readonly string[] = settingsOfClient;
  for (const name of Object.keys(change)) if (!own.includes(name)) problems.add(name, 'is changed by the desk alone');
  problems.refuse('invalid_fields');
  return mergeAndRecord(ctx, caller, caller.accountId, change);
}

/** What an event says of changed settings: their names, and the values of those that it may keep. */
function changesOf(before: AccountSettings, change: Readonly<Record<string, unknown>>) {
  const names = Object.keys(change) as AccountSettingName[];
  const kept = names.filter((name) => isKeptInEvents(accountSettings[name]));
  return {
    settings: names.join(' '),
    values: kept.map((setting) => ({ setting, before: before[setting], after: change[setting] })),
  };
}

/** Stores the change with its event. Refuses with `not_found`. */
export async function storeAccountChange(tx: Ctx, by: Asker, accountId: string, change: AccountChange): Promise<void> {
  const before = await findAccount(tx.db, accountId);
  if (before === undefined) throw new Refusal('not_found');
  await updateAccount(tx.db, tx.integrity, accountId, change);
  /** Null where it is as before. */
  const now = (value: boolean | undefined, was: boolean) => (value === was ? null : (value ?? null));
  const detail = {
    renamed: change.name !== undefined && change.name !== before.name,
    bare_results_links: now(change.bareResultsLinks, before.bare_results_links),
    second_factor_demanded: now(change.secondFactorDemanded, before.second_factor_demanded),
    now: await findStateNow(tx.db, accountId),
  };
  await storeAccountEvent(tx, accountId, by, { type: 'account.changed', resourceId: accountId, detail });
}

/**
 * An administrator of the client demands a second factor of all users of the account, or does so no more. Whoever demands it
 * has one, so that somebody can still sign in and help the others: otherwise refuses with `invalid_fields` (secondFactor).
 */
export function demandOwnSecondFactor(ctx: Ctx, caller: Caller, userId: string, isDemanded: boolean): Promise<void> {
  demand(caller, 'change_own_settings');
  const { accountId } = caller;
  return inTransaction(ctx, async (tx) => {
    const user = (await findUsers(tx.db, accountId)).find(({ id }) => id === userId);
    if (isDemanded && !user?.has_second_factor && !user?.has_single_sign_on)
      throw new Refusal('invalid_fields', { secondFactor: ['needs one of yours first'] });
    await storeAccountChange(tx, caller, accountId, { secondFactorDemanded: isDemanded });
  });
}

function mergeAndRecord(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = await readAccountSettings(tx, accountId);
    // What a closed account cannot have would wait unseen until it is opened again.
    const isClosed = ((await findAccount(tx.db, accountId))?.closing?.closedAt ?? null) !== null;
    const problems = new Problems();
    for (const [name, value] of Object.entries(settingsOfClosed))
      if (isClosed && Object.hasOwn(change, name) && change[name] !== value)
        problems.add(name, `is ${value === false ? 'no' : value} while the account is closed`);
    problems.refuse('invalid_fields');
    for (const [name, value] of Object.entries(change))
      if (
        accountSettings[name as AccountSettingName].kind === 'person' &&
        value !== '' &&
        value !== before[name as AccountSettingName]
      )
        if (!(await findAccountManagers(tx.db, accountId, 'system')).some(({ id }) => id === value))
          problems.add(name, 'must be an account manager who sees this account');
    problems.refuse('invalid_fields');
    missingBeside({ ...before, ...change }, change).refuse('invalid_fields');
    if ((await mergeAccountSettings(tx.db, tx.integrity, accountId, change)) === 0) throw new Refusal('not_found');
    if (before.askDecisions && change.askDecisions === false) await askNoSignOffs(tx.db, accountId);
    const detail = {
      ...changesOf(before, change),
      now: await findStateNow(tx.db, accountId),
    };
    await storeAccountEvent(tx, accountId, by, { type: 'account.changed', resourceId: accountId, detail });
    const lowered = approvalSettings.filter((name) => Number(change[name] ?? before[name]) < Number(before[name]));
    if (lowered.length > 0) await recordChange(tx, by, accountId, 'approval.lowered', { settings: lowered });
  });
}
