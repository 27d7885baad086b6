// Creates, changes and lists the subsidiaries of an account, for which orders can be placed.
import { type Authority, type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, type Permitted } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import {
  findSubsidiaries,
  holdAccount,
  insertSubsidiary,
  type SubsidiaryRow,
  updateSubsidiary,
} from './account-store.ts';

const taken = (field: string) => new Refusal('invalid_fields', { [field]: ['has already been taken'] });

function givenName(text: string): string {
  const name = text.trim();
  if (name === '') throw new Refusal('invalid_fields', { name: ["can't be blank"] });
  return name;
}

/** People choose a subsidiary by its name alone. */
function refuseNamesake(others: readonly SubsidiaryRow[], name: string): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw taken('name');
}

export function createSubsidiary(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: { readonly name: string; readonly externalId?: string | null },
): Promise<{ readonly id: string }> {
  demand(by, 'manage_accounts');
  const name = givenName(given.name);
  return inTransaction(ctx, async (tx) => {
    await holdAccount(tx.db, accountId);
    refuseNamesake(await findSubsidiaries(tx.db, accountId), name);
    const id = tx.newId();
    const inserted = await insertSubsidiary(tx.db, {
      accountId,
      id,
      name,
      externalId: given.externalId ?? null,
      createdAt: tx.now(),
    });
    if (!inserted) throw taken('externalId');
    await storeAccountEvent(tx, accountId, by, { type: 'subsidiary.created', resourceId: id });
    return { id };
  });
}

export interface WrongSubsidiary {
  /** Its place among those that were given. */
  readonly at: number;
  readonly fields: FieldMessages;
}

/**
 * Creates all of them, or none. Returns what is wrong with which.
 * @param isTried only says what is wrong, and creates none
 */
export async function createSubsidiaries(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: readonly Parameters<typeof createSubsidiary>[3][],
  isTried = false,
): Promise<readonly WrongSubsidiary[]> {
  demand(by, 'manage_accounts');
  const wrong: WrongSubsidiary[] = [];
  const undo = new Refusal('invalid_fields');
  try {
    await inTransaction(ctx, async (tx) => {
      for (const [at, one] of given.entries()) {
        try {
          await createSubsidiary(tx, by, accountId, one);
        } catch (error) {
          if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
          wrong.push({ at, fields: error.fields });
        }
      }
      if (isTried || wrong.length > 0) throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return wrong;
}

interface SubsidiaryChange {
  readonly id: string;
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly hasEnded?: boolean | undefined;
}

/**
 * Orders, users and keys of it keep it: they name it by its id. One that has ended takes no order, and its people and keys
 * read what there is. @param change what is left out stays
 */
export function changeSubsidiary(ctx: Ctx, by: Asker, accountId: string, change: SubsidiaryChange): Promise<void> {
  demand(by, 'manage_accounts');
  return applyChange(ctx, by, accountId, change);
}

/** By the client itself, of one that the caller sees. Refuses as `changeSubsidiary`. */
export function renameSubsidiary(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  change: { readonly id: string; readonly name: string },
): Promise<void> {
  demand(caller, 'change_own_settings');
  if (!isInScope(caller, change.id)) throw new Refusal('not_found');
  return applyChange(ctx, caller, caller.accountId, change);
}

function applyChange(ctx: Ctx, by: Asker, accountId: string, change: SubsidiaryChange): Promise<void> {
  const { id } = change;
  const name = change.name === undefined ? undefined : givenName(change.name);
  return inTransaction(ctx, async (tx) => {
    await holdAccount(tx.db, accountId);
    const all = await findSubsidiaries(tx.db, accountId);
    const before = all.find((one) => one.id === id);
    if (before === undefined) throw new Refusal('not_found');
    const others = all.filter((one) => one.id !== id);
    if (name !== undefined) refuseNamesake(others, name);
    const externalId = change.externalId === undefined ? before.external_id : change.externalId?.trim() || null;
    if (externalId !== null && others.some((one) => one.external_id === externalId)) throw taken('externalId');
    const { hasEnded = before.ended_at !== null } = change;
    const endedAt = hasEnded ? (before.ended_at ?? tx.now()) : null;
    await updateSubsidiary(tx.db, accountId, { id, name: name ?? before.name, externalId, endedAt });
    const isRenamed = name !== undefined && name !== before.name;
    const detail = {
      renamed: isRenamed,
      ...(isRenamed && { was: before.name }),
      external_id: externalId !== before.external_id,
      ...(hasEnded === (before.ended_at !== null) ? {} : { ended: hasEnded }),
    };
    await storeAccountEvent(tx, accountId, by, { type: 'subsidiary.changed', resourceId: id, detail });
  });
}

export async function listSubsidiaries(ctx: Ctx, by: Asker, accountId: string): Promise<SubsidiaryRow[]> {
  demand(
    by,
    'read_checks',
    'read_clearance',
    'read_record',
    'order_checks',
    'manage_users',
    'read_accounts',
    'read_charges',
  );
  return findSubsidiaries(ctx.db, accountId);
}

/** What a form or a filter offers to choose from: the subsidiaries that the caller sees. None if they see one alone. */
export async function listOfferedSubsidiaries(ctx: Ctx, caller: OrderScope & Authority): Promise<SubsidiaryRow[]> {
  const all = await listSubsidiaries(ctx, caller, caller.accountId);
  return caller.subsidiaryIds?.length === 1 ? [] : all.filter(({ id }) => isInScope(caller, id));
}

/** Of those that `listOfferedSubsidiaries` has, the ones that can take a new order. */
export const listOpenSubsidiaries = async (ctx: Ctx, caller: OrderScope & Authority): Promise<SubsidiaryRow[]> =>
  (await listOfferedSubsidiaries(ctx, caller)).filter((one) => one.ended_at === null);

/** The ids of the subsidiaries that take no order any more, for judging a new order. */
export const readEndedSubsidiaries = async (ctx: Ctx, accountId: string): Promise<ReadonlySet<string>> =>
  new Set((await findSubsidiaries(ctx.db, accountId)).flatMap((one) => (one.ended_at === null ? [] : [one.id])));

/** Undefined for none. */
export async function readSubsidiaryName(ctx: Ctx, accountId: string, id: string | null): Promise<string | undefined> {
  if (id === null) return undefined;
  return (await findSubsidiaries(ctx.db, accountId)).find((one) => one.id === id)?.name;
}
