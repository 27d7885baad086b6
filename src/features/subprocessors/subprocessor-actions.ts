// The operator's sub-processors (UK GDPR Art. 28(2)): kept in versions, shown to clients, whose administrators are told of a change ahead.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, askerMay, demand } from '../access/permissions.ts';
import { listAccounts } from '../accounts/account-actions.ts';
import { listAdministrators } from '../accounts/administrator-actions.ts';
import { worksForEveryClient } from '../accounts/house-standard-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeEntry } from '../registers/register-actions.ts';
import { heldOn, readSubprocessor, type Subprocessor, type TypedSubprocessor } from './subprocessor-rules.ts';
import { findSubprocessorVersions, isNamed, type SubprocessorRow, subprocessorRegister } from './subprocessor-store.ts';

export interface SubprocessorVersion extends Subprocessor {
  readonly id: string;
  readonly version: number;
  /** How many administrators of clients got a mail about it. */
  readonly mailed: number;
  readonly savedAt: Date;
  /** null if it was nobody of the desk. */
  readonly savedBy: string | null;
}

export interface ListedSubprocessor {
  readonly id: string;
  /** Undefined before it is used, and once it is used no more. */
  readonly current: SubprocessorVersion | undefined;
  /** The change that is announced. */
  readonly coming: SubprocessorVersion | undefined;
  readonly newest: SubprocessorVersion;
}

const versionOf = (row: SubprocessorRow): SubprocessorVersion => ({
  ...{ id: row.id, version: row.version, name: row.name, purpose: row.purpose, place: row.place },
  ...{ holdsFrom: row.holds_from, isUsed: row.is_listed, mailed: row.mailed },
  ...{ savedAt: row.created_at, savedBy: row.author_name },
});

/** By name; also those that are used no more. Every client reads them, and who sees accounts at the desk. */
export async function listSubprocessors(ctx: Pick<Ctx, 'db' | 'now'>, by: Asker): Promise<ListedSubprocessor[]> {
  demand(by, 'read_agreement', 'read_accounts');
  const today = ukDateOf(ctx.now());
  const byId = Map.groupBy((await findSubprocessorVersions(ctx.db)).map(versionOf), ({ id }) => id);
  return [...byId].map(([id, versions]) => {
    const all = versions as [SubprocessorVersion, ...SubprocessorVersion[]];
    return { id, ...heldOn(all, today), newest: all[0] };
  });
}

/** They concern every client, so those who work for all of them change them. */
export const mayKeepSubprocessors = async (ctx: Ctx, by: Asker): Promise<boolean> =>
  askerMay(by, 'manage_notices') && (await worksForEveryClient(ctx, by));

/** Those of every client whose account is not closed. Returns how many. */
async function mailAdministrators(tx: Ctx, facts: Subprocessor, change: 'added' | 'changed' | 'ended') {
  let mailed = 0;
  for (const account of await listAccounts(tx, 'system')) {
    if (account.is_standard || account.closing?.closedAt) continue;
    const caller: Caller = { accountId: account.id, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
    const key = await tx.keys.forAccount(account.id);
    for (const user of await listAdministrators(tx, account.id)) {
      const { name: processor, purpose, place, holdsFrom: from } = facts;
      const page = `${tx.settings.clientUrl}/portal/processing`;
      const values = { name: user.name, change, processor, purpose, place, from, page };
      await queueEmail(tx, emailToUser(tx, caller, key, 'subprocessor_changing', { user, values }));
      mailed += 1;
    }
  }
  return mailed;
}

/**
 * Adds one, or a version of one. A change that is to come is told to the administrators of all clients by mail, so that they
 * may object; one that holds already is told to nobody. Returns its id. Refuses with `invalid_fields` by the names of the
 * inputs, and with `not_permitted` who does not work for every client.
 */
export async function keepSubprocessor(
  ctx: Ctx,
  by: Asker,
  typed: TypedSubprocessor,
  of?: { readonly id: string; readonly version: number },
): Promise<string> {
  if (!(await mayKeepSubprocessors(ctx, by))) throw new Refusal('not_permitted');
  const today = ukDateOf(ctx.now());
  const { facts, problems } = readSubprocessor(typed, today);
  problems.refuse('invalid_fields');
  // Loading a key inside the transaction would take a second connection.
  for (const { id } of await listAccounts(ctx, 'system')) await ctx.keys.forAccount(id);
  return inTransaction(ctx, async (tx) => {
    // Sent twice, it would be told to every client twice, and stand there for ever.
    if (of === undefined && (await isNamed(tx.db, facts.name.toLowerCase())))
      throw new Refusal('invalid_fields', { name: ['This sub-processor is here already: change it instead'] });
    const change = of === undefined ? 'added' : facts.isUsed ? 'changed' : 'ended';
    const mailed = facts.holdsFrom > today ? await mailAdministrators(tx, facts, change) : 0;
    return storeEntry(tx, by, subprocessorRegister, 'manage_notices', {
      ...{ name: facts.name, nameKey: facts.name.toLowerCase(), isListed: facts.isUsed, of },
      values: { purpose: facts.purpose, place: facts.place, holds_from: facts.holdsFrom, mailed },
    });
  });
}
