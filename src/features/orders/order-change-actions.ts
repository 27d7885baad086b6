// Changes what a client said with an order after it was placed, by the client or by the desk for it, and keeps what stood there
// before, who changed it and why. What rests on it follows: how the order is found, its calendar, its charges and documents.
import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import { overRefusal, Refusal, stateRefusal } from '../../lib/refusal.ts';
import {
  type OrderChangeProblem,
  type OrderChangeReason,
  type OrderField,
  orderFieldWords,
} from '../../messages/en-order-changes.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check, Order } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { jobOf, referenceKeys } from '../checks/check-placing-actions.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { replaceOrder } from '../checks/order-facts-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { Finding } from '../facts/finding.ts';
import { type JobRoleRow, listJobRoles, readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { allFindings, askedBy } from '../requirements/requirement-rules.ts';
import {
  changeableFields,
  changedFields,
  changedOrder,
  fieldValuesOf,
  orderChangeProblems,
  seenOf,
  type TypedOrderChange,
  typesOf,
} from './order-change-rules.ts';
import { findOrderChanges, insertOrderChange, isOnInvoice, replaceReferenceKeys } from './order-change-store.ts';

interface SealedChange {
  readonly rows: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  readonly note: string;
}

export interface OrderChange extends SealedChange {
  readonly reason: OrderChangeReason;
  readonly by: NamedActor;
  readonly changedAt: Date;
}

const placeOf = (id: string) => `order_changes.change ${id}`;

/** Undefined if nothing of it can be changed. */
export async function readChangeable(ctx: Ctx, caller: Caller, check: Check): Promise<OrderField[] | undefined> {
  demand(caller, 'amend_orders');
  const fields = changeableFields(check, await isOnInvoice(ctx.db, caller, check.id));
  return fields.length === 0 ? undefined : fields;
}

/** The roles that may be chosen instead: agreed, live, and of the level of the one that the order has. */
export async function readRolesOfLevel(
  ctx: Ctx,
  caller: Caller,
  { order }: Pick<Check, 'order'>,
): Promise<JobRoleRow[]> {
  demand(caller, 'amend_orders');
  const id = order.criminal_details?.JobRoleId ?? null;
  const has = id === null ? undefined : await readAgreedJobRole(ctx, caller.accountId, id);
  const roles = await listJobRoles(ctx, caller.accountId);
  return roles.filter((role) => has === undefined || role.role_check_type === has.role_check_type);
}

/** By the field of the job. */
const fieldOf: Readonly<Record<string, OrderField>> = {
  ...{ 'job.job_role': 'position', 'job.place_of_work': 'place_of_work', 'job.employer_name': 'employer_name' },
  ...{ 'job.employment_sector': 'employment_sector', 'job.JobRoleId': 'job_role' },
};

const problemOf = ({ at, code }: Finding): OrderChangeProblem => {
  if (at === 'job.JobRoleId') return 'not_of_level';
  return code === 'not_in_list' ? 'not_in_list' : 'missing';
};

/** What the reports need of the job, as when they were ordered. */
async function jobFindings(tx: Ctx, caller: Caller, check: Check, order: Order): Promise<Finding[]> {
  const reports = check.reports.flatMap(({ options }, at) => {
    const type = typesOf({ reports: [check.reports[at]!] })[0];
    return type === undefined ? [] : [{ type, options }];
  });
  const job = await jobOf(tx, caller, { criminalDetails: order.criminal_details, reports });
  const asked = askedBy(reports.flatMap(({ type }) => type.requires));
  const subject = { facts: order.facts, job, today: todayFor(tx, caller) };
  return allFindings(asked, subject, 'placed').filter(({ at }) => at in fieldOf);
}

async function shownValues(tx: Ctx, caller: Caller, order: Order): Promise<Readonly<Record<OrderField, string>>> {
  const roleId = order.criminal_details?.JobRoleId ?? null;
  const role = roleId === null ? undefined : await readAgreedJobRole(tx, caller.accountId, roleId);
  return { ...fieldValuesOf(order), job_role: role?.role_title ?? '' };
}

/**
 * Refuses with `invalid_fields` by the names of the fields, `reason` and `note`, as codes, and with `state_does_not_allow` what
 * cannot be changed any more, and with `already_taken` a form from before another change.
 */
export async function changeOrder(ctx: Ctx, caller: Caller, checkId: string, typed: TypedOrderChange): Promise<void> {
  demand(caller, 'amend_orders');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const offered = changeableFields(check, await isOnInvoice(tx.db, caller, checkId));
    const values = Object.fromEntries(
      Object.entries(typed.values).filter(([field]) => offered.includes(field as OrderField)),
    );
    if (offered.length === 0) throw isOngoing(check.status) ? stateRefusal(check.status) : overRefusal();
    if (seenOf(check.order) !== typed.seen) throw new Refusal('already_taken');
    const changed = changedFields(check.order, values);
    const problems = orderChangeProblems(check.order, { ...typed, values });
    const order = changedOrder(check.order, values);
    for (const finding of await jobFindings(tx, caller, check, order)) {
      const field = fieldOf[finding.at]!;
      // What was ordered long ago stays as it was: a role may have been retired since.
      if (changed.includes(field)) problems.add(field, problemOf(finding));
    }
    problems.refuse('invalid_fields');
    const [before, after] = [await shownValues(tx, caller, check.order), await shownValues(tx, caller, order)];
    await replaceOrder(tx, caller, { check, key }, order);
    await replaceReferenceKeys(tx.db, caller, checkId, {
      before: (await referenceKeys(tx, caller, check.order)) ?? [],
      after: (await referenceKeys(tx, caller, order)) ?? [],
    });
    const id = tx.newId();
    const rows = changed.map((field) => ({
      label: orderFieldWords[field],
      before: before[field],
      after: after[field],
    }));
    await insertOrderChange(tx.db, caller, checkId, {
      ...{ id, sealed_change: key.seal(placeOf(id), { rows, note: typed.note } satisfies SealedChange) },
      ...{ reason: typed.reason as OrderChangeReason, author: caller.actor, changed_at: timeFor(tx, caller) },
    });
    const detail = { fields: changed.join(' '), because: typed.reason };
    await storeEvents(tx, caller, [{ ...eventAbout(check, 'check.order_changed', check.status), detail }]);
  });
}

/** The newest first; none of an erased candidate. */
export async function readOrderChanges(
  ctx: Ctx,
  caller: Caller,
  { id: checkId }: Pick<Check, 'id'>,
): Promise<OrderChange[]> {
  demand(caller, 'amend_orders', 'read_checks', 'read_reports');
  const { key } = await readCheckAndKey(ctx, caller, checkId);
  if (key === undefined) return [];
  const rows = await findOrderChanges(ctx.db, caller, checkId);
  const nameOf = await readActorNames(
    ctx.db,
    caller.accountId,
    rows.map(({ author }) => author),
  );
  return rows.map(({ id, sealed_change, reason, author, changed_at }) => ({
    ...key.open<SealedChange>(placeOf(id), sealed_change),
    ...{ reason, by: nameOf(author), changedAt: changed_at },
  }));
}
