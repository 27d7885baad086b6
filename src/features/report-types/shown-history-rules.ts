// What the client is shown of a work history: time in prison only where a report that was ordered may show spent convictions; pure.
import { type ApplicantFacts, emptyOf, facts as known } from '../facts/facts.ts';
import { declarationScopeOf } from './declaration-scope-rules.ts';
import { reportTypeById } from './report-type-rules.ts';

const notShown = 'Not in work; not shown';

type Activity = ApplicantFacts['activities'][number];

const nothing = emptyOf(known.activities.entry);

/** The dates stay: nobody reads a gap in their place. */
const hidden = ({ start_date, end_date, dates_without_day, dates_without_month }: Activity): Activity => ({
  ...nothing,
  ...{ status: 'Other', employer: notShown, explanation: notShown },
  ...{ start_date, end_date },
  ...(dates_without_day === undefined ? {} : { dates_without_day }),
  ...(dates_without_month === undefined ? {} : { dates_without_month }),
});

/**
 * A spent sentence need not be told to an employer (Rehabilitation of Offenders Act 1974, section 4), and nobody can tell by
 * the months in custody whether it is spent.
 */
export function factsForClient(
  facts: ApplicantFacts,
  reports: readonly { readonly reportTypeId: number }[],
): ApplicantFacts {
  const types = reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  if (declarationScopeOf(types) !== 'unspent' || !facts.activities.some(({ status }) => status === 'Custody'))
    return facts;
  return { ...facts, activities: facts.activities.map((one) => (one.status === 'Custody' ? hidden(one) : one)) };
}
