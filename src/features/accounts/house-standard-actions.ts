// The house standard: the terms, prices and settings that the screening company offers every new client. It is an account
// that belongs to no client, so that the pages of an account change it, and a new account starts like it as like any other.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { switchOnTypes } from '../report-types/availability-actions.ts';
import { authorityFees } from '../report-types/role-levels.ts';
import type { TemplateId } from '../report-types/templates.ts';
import { createAccount, hasMoreThanDemo } from './account-actions.ts';
import { suggestedSettings } from './account-settings.ts';
import { changeAccountSettings } from './account-settings-actions.ts';
import { type AccountRow, findStandard, holdStandard } from './account-store.ts';
import { opensForDemo } from './new-account-actions.ts';
import { findPortalUser } from './sign-in-store.ts';

const fees = (['basic', 'standard', 'enhanced'] as const).map((variant) => ({
  ...{ name: 'criminal_history', variant, feePence: authorityFees[variant].value },
}));

/** The one that accounts start from which they open; undefined until somebody begins it. */
export async function readStandard(ctx: Ctx, by: Asker): Promise<AccountRow | undefined> {
  demand(by, 'read_accounts');
  return findStandard(ctx.db, await opensForDemo(ctx, by));
}

/** It concerns every client: it is changed by those who work for all of them, and that of the demo by those of the demo. */
export async function keepsStandard(ctx: Ctx, by: Asker): Promise<boolean> {
  demand(by, 'read_accounts');
  if (by === 'system' || (await opensForDemo(ctx, by))) return true;
  const user = await findPortalUser(ctx.db, by.actor.slice('user:'.length));
  return user?.kind === 'desk' && user.all_accounts;
}

/** Of what concerns every client: who works for the demo alone changes nothing for clients. */
export async function worksForEveryClient(ctx: Ctx, by: Asker): Promise<boolean> {
  if (!(await keepsStandard(ctx, by))) return false;
  return !(await opensForDemo(ctx, by)) || !(await hasMoreThanDemo(ctx));
}

/**
 * Begins it with what is suggested for new accounts and with the fees of public authorities. Refuses with `not_permitted` who
 * does not keep it, and with `state_does_not_allow` where there is one.
 */
export async function beginStandard(ctx: Ctx, by: Asker, template: TemplateId): Promise<void> {
  demand(by, 'manage_accounts');
  if (!(await keepsStandard(ctx, by))) throw new Refusal('not_permitted');
  await inTransaction(ctx, async (tx) => {
    await holdStandard(tx.db);
    if ((await readStandard(tx, by)) !== undefined) throw new Refusal('state_does_not_allow');
    const isDemo = await opensForDemo(tx, by);
    const { id } = await createAccount(tx, by, { name: 'House standard', template, isDemo, isStandard: true });
    await changeAccountSettings(tx, by, id, { ...suggestedSettings, acceptOrders: false });
    await switchOnTypes(tx, by, id, fees);
  });
}
