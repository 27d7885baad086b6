// The rows at the desk for what the client gave with the order, as far as the screener of this report needs it.

import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import type { FactRow, RowGroup } from '../../../features/facts/fact-rows-rules.ts';
import { type OrderStatement, statementsOf } from '../../../features/orders/order-statement-rules.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import type { JobRoleRow } from '../../../features/report-types/report-type-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { jobLabels } from '../../shared/fact-labels.ts';

const agreedLabels = {
  working_with_vulnerable_adults: 'Works with vulnerable adults',
  working_with_children: 'Works with children',
  working_from_home: 'Works from home',
  vulnerable_adults_in_work_environment: 'Vulnerable adults where the work is done',
  children_in_work_environment: 'Children where the work is done',
  is_volunteer: 'Volunteer',
} as const satisfies Partial<Record<keyof JobRoleRow, string>>;

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const agreedOf = (role: JobRoleRow): string[] =>
  (Object.keys(agreedLabels) as (keyof typeof agreedLabels)[])
    .filter((name) => role[name])
    .map((name) => agreedLabels[name]);

const fact = (label: string, ...lines: readonly string[]): FactRow => ({ label, lines });

function job({ check, jobRole }: OpenedReport): FactRow[] {
  const details = check.order.criminal_details;
  if (details === null) return [];
  return [
    fact(jobLabels.JobRoleId, ...(jobRole === undefined ? [] : [jobRole.role_title, ...agreedOf(jobRole)])),
    ...(['job_role', 'purpose', 'place_of_work', 'employer_name', 'employment_sector'] as const).map((part) =>
      fact(jobLabels[part], capitalised(details[part] ?? '')),
    ),
  ];
}

/** Criminal record reports of every level show the job; those that need its papers show these too. */
export function orderFacts(opened: OpenedReport): RowGroup[] {
  const statements = statementsOf(opened.check.order.details);
  const about = (what: OrderStatement['about']) =>
    statements.filter((one) => one.about === what).map(({ label, text }) => fact(label, ...text.split('\n')));
  const type = reportTypeById(opened.report.reportTypeId);
  const asksForPapers = type !== undefined && (askedOfJob(type).length > 0 || type.identity !== null);
  const groups = [
    { title: 'Order', facts: about('order') },
    { title: 'Job', facts: type?.name === 'criminal_history' ? job(opened) : [] },
    { title: 'Certificate, and papers seen', facts: asksForPapers ? about('papers') : [] },
  ];
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter(({ lines }) => lines.some((line) => line !== '')) }))
    .filter((group) => group.facts.length > 0);
}
