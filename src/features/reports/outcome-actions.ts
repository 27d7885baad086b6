// Stores a report's outcome as a new version with its MAC, and refuses an approval by the person who gave the outcome.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { findHistory } from '../events/check-history-queries.ts';
import { contentOfVersion, groundOf, isOwnProposal, type OutcomeSeal, outcomeMac } from './outcome-rules.ts';
import {
  countCorrections,
  findOutcomeAuthors,
  findTakenOver,
  insertOutcomeVersion,
  type OutcomeAuthor,
} from './outcome-store.ts';
import type { Report } from './report.ts';
import { isOpen, type ReportState } from './report-states.ts';
import { withPeriods } from './unconfirmed-rules.ts';

/** The number of versions of the outcome so far. */
export async function readOutcomeVersion(ctx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<number> {
  return (await findOutcomeAuthors(ctx.db, tenant, reportId)).at(-1)?.version ?? 0;
}

/** The report as it was when somebody began to type its outcome. */
export interface SeenState {
  readonly status: ReportState;
  /** Of its outcome; 0 for none. */
  readonly version: number;
  /** How often what the candidate stated was corrected. */
  readonly corrections: number;
  /** The references that were taken over since it was given, by their ids: when, in milliseconds. */
  readonly takenOver: Readonly<Record<string, number>>;
}

export async function readSeenState(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  { id, status }: Pick<Report, 'id' | 'status'>,
): Promise<SeenState> {
  const version = await readOutcomeVersion(ctx, tenant, id);
  const takenOver = (await findTakenOver(ctx.db, tenant, id)).map((one) => [one.id, one.taken_over_at.getTime()]);
  const corrections = await countCorrections(ctx.db, tenant, id);
  return { status, version, corrections, takenOver: Object.fromEntries(takenOver) };
}

/** When the newest version of the outcome was given; undefined if there is none. */
export async function readDecidedAt(ctx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<Date | undefined> {
  return (await findOutcomeAuthors(ctx.db, tenant, reportId)).at(-1)?.decided_at;
}

/** Whether monitoring found a change, and nobody has given an outcome since. */
export async function isToDecideAnew(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  { id, status, foundChange, reopenedAt }: Pick<Report, 'id' | 'status' | 'foundChange' | 'reopenedAt'>,
): Promise<boolean> {
  if (!foundChange || !isOpen(status)) return false;
  const decidedAt = await readDecidedAt(ctx, tenant, id);
  return decidedAt === undefined || decidedAt < reopenedAt!;
}

/** Whether it checks again somebody who was checked before: it was ordered as that, or monitoring opened it again before. */
export const isFollowUp = async (
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  { id, checkId, variant }: Pick<Report, 'id' | 'checkId' | 'variant'>,
): Promise<boolean> =>
  variant === 'follow_up' ||
  (await findHistory(ctx.db, tenant, { checkId, reportId: id, types: ['report.changed'] })).length > 0;

/** Refuses with `not_permitted` an approval, or a sending back, by the author of the newest version. */
export function refuseOwnApproval(caller: Caller, authors: readonly Pick<OutcomeAuthor, 'author'>[]): void {
  if (isOwnProposal(caller.actor, authors.at(-1)?.author)) throw new Refusal('not_permitted');
}

type Shown = Pick<Report, 'result' | 'subResult' | 'trafficLight' | 'findings'>;

/** Compares in stored form: JSON leaves out undefined properties. */
export function isSameOutcome(one: Shown, other: Shown): boolean {
  const stored = ({ result, subResult, trafficLight, findings }: Shown): unknown =>
    JSON.parse(JSON.stringify([result, subResult, trafficLight, findings]));
  return isDeepStrictEqual(stored(one), stored(other));
}

/**
 * As `isSameOutcome`, whatever reason is given why the light is another than the client's rules propose, and whichever
 * times nothing verifies: who approves only reads them anew.
 */
export function isSameButReason(one: Shown, other: Shown): boolean {
  const withoutReason = (shown: Shown): Shown => {
    const { result_rules: said, unconfirmed = [], ...findings } = shown.findings;
    const lacked = { unconfirmed: withPeriods(unconfirmed, []) };
    return { ...shown, findings: { ...findings, ...lacked, ...(said && { result_rules: { ...said, because: '' } }) } };
  };
  return isSameOutcome(withoutReason(one), withoutReason(other));
}

/** What an event says of a version. */
export const sealOf = ({ version, mac }: Pick<OutcomeAuthor, 'version' | 'mac'>): OutcomeSeal => ({
  version,
  mac: mac.toString('hex'),
});

/** Stores the outcome of `report`, which is as it was before the move, and returns what its event says of it. */
export async function storeOutcome(
  tx: Ctx,
  caller: Caller,
  report: Pick<Report, 'id' | 'status'> & Shown,
  outcome: Shown & { readonly sealedFindings: Buffer },
  earlier: readonly OutcomeAuthor[],
): Promise<OutcomeSeal> {
  const version = {
    accountId: caller.accountId,
    environment: caller.environment,
    reportId: report.id,
    version: (earlier.at(-1)?.version ?? 0) + 1,
    result: outcome.result!,
    subResult: outcome.subResult,
    trafficLight: outcome.trafficLight!,
    sealedFindings: outcome.sealedFindings,
    author: caller.actor,
    // Who only says why it differs from the client's rules has examined it, and changed nothing.
    ground: groundOf(caller.actor, isSameButReason(outcome, report) ? null : report.status),
    decidedAt: timeFor(tx, caller),
  };
  const mac = tx.integrity.mac(outcomeMac, contentOfVersion(version));
  await insertOutcomeVersion(tx.db, { ...version, mac });
  return sealOf({ ...version, mac });
}
