// Screens many people again at once: what is due of each is kept as a row of a bulk order, which a job places once it is confirmed.
import { type Ctx, inTransaction } from '../../context.ts';
import { type FieldMessages, Refusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { readStillRenewing } from '../renewals/renewal-actions.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import type { Report } from '../reports/report.ts';
import {
  type BulkCaller,
  type BulkRow,
  isUploaded,
  mostRows,
  type RowAgain,
  uploadBulkOrder,
} from './bulk-order-actions.ts';
import { type OrderingCaller, readOrderOfCheck } from './order-actions.ts';
import { orderAgain, reportsToOrderAgain, type Wave } from './order-again-actions.ts';
import { isHeldToPackages, type Orderable, readOrderableBy, readOrderableOf } from './order-body-actions.ts';
import { packageAgain } from './package-again-rules.ts';

export interface DueReports {
  readonly checkId: string;
  readonly reportIds: readonly string[];
}

/** Among the problems of a row: the number of the order whose person is not screened again. */
export const EARLIER_ORDER = 'EarlierOrder';

/** Read together. */
const PER_READ = 20;

/** The row says on pages what is ordered, as a row of a spreadsheet does. */
function rowOf(
  check: Check,
  due: DueReports,
  place: { rowNumber: number; orderable: Orderable; wave: Wave },
): BulkRow[] {
  const { rowNumber, orderable, wave } = place;
  const chosen = reportsToOrderAgain(check).filter(({ id }) => due.reportIds.includes(id));
  if (chosen.length === 0) return [];
  const pack = packageAgain(check, chosen, orderable);
  const { facts, details, tags, criminal_details } = check.order;
  const packed = pack?.isOrdered === true && pack.shares.size > 0 ? pack : undefined;
  const single = chosen.filter(({ id }) => packed?.shares.has(id) !== true);
  const checks = single.map(({ name, variant, options, monitor }: Report) => ({
    CheckType: codeOf({ name, variant }),
    Refinements: (options ?? []).map((option) => option.name),
    ...(monitor !== null && { Monitor: monitor }),
  }));
  const number = wave.purchaseOrder || tags[0];
  const reference = wave.otherReference || details?.PersonalInfo.OtherReference;
  return [
    {
      ...{ rowNumber, subsidiaryId: check.subsidiaryId, statedId: null, startsOn: wave.startsOn, isUrgent: false },
      items: chosen.map(({ reportTypeId }) => ({ report_type_id: reportTypeId, quantity: 1 })),
      body: {
        ...(packed && { PackageId: packed.pack!.id }),
        ...(checks.length > 0 && { Checks: checks }),
        ...(number && { PurchaseOrderNumber: number }),
        ...(reference && { OtherReference: reference }),
        Candidate: {
          CurrentName: { FirstName: facts.first_name, LastName: facts.last_name },
          PersonalInfo: {
            ...{ DateOfBirth: facts.dob, CandidateEmail: facts.email },
            PositionAppliedFor: details?.PersonalInfo.PositionAppliedFor ?? criminal_details?.job_role ?? undefined,
            ...(wave.note && { ApplicantNotes: wave.note }),
          },
        },
      },
      entry: check.type === 'express' ? 'client' : 'candidate',
      again: { checkId: check.id, orderId: check.orderId, reportIds: chosen.map(({ id }) => id), wave },
    },
  ];
}

/**
 * Keeps them until they are confirmed, by the id of the page that is sent: sent twice, it is kept once. Refuses with
 * `invalid_fields` (renewal) where nothing is left to order.
 */
export async function uploadRenewals(
  ctx: Ctx,
  caller: BulkCaller,
  {
    id,
    due,
    wave,
  }: { readonly id: string; readonly due: readonly DueReports[]; readonly wave: Omit<Wave, 'packagesOnly'> },
): Promise<void> {
  demand(caller, 'order_checks');
  if (await isUploaded(ctx, caller, id)) return;
  const packagesOnly = isHeldToPackages(caller, await readOrderableBy(ctx, caller));
  const orderables = new Map<string | null, Promise<Orderable>>();
  const orderableOf = (subsidiaryId: string | null): Promise<Orderable> => {
    const known = orderables.get(subsidiaryId) ?? readOrderableOf(ctx, caller.accountId, subsidiaryId);
    orderables.set(subsidiaryId, known);
    return known;
  };
  const rows: BulkRow[] = [];
  const some = due.slice(0, mostRows);
  for (let at = 0; at < some.length; at += PER_READ) {
    const part = some.slice(at, at + PER_READ);
    const checks = await Promise.all(part.map(({ checkId }) => readOrderOfCheck(ctx, caller, checkId)));
    for (const [place, check] of checks.entries()) {
      const orderable = await orderableOf(check.subsidiaryId);
      rows.push(
        ...rowOf(check, part[place]!, { rowNumber: rows.length + 1, orderable, wave: { ...wave, packagesOnly } }),
      );
    }
  }
  if (rows.length === 0) throw new Refusal('invalid_fields', { renewal: ["can't be blank"] });
  await uploadBulkOrder(ctx, caller, { id, items: [], rows, unreadColumns: [], isRenewal: true });
}

/** Why it cannot be ordered, by field of interface v1; undefined for what is no fault of the row. */
function problemsOf({ reason, fields }: Refusal): FieldMessages | undefined {
  if (reason === 'check_ongoing') return { Checks: [problemSentence('again_ongoing')] };
  if (reason === 'invalid_fields' && fields.report !== undefined)
    return { Checks: fields.report.map((one) => (one === "can't be blank" ? problemSentence('again_not_due') : one)) };
  if (['requirements_not_met', 'invalid_fields', 'unknown_report_name'].includes(reason)) return fields;
  return ['not_found', 'state_does_not_allow', 'restricted'].includes(reason)
    ? { Checks: [problemSentence('again_not_possible')] }
    : undefined;
}

/**
 * Orders what is due of a row still. Returns why nothing is ordered; undefined if it is. @param store keeps what became of the row,
 * in the transaction of the order
 */
export async function orderRowAgain(
  ctx: Ctx,
  caller: OrderingCaller,
  { checkId, orderId, reportIds, wave }: RowAgain,
  store: (tx: Ctx, placed: Check) => Promise<void>,
): Promise<FieldMessages | undefined> {
  demand(caller, 'order_checks');
  try {
    await inTransaction(ctx, async (tx) => {
      const due = await readStillRenewing(tx, caller, reportIds);
      await store(tx, await orderAgain(tx, caller, checkId, caller.userId, due, wave));
    });
    return undefined;
  } catch (error) {
    const problems = error instanceof Refusal ? problemsOf(error) : undefined;
    if (problems === undefined) throw error;
    return { ...problems, [EARLIER_ORDER]: [String(orderId)] };
  }
}
