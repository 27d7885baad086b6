// What of a client's money somebody can give away: as it is kept until a second person approves it, and done.
import type { Ctx } from '../../context.ts';
import {
  addCharge,
  type ChargeArguments,
  type TakeBackArguments,
  takeBackCharge,
} from '../charges/added-charge-actions.ts';
import {
  type CreditArguments,
  creditManyReports,
  creditPart,
  creditReports,
  type ManyCreditArguments,
  type PartCreditArguments,
} from '../invoices/credit-actions.ts';
import { allocatePayment, type Caller } from '../payments/payment-actions.ts';
import type { WriteOffReason } from '../payments/payment-rules.ts';
import { writeOff } from '../payments/receipt-end-actions.ts';

export type MoneyAct =
  | { readonly kind: 'credit'; readonly given: CreditArguments }
  | { readonly kind: 'credit_lines'; readonly given: ManyCreditArguments }
  | { readonly kind: 'credit_part'; readonly given: PartCreditArguments }
  | { readonly kind: 'take_back'; readonly given: TakeBackArguments }
  | { readonly kind: 'discount'; readonly given: ChargeArguments }
  | {
      readonly kind: 'write_off';
      readonly given: { readonly invoiceId: string; readonly reason: WriteOffReason | undefined };
    }
  | {
      readonly kind: 'pay_back';
      readonly given: { readonly paymentId: string; readonly pence: number | undefined; readonly on: string };
    };

export type MoneyActKind = MoneyAct['kind'];

/** Refuses as the action does that does it. */
export async function perform(tx: Ctx, caller: Caller, { kind, given }: MoneyAct): Promise<void> {
  switch (kind) {
    case 'credit':
      return creditReports(tx, caller, given);
    case 'credit_lines':
      return creditManyReports(tx, caller, given);
    case 'credit_part':
      return creditPart(tx, caller, given);
    case 'take_back':
      return takeBackCharge(tx, caller, given);
    case 'discount':
      await addCharge(tx, caller, given);
      return;
    case 'write_off':
      return writeOff(tx, caller, given.invoiceId, given.reason);
    case 'pay_back':
      return allocatePayment(tx, caller, given.paymentId, { ...given, target: 'client' });
  }
}
