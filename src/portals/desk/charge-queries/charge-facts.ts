// What finance decides about a charge by, as rows of a table.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { type ChargeFact, findChargeFacts } from '../../../features/charge-disputes/charge-fact-queries.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { reasonText } from '../../../messages/en-credits.ts';

const endings: Readonly<Record<string, string>> = { withdrawn: 'Withdrawn', cancelled: 'Cancelled' };

const dayText = (at: Date) => formatLongDate(ukDateOf(at));

function stateText({ status, ended_at, completed_at }: ChargeFact): string {
  const ending = endings[status];
  if (ending !== undefined) return ended_at === null ? ending : `${ending} on ${dayText(ended_at)}`;
  return completed_at === null ? 'Open' : `Complete since ${dayText(completed_at)}`;
}

const creditTexts = ({ credits }: ChargeFact): string[] =>
  credits.map(({ at, pence, reason }) => {
    const amount = pence === null ? 'Credited' : inPounds(-pence);
    return `${amount} on ${dayText(new Date(at))}${reason === null ? '' : `, because ${reasonText(reason)}`}`;
  });

/** The model of `charge-facts.njk`; none for a charge of no order. */
export async function chargeFacts(ctx: Ctx, scope: OrderScope & Authority, checkId: string | null) {
  const facts = checkId === null ? [] : await findChargeFacts(ctx.db, scope, checkId);
  const [first] = facts;
  return {
    orderedBy: first?.ordered_by,
    orderedAt: first?.ordered_at,
    formAt: first?.form_completed_at,
    rows: facts.map((fact) => ({
      report: reportLabel(fact.report_type_id),
      beganAt: fact.began_at,
      sentAt: fact.sent_at,
      appliedAt: fact.applied_at,
      state: stateText(fact),
      credits: creditTexts(fact),
    })),
  };
}
