// Mails a supplier the lines of its invoice that are disputed.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { authorityOf, demand, othersMay } from '../access/permissions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { readSupplierVersions } from '../suppliers/supplier-actions.ts';
import { isMailed, mailSupplier } from '../suppliers/supplier-mail-actions.ts';
import { invoiceLineFile } from './invoice-line-file-actions.ts';
import { standingOf } from './invoice-line-rules.ts';
import { type OpenedInvoice, readSupplierInvoice } from './supplier-invoice-actions.ts';

const MAIL = 'mail_supplier_disputes';

/** None of an invoice that was loaded by mistake. */
const disputedIn = ({ invoice, lines }: OpenedInvoice): number =>
  invoice.state === 'discarded' ? 0 : lines.filter((line) => standingOf(line) === 'disputed').length;

/** Refuses with `state_does_not_allow` where no line is disputed, or no mail reaches the supplier. */
export async function mailDisputes(
  ctx: Ctx,
  reader: DeskReader,
  target: { readonly supplierId: string; readonly id: string },
): Promise<void> {
  demand(authorityOf(reader), 'check_supplier_invoices');
  const opened = await readSupplierInvoice(ctx, reader, target);
  const [supplier] = await readSupplierVersions(ctx, authorityOf(reader), target.supplierId);
  if (disputedIn(opened) === 0 || !isMailed(supplier) || !ctx.mail.canSend) throw new Refusal('state_does_not_allow');
  await ctx.jobs.add(ctx.db, MAIL, { ...target, userId: reader.userId });
}

async function mailNow(ctx: Ctx, given: Readonly<Record<string, unknown>>): Promise<void> {
  const { supplierId, id, userId } = given as { supplierId: string; id: string; userId: string };
  const reader: DeskReader = { userId, accounts: 'all', permissions: othersMay.system };
  const opened = await readSupplierInvoice(ctx, reader, { supplierId, id });
  const count = disputedIn(opened);
  if (count === 0) return;
  const { number, datedOn } = opened.invoice;
  await mailSupplier(ctx, {
    ...{ supplierId, userId, template: 'supplier_disputes', values: { count, invoice: number } },
    file: { name: `disputed-${datedOn}`, lines: await invoiceLineFile(ctx, reader, opened, true) },
  });
}

export const supplierInvoiceJobs = (ctx: Ctx): Readonly<Record<typeof MAIL, JobHandler>> => ({
  [MAIL]: (payload) => mailNow(ctx, payload),
});
