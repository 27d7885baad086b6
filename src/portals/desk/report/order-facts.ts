// What the client said with the order, as the desk reads it: everything that the screener of this report has a use for.

import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { type OrderStatement, statementsOf } from '../../../features/orders/order-statement-rules.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import type { JobRoleRow } from '../../../features/report-types/report-type-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { capitalised, type Fact, type FactGroup, fact, givenOf } from './candidate-facts.ts';

const agreedLabels = {
  working_with_vulnerable_adults: 'Works with vulnerable adults',
  working_with_children: 'Works with children',
  working_from_home: 'Works from home',
  vulnerable_adults_in_work_environment: 'Vulnerable adults where the work is done',
  children_in_work_environment: 'Children where the work is done',
  is_volunteer: 'Volunteer',
} as const satisfies Partial<Record<keyof JobRoleRow, string>>;

const agreedOf = (role: JobRoleRow): string[] =>
  (Object.keys(agreedLabels) as (keyof typeof agreedLabels)[])
    .filter((name) => role[name])
    .map((name) => agreedLabels[name]);

function job({ check, jobRole }: OpenedReport): Fact[] {
  const details = check.order.criminal_details;
  if (details === null) return [];
  return [
    fact('Agreed job role', ...(jobRole === undefined ? [] : [jobRole.role_title, ...agreedOf(jobRole)])),
    fact('Job role', details.job_role ?? ''),
    fact('Purpose', capitalised(details.purpose)),
    fact('Place of work', details.place_of_work ?? ''),
    fact('Employer', details.employer_name ?? ''),
    fact('Sector', details.employment_sector ?? ''),
  ];
}

/** The job stands on the criminal records, whatever their level; its papers on those that ask for them. */
export function orderFacts(opened: OpenedReport): FactGroup[] {
  const statements = statementsOf(opened.check.order.details);
  const about = (what: OrderStatement['about']) =>
    statements.filter((one) => one.about === what).map(({ label, text }) => fact(label, ...text.split('\n')));
  const type = reportTypeById(opened.report.reportTypeId);
  const asksForPapers = type !== undefined && askedOfJob(type).length > 0;
  return givenOf([
    { title: 'Order', facts: about('order') },
    { title: 'Job', facts: type?.name === 'criminal_history' ? job(opened) : [] },
    { title: 'Certificate, and papers seen', facts: asksForPapers ? about('papers') : [] },
  ]);
}
