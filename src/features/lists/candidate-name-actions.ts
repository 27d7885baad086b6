// Names the candidates of listed reports, after recording that the list was read.

import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ERASED, fullName } from '../../lib/person-names.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import type { Order } from '../checks/check.ts';
import { recordList } from '../events/look-actions.ts';
import { givenDob } from '../facts/facts.ts';
import { openSealedOrder } from './sealed-order-actions.ts';
import { findSealedOrders, type SealedOrder } from './sealed-order-queries.ts';
import type { DeskReport, SealedName } from './work-queue-queries.ts';

/** A candidate in a list, by whom somebody who calls is told from others of the same name. */
interface ListedCandidate {
  readonly name: string;
  /** null where it is not stated, or the candidate was erased. */
  readonly bornOn: IsoDate | null;
}

async function candidateIn(ctx: Pick<Ctx, 'keys'>, row: SealedOrder): Promise<ListedCandidate> {
  const order = await openSealedOrder(ctx, row);
  if (order === undefined) return { name: ERASED, bornOn: null };
  const { first_name, last_name, dob } = order.facts;
  return { name: fullName(first_name, last_name), bornOn: givenDob(dob) };
}

const nameIn = async (ctx: Pick<Ctx, 'keys'>, row: SealedOrder): Promise<string> => (await candidateIn(ctx, row)).name;

const sealedOrderOf = (row: Listed & SealedName): SealedOrder => ({
  accountId: row.account_id,
  environment: row.environment,
  checkId: row.check_id,
  applicantId: row.applicant_id,
  sealedOrder: row.sealed_order,
  sealedKey: row.sealed_key,
});

type Listed = Pick<DeskReport, 'account_id' | 'environment' | 'check_id' | 'clock_offset_seconds'>;
type Reader = Permitted & { readonly userId: string };

function recordLists(ctx: Ctx, reader: Reader, listed: readonly Listed[], filter: Readonly<Record<string, unknown>>) {
  const { actor } = authorityOf(reader);
  const byTenant = Map.groupBy(listed, ({ account_id, environment }) => `${account_id} ${environment}`);
  for (const rows of byTenant.values()) {
    const { account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds } = rows[0]!;
    const ids = [...new Set(rows.map((row) => row.check_id))];
    recordList(ctx, { accountId, environment, clockOffsetSeconds, actor }, 'account.checks_listed', { filter, ids });
  }
}

/** Records that a list of requests was read, which names no candidate but their orders. */
export function recordListedRequests(
  ctx: Ctx,
  reader: Reader,
  listed: readonly Listed[],
  filter: Readonly<Record<string, unknown>>,
): void {
  demand(authorityOf(reader), 'read_suppliers', 'send_out');
  recordLists(ctx, reader, listed, filter);
}

/** Records that a list of orders was read whose names are decrypted elsewhere. */
export function recordListedOrders(
  ctx: Ctx,
  reader: Reader,
  listed: readonly Listed[],
  filter: Readonly<Record<string, unknown>>,
): void {
  demand(authorityOf(reader), 'read_reports');
  recordLists(ctx, reader, listed, filter);
}

/** By the ids of the checks. The caller records that they were read. */
export const namesIn = async (
  ctx: Pick<Ctx, 'keys'>,
  orders: readonly SealedOrder[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(orders.map(async (one) => [one.checkId, await nameIn(ctx, one)] as const)));

/**
 * The candidates by the ids of the checks. @param filter what narrowed the list, in names of ours and numbers
 */
export async function readCandidates(
  ctx: Ctx,
  reader: Reader,
  listed: readonly Listed[],
  filter: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, ListedCandidate>> {
  demand(authorityOf(reader), 'read_reports');
  if (listed.length === 0) return new Map();
  recordLists(ctx, reader, listed, filter);
  const checks = listed.map((row) => ({
    accountId: row.account_id,
    environment: row.environment,
    checkId: row.check_id,
  }));
  const orders = await findSealedOrders(ctx.db, checks);
  return new Map(await Promise.all(orders.map(async (one) => [one.checkId, await candidateIn(ctx, one)] as const)));
}

/** As `readCandidates`, their names alone. */
export async function readCandidateNames(
  ...given: Parameters<typeof readCandidates>
): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await readCandidates(...given))].map(([checkId, { name }]) => [checkId, name]));
}

/** The orders by the ids of the checks, for a list that was read with the sealed names; without those of who was erased. */
export async function openListedOrders(
  ctx: Ctx,
  reader: Reader,
  listed: readonly (Listed & SealedName)[],
  filter: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, Order>> {
  demand(authorityOf(reader), 'read_reports');
  recordLists(ctx, reader, listed, filter);
  const sealed = new Map(listed.map((row) => [row.check_id, sealedOrderOf(row)]));
  const orders = await Promise.all(
    [...sealed].map(async ([id, one]) => [id, await openSealedOrder(ctx, one)] as const),
  );
  return new Map(orders.flatMap(([id, order]) => (order === undefined ? [] : [[id, order] as const])));
}

/** As `readCandidateNames`, for a list that was read with the sealed names. */
export async function openCandidateNames(
  ctx: Ctx,
  reader: Reader,
  listed: readonly (Listed & SealedName)[],
  filter: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, string>> {
  demand(authorityOf(reader), 'read_reports', 'read_checks');
  recordLists(ctx, reader, listed, filter);
  const orders = new Map(listed.map((row) => [row.check_id, sealedOrderOf(row)]));
  return namesIn(ctx, [...orders.values()]);
}
