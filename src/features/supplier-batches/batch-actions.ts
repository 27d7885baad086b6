// Sends many reports out to one supplier at once.
import { type Ctx, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { demandReasonFor, noteSentAnyway } from '../cases/application-actions.ts';
import { callerFor, findOwn, type Screener } from '../cases/screening-actions.ts';
import { readSupplierVersions, type Supplier } from '../suppliers/supplier-actions.ts';
import { sendOut } from '../suppliers/supplier-request-actions.ts';
import { readSending, type TypedSending } from '../suppliers/supplier-request-rules.ts';

/** As many as somebody chooses from one page. */
export const mostAtOnce = 200;

export interface ManySent {
  readonly batchId: string;
  /** How many were sent out; the others were sent out, closed or paused meanwhile. */
  readonly sent: number;
}

/** Somebody sent the report out, closed or paused it, or ended the request; what was typed is right. */
const changedMeanwhile = (error: unknown): boolean =>
  error instanceof Refusal &&
  (['not_found', 'state_does_not_allow'].includes(error.reason) || Object.hasOwn(error.fields, 'supplier'));

/** Whether `work` was done; not if somebody changed meanwhile what it is about, or, if that `mayBeWrong`, what was typed is wrong for it. */
export async function isDone(work: () => Promise<unknown>, mayBeWrong = false): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.reason === 'invalid_fields';
    if (changedMeanwhile(error) || (mayBeWrong && isWrong)) return false;
    throw error;
  }
}

/** What speaks against sending a report out, in sentences by its id, and why it is sent all the same. */
export interface SentAnyway {
  readonly lacksOf: ReadonlyMap<string, readonly string[]>;
  readonly anyway: string;
}

interface ToSupplier {
  readonly supplierId: string;
  readonly reportIds: readonly string[];
}

async function readSendingMany(
  ctx: Ctx,
  screener: Screener,
  { supplierId, reportIds }: ToSupplier,
  { lacksOf, anyway }: SentAnyway,
): Promise<Supplier> {
  demand(authorityOf(screener), 'send_out');
  const [supplier] = await readSupplierVersions(ctx, authorityOf(screener), supplierId);
  const problems = new Problems();
  if (reportIds.length === 0) problems.add('reports', 'Select the reports to send out');
  if (reportIds.length > mostAtOnce) problems.add('reports', `Select ${mostAtOnce} reports or fewer`);
  if (!supplier.isListed) problems.add('supplier', 'It is not in the register any more: choose another supplier');
  problems.refuse('invalid_fields');
  demandReasonFor([...lacksOf.values()].flat(), anyway);
  return supplier;
}

/** Refuses what `sendManyOut` would refuse, so that somebody may be asked first. @param today by the clock of the data */
export async function checkSendingMany(
  ctx: Ctx,
  screener: Screener,
  chosen: ToSupplier,
  typed: Omit<TypedSending, 'reference'>,
  { today, ...anyway }: SentAnyway & { readonly today: IsoDate },
): Promise<{ readonly supplier: Supplier; readonly costPence: number }> {
  const supplier = await readSendingMany(ctx, screener, chosen, anyway);
  const { costPence, problems } = readSending({ ...typed, reference: '' }, today);
  problems.refuse('invalid_fields');
  return { supplier, costPence };
}

/**
 * @param typed of each of the reports, by the clock of its data. Refuses with `invalid_fields` by the names of the inputs, and with
 * `not_found` another supplier.
 */
export async function sendManyOut(
  ctx: Ctx,
  screener: Screener,
  chosen: ToSupplier,
  typed: Omit<TypedSending, 'reference'>,
  { lacksOf, anyway }: SentAnyway,
): Promise<ManySent> {
  await readSendingMany(ctx, screener, chosen, { lacksOf, anyway });
  const { supplierId, reportIds } = chosen;
  const sending = { ...typed, reference: '' };
  const batchId = ctx.newId();
  let sent = 0;
  for (const reportId of new Set(reportIds)) {
    const send = async () => {
      const queued = await findOwn(ctx, screener, reportId);
      const target = { checkId: queued.check_id, reportId: queued.report_id };
      const lacks = lacksOf.get(reportId) ?? [];
      await inTransaction(ctx, async (tx) => {
        await sendOut(tx, callerFor(screener, queued), target, { ...sending, supplierId, seen: 0, batchId });
        await noteSentAnyway(tx, screener, reportId, { lacks, anyway, isOfSeveral: lacksOf.size > 1 });
      });
    };
    // The days are judged by the clock of each account's data: what another one takes stays sent.
    if (await isDone(send, sent > 0)) sent += 1;
  }
  return { batchId, sent };
}
