// Creates users together with their invitation to sign in, and accounts with their first administrator.
import { type Ctx, inTransaction } from '../../context.ts';
import { type FieldMessages, Problems, Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { copyPlans } from '../renewals/renewal-plan-copy-actions.ts';
import { copyAgreement } from '../report-types/agreement-copy-actions.ts';
import type { TemplateId } from '../report-types/templates.ts';
import { copyRules } from '../result-rules/rule-set-actions.ts';
import { createAccount, createUser, readAccount, type UserArguments } from './account-actions.ts';
import { settingsOfStandard, settingsToCopy } from './account-settings.ts';
import {
  changeAccountSettings,
  readAccountSettings,
  settingProblems,
  storeAccountChange,
} from './account-settings-actions.ts';
import { createDeskUser, type DeskUserArguments } from './sign-in-actions.ts';
import { inviteToSignIn } from './sign-in-link-actions.ts';
import { findPortalUser, isEmailInUse } from './sign-in-store.ts';
import { personProblems } from './user-rules.ts';

export interface NewAccount {
  readonly name: string;
  /** `settings` are those that are decided from the start; the others have their defaults. `like`: the id of another account, or of the house standard. */
  readonly start:
    | { readonly template: TemplateId; readonly settings: Readonly<Record<string, unknown>> }
    | { readonly like: string };
  readonly secondFactorDemanded: boolean;
  /** Without one nobody is invited yet. */
  readonly administrator: { readonly name: string; readonly email: string } | undefined;
}

export interface Invitation {
  /** Undefined if the link is mailed, or nobody is invited. */
  readonly link: string | undefined;
}

/** Creates a user, who chooses their own password by the link. */
export function inviteUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: UserArguments,
): Promise<Invitation & { readonly id: string }> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await createUser(tx, by, accountId, given);
    return { id, link: await inviteToSignIn(tx, by, given.email, accountId) };
  });
}

/** What is wrong with one of the people, because of whom nobody was invited. */
export interface WrongInvitation {
  /** Its place among those that were given, from 0. */
  readonly at: number;
  readonly fields: FieldMessages;
}

/**
 * Invites all of them, or nobody. Returns their invitations, or what is wrong with which.
 * @param isTried only says what is wrong, and invites nobody
 */
export async function inviteUsers(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: readonly UserArguments[],
  isTried = false,
): Promise<{ readonly wrong: readonly WrongInvitation[]; readonly invited: readonly Invitation[] }> {
  demand(by, 'manage_users');
  const [wrong, invited]: [WrongInvitation[], Invitation[]] = [[], []];
  const undo = new Refusal('invalid_fields');
  try {
    await inTransaction(ctx, async (tx) => {
      for (const [at, one] of given.entries()) {
        try {
          invited.push(await inviteUser(tx, by, accountId, one));
        } catch (error) {
          if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
          wrong.push({ at, fields: error.fields });
        }
      }
      if (isTried || wrong.length > 0) throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
    return { wrong, invited: [] };
  }
  return { wrong, invited };
}

/** Creates a screener, who chooses their own password by the link. */
export function inviteDeskUser(
  ctx: Ctx,
  by: Asker,
  given: DeskUserArguments,
): Promise<Invitation & { readonly id: string }> {
  return inTransaction(ctx, async (tx) => {
    const id = await createDeskUser(tx, by, given);
    return { id, link: await inviteToSignIn(tx, by, given.email) };
  });
}

/**
 * Whether an account that they open belongs to the demo. At the desk only those who see nothing but the demo need no second
 * factor; with an account outside of it they would be asked for one at their next page.
 */
export async function opensForDemo(ctx: Ctx, by: Asker): Promise<boolean> {
  if (by === 'system') return false;
  const user = await findPortalUser(ctx.db, by.actor.slice('user:'.length));
  return user?.kind === 'desk' && !user.demands_second_factor;
}

async function administratorProblems(ctx: Ctx, administrator: NewAccount['administrator']): Promise<Problems> {
  if (administrator === undefined) return new Problems();
  const problems = personProblems(administrator);
  if (await isEmailInUse(ctx.db, administrator.email.toLowerCase())) problems.add('email', 'has already been taken');
  return problems;
}

type NewRow = Awaited<ReturnType<typeof createAccount>>;

/** What both accounts may order, on the same terms and renewed alike, their result rules, and the settings of the house's practice. */
async function startLike(tx: Ctx, by: Asker, from: string, { id: to, key }: NewRow): Promise<void> {
  await copyAgreement(tx, by, { from, to });
  await copyPlans(tx, by, { from, to, key });
  const [wanted, has] = [await readAccountSettings(tx, from), await readAccountSettings(tx, to)];
  const copied = (await readAccount(tx, from)).is_standard ? settingsOfStandard : settingsToCopy;
  const others = copied.filter((name) => wanted[name] !== has[name]);
  await changeAccountSettings(tx, by, to, Object.fromEntries(others.map((name) => [name, wanted[name]])));
  await copyRules(tx, by, { from, to });
}

/**
 * Returns the invitation of the administrator, if there is one. Refuses with `invalid_fields` (name, administrator.name,
 * administrator.email, settings), with every problem at once. @param start who asks must see the account that it is like
 */
export async function openAccount(
  ctx: Ctx,
  by: Asker,
  { name, start, secondFactorDemanded, administrator }: NewAccount,
): Promise<Invitation & { readonly id: string }> {
  demand(by, 'manage_accounts');
  const problems = 'like' in start ? new Problems() : settingProblems(start.settings);
  if (name.trim() === '') problems.add('name', "can't be blank");
  for (const [field, messages] of Object.entries((await administratorProblems(ctx, administrator)).fields)) {
    for (const message of messages) problems.add(`administrator.${field}`, message);
  }
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const template = 'like' in start ? undefined : start.template;
    const made = await createAccount(tx, by, { name, template, isDemo: await opensForDemo(tx, by) });
    const { id } = made;
    if ('like' in start) await startLike(tx, by, start.like, made);
    else await changeAccountSettings(tx, by, id, start.settings);
    if (secondFactorDemanded) await storeAccountChange(tx, by, id, { secondFactorDemanded });
    if (administrator === undefined) return { id, link: undefined };
    const { link } = await inviteUser(tx, by, id, { ...administrator, role: 'administrator' });
    return { id, link };
  });
}
