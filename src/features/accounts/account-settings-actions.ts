// Reads and changes the settings of an account.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import {
  type AccountSetting,
  type AccountSettings,
  accountSettings,
  approvalSettings,
  settingFault,
  settingsWith,
} from './account-settings.ts';
import { findAccountSettings, mergeAccountSettings } from './account-store.ts';
import { recordChange } from './authority-events.ts';

/** Every setting; those that nobody changed have their defaults. */
export async function readAccountSettings(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<AccountSettings> {
  const stored = await findAccountSettings(ctx.db, accountId);
  if (stored === undefined) throw new Refusal('not_found');
  return settingsWith(stored);
}

/** @param change only the settings to change. Refuses with `invalid_fields` by the name of each. */
export function changeAccountSettings(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  demand(by, 'manage_accounts');
  const problems = new Problems();
  for (const [name, value] of Object.entries(change)) {
    const setting: AccountSetting | undefined = Object.hasOwn(accountSettings, name)
      ? accountSettings[name as keyof typeof accountSettings]
      : undefined;
    const fault = setting === undefined ? 'is not a setting' : settingFault(setting, value);
    if (fault !== undefined) problems.add(name, fault);
  }
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const before = await readAccountSettings(tx, accountId);
    if ((await mergeAccountSettings(tx.db, accountId, change)) === 0) throw new Refusal('not_found');
    const detail = { settings: Object.keys(change).join(' ') };
    await storeAccountEvent(tx, accountId, by, { type: 'account.changed', resourceId: accountId, detail });
    const lowered = approvalSettings.filter((name) => Number(change[name] ?? before[name]) < Number(before[name]));
    if (lowered.length > 0) await recordChange(tx, by, accountId, 'approval.lowered', { settings: lowered });
  });
}
