// What each user of a client ordered in a period, as a page and as a file, for the client and the desk alike.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { findChargesByUser, type UserTotal } from '../../../features/lists/charge-queries.ts';
import { periodOf, usualPeriod } from '../../../features/payments/statement-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { amountText } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { refusedFields } from '../field-words.ts';
import { sendCsv } from '../files/csv-file.ts';
import { britishDate } from '../page-filters.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';
import { periodWords } from './account-statement.ts';
import { sumRow, totalMoney } from './charges.ts';

type Caller = OrderScope & Authority;

const askedIn = ({ query }: FormRequest) => ({ from: text(query.from).trim(), to: text(query.to).trim() });

/** @param more where two users have one name */
const labelOf = ({ user, email, is_of_order: isOfOrder }: UserTotal, more: boolean): string => {
  if (user !== null) return more ? `${user}, ${email}` : user;
  return isOfOrder ? 'Not ordered by a user of the client' : 'For no order';
};

/** The asked period, or the usual one beside what is wrong with it. @param path of the page */
export async function userChargesModel(ctx: Ctx, caller: Caller, request: FormRequest, path: string) {
  const today = ukDateOf(ctx.now());
  const asked = askedIn(request);
  let period = usualPeriod(today);
  const errors: FieldMessages | undefined = await refusedFields(async () => {
    period = periodOf(asked, today);
  }, periodWords);
  const totals = await findChargesByUser(ctx.db, caller, period);
  const isShared = ({ user }: UserTotal) => totals.filter((one) => one.user === user).length > 1;
  return {
    errors,
    periodPath: path,
    from: errors === undefined ? period.from : asked.from,
    to: errors === undefined ? period.to : asked.to,
    totalsOf: 'User',
    monthName: `${britishDate(period.from)} to ${britishDate(period.to)}`,
    rows: totals.map((total) => ({
      label: labelOf(total, isShared(total)),
      ...{ ordered: total.ordered, elsewhere: total.elsewhere, credited: total.credited },
      ...totalMoney(total),
    })),
    all: sumRow(totals),
    fileHref: `${path}/file?from=${period.from}&to=${period.to}`,
  };
}

const columns: CsvColumns<UserTotal> = {
  user: (total) => labelOf(total, false),
  email: ({ email }) => email,
  ordered: ({ ordered }) => ordered,
  credited: ({ credited }) => credited,
  price_gbp: ({ amount_pence }) => amountText(amount_pence ?? 0),
  fee_gbp: ({ fee_pence }) => amountText(fee_pence),
  vat_gbp: ({ vat_pence }) => amountText(vat_pence),
  total_gbp: ({ amount_pence, fee_pence, vat_pence }) => amountText((amount_pence ?? 0) + fee_pence + vat_pence),
  without_price: ({ unpriced }) => unpriced,
};

export async function sendUserCharges(ctx: Ctx, caller: Caller, request: FormRequest, reply: FastifyReply) {
  const period = periodOf(askedIn(request), ukDateOf(ctx.now()));
  const totals = await findChargesByUser(ctx.db, caller, period);
  return sendCsv(reply, `charges-by-user-${period.from}-${period.to}`, csvLines(columns, [totals]));
}
