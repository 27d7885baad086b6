// The invoice of an account for a month as issuing it now would make it, as a PDF without a number; nothing is stored.
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Charge } from '../lists/charge-actions.ts';
import type { Invoice } from './invoice.ts';
import { listedCharges, renderDocument } from './invoice-actions.ts';
import { sumsOf } from './invoice-rules.ts';
import { draftInvoices, type Issuing } from './issue-actions.ts';
import { discarding, refuseMonth } from './open-invoice-actions.ts';
import { buyerOf, sellerOf } from './party-actions.ts';

interface Drafted {
  readonly invoice: Invoice;
  readonly charges: readonly Charge[];
}

async function drafted(ctx: Ctx, by: Authority, asked: Issuing & DraftArguments): Promise<Drafted | undefined> {
  const { account, settings, month, subsidiaryId, purchaseOrderKey } = asked;
  const drafts = await draftInvoices(ctx, asked, month);
  const draft = drafts.find((one) => one.subsidiaryId === subsidiaryId && one.purchaseOrderKey === purchaseOrderKey);
  if (draft === undefined) return undefined;
  const scope = { ...by, accountId: account.id, environment: 'live', subsidiaryIds: null } as const;
  const issuedOn = ukDateOf(ctx.now());
  const invoice: Invoice = {
    ...{
      accountId: account.id,
      id: draft.id,
      kind: 'invoice',
      number: 'Draft',
      month,
      credits: null,
      replaces: [],
      replacedBy: [],
      issuedOn,
    },
    dueOn: addDays(issuedOn, settings.paymentDays),
    seller: sellerOf(ctx.settings),
    buyer: buyerOf(account, settings, draft),
    ...{ lines: draft.lines, ...sumsOf(draft.lines), settlements: [], marks: [], subsidiaryId: draft.subsidiaryId },
  };
  return { invoice, charges: await listedCharges(ctx, scope, draft.id) };
}

interface DraftArguments {
  /** `yyyy-mm` */
  readonly month: string;
  /** Null for the invoice of the whole account, or of the orders of no subsidiary. */
  readonly subsidiaryId: string | null;
  /** Null for that of the orders of none, or where none has its own. */
  readonly purchaseOrderKey: string | null;
}

/** Refuses with `not_found` what issuing would not issue, and with `invalid_fields` (month). */
export async function renderDraft(ctx: Ctx, caller: OrderScope & Authority, asked: DraftArguments): Promise<Buffer> {
  demand(caller, 'read_charges');
  refuseMonth(ctx, asked.month);
  const found = await discarding(ctx, async (tx) => {
    const account = await lockAccount(tx, caller.accountId);
    const settings = await readAccountSettings(tx, caller.accountId);
    return drafted(tx, caller, { account, settings, by: caller, ...asked });
  });
  if (found === undefined) throw new Refusal('not_found');
  return renderDocument(found.invoice, found.charges, true);
}
