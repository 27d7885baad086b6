// The statement of an account as a page and as a file, for the client and the desk alike.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { readStatement, renderStatement } from '../../../features/payments/statement-actions.ts';
import { periodOf, statementRows, usualPeriod } from '../../../features/payments/statement-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FormWords, refusedFields } from '../field-words.ts';
import { type FormRequest, text } from '../sign-in/sign-in-steps.ts';

/** Of the first and the last day of a period. */
export const periodWords: FormWords = {
  from: { input: 'from', begins: 'The first day' },
  to: { input: 'to', begins: 'The last day' },
};

type Caller = OrderScope & Authority;

/** What the page shows: the asked period, or the usual one beside what is wrong with it. @param path of the page */
export async function statementModel(ctx: Ctx, caller: Caller, request: FormRequest, path: string) {
  const asked = { from: text(request.query.from).trim(), to: text(request.query.to).trim() };
  const today = ukDateOf(ctx.now());
  let period = usualPeriod(today);
  const errors: FieldMessages | undefined = await refusedFields(async () => {
    period = periodOf(asked, today);
  }, periodWords);
  const statement = await readStatement(ctx, caller, period);
  return {
    errors,
    statementPath: path,
    from: errors === undefined ? period.from : asked.from,
    to: errors === undefined ? period.to : asked.to,
    period,
    opening: inPounds(statement.openingPence),
    closing: inPounds(statement.closingPence),
    rows: statementRows(statement),
    fileHref: `${path}/file?from=${period.from}&to=${period.to}`,
  };
}

export async function sendStatement(ctx: Ctx, caller: Caller, request: FormRequest, reply: FastifyReply) {
  const asked = { from: text(request.query.from).trim(), to: text(request.query.to).trim() };
  const period = periodOf(asked, ukDateOf(ctx.now()));
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="statement-${period.to}.pdf"`)
    .send(await renderStatement(ctx, caller, period));
}
