// How much of its credit limit a client has used, as pages say it.
import type { CreditUse } from '../../../features/credit-limits/credit-use-rules.ts';
import { inPounds } from '../../../lib/money.ts';

const tags = {
  within: undefined,
  near: { text: 'Near the limit', classes: 'govuk-tag--orange' },
  over: { text: 'Above the limit', classes: 'govuk-tag--red' },
} as const;

/** `£8,200.00 of £10,000.00 used (82%)` */
export const creditUseText = ({ usedPence, limitPence, percent }: CreditUse): string =>
  `${inPounds(usedPence)} of ${inPounds(limitPence)} used (${percent}%)`;

/** @param owedHref of the page with what the account owes; undefined for its own people */
export const creditUseModel = (use: CreditUse, owedHref?: string) => ({
  account: use.account,
  text: creditUseText(use),
  tag: tags[use.standing],
  isStopped: use.isStopped,
  href: owedHref,
});
