// How the client reads what somebody who covers for another cannot do.
import type { CoverGaps, Duty } from '../../../features/orders/cover-rules.ts';

const dutyTexts: Readonly<Record<Duty, string>> = {
  order_checks: 'order, or look after orders',
  approve_orders: 'approve orders',
  answer_queries: 'answer questions',
  confirm_identity: 'confirm identities',
  read_results: 'read results',
  decide_on_candidates: 'decide about candidates',
  plan_starts: 'record first days of work',
};

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;

interface Names {
  readonly absent: string;
  readonly cover: string;
}

/** A sentence for each kind of thing that stays behind. */
export function gapTexts(gaps: CoverGaps, { absent, cover }: Names): string[] {
  const { duties, seesLess, unseen, orders } = gaps;
  const unseenText =
    unseen === 0
      ? `${cover} does not see everything that ${absent} sees.`
      : `${cover} does not see ${unseen === orders ? 'any' : unseen} of the ${orders} orders in progress that ${absent} has.`;
  return [
    ...(duties.length > 0 ? [`${cover} may not ${listed(duties.map((duty) => dutyTexts[duty]))}.`] : []),
    ...(seesLess || unseen > 0 ? [unseenText] : []),
  ];
}
