// What finance decides about a charge by, as rows of a table.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { agreedPriceAt } from '../../../features/charge-disputes/agreed-price-rules.ts';
import {
  type ChargeFact,
  findAgreementEvents,
  findChargeFacts,
  findPackageEvents,
} from '../../../features/charge-disputes/charge-fact-queries.ts';
import type { Dispute } from '../../../features/charge-disputes/dispute-actions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { volumeWords } from '../../../features/report-types/volume-price-rules.ts';
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

/** The price that was agreed when the charge was ordered; undefined for what is charged by hand. */
export async function agreedAtOrder(
  ctx: Ctx,
  scope: OrderScope & Authority,
  { report_type_id: typeId, package: pack, charged_at: chargedAt }: Dispute,
) {
  if (typeId === null && pack === null) return undefined;
  const events =
    pack === null ? await findAgreementEvents(ctx.db, scope, typeId!) : await findPackageEvents(ctx.db, scope, pack);
  const agreed = agreedPriceAt(events, chargedAt);
  if (agreed === undefined) return { price: 'No price was agreed by then' };
  const { pricePence, feePence, volumePrices, from, setBy, setAt } = agreed;
  const ofType = pricePence === null ? 'No price was agreed' : inPounds(pricePence);
  return {
    price:
      pack !== null && pricePence === null ? 'The package had no price of its own: its reports were charged' : ofType,
    fee: feePence === null ? '' : inPounds(feePence),
    volume: volumePrices === null ? '' : volumeWords(volumePrices),
    from,
    by: (await readActorNames(ctx.db, scope.accountId, [setBy]))(setBy).name,
    setAt,
  };
}
