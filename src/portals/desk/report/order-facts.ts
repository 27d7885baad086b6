// The rows at the desk for what the client gave with the order, as far as the screener of this report needs it.

import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import type { FactRow, RowGroup } from '../../../features/facts/fact-rows-rules.ts';
import { jobRows } from '../../../features/orders/job-fact-rules.ts';
import { type OrderStatement, statementsOf } from '../../../features/orders/order-statement-rules.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';

const fact = (label: string, ...lines: readonly string[]): FactRow => ({ label, lines });

/** Criminal record reports of every level show the job; those that need its papers show these too. */
export function orderFacts(opened: Pick<OpenedReport, 'check' | 'report' | 'jobRole'>): RowGroup[] {
  const statements = statementsOf(opened.check.order.details);
  const about = (what: OrderStatement['about']) =>
    statements.filter((one) => one.about === what).map(({ label, text }) => fact(label, ...text.split('\n')));
  const type = reportTypeById(opened.report.reportTypeId);
  const asksForPapers = type !== undefined && (askedOfJob(type).length > 0 || type.identity !== null);
  const groups = [
    { title: 'Order', facts: about('order') },
    {
      title: 'Job',
      facts: type?.name === 'criminal_history' ? jobRows(opened.check.order.criminal_details, opened.jobRole) : [],
    },
    { title: 'Certificate, and papers seen', facts: asksForPapers ? about('papers') : [] },
  ];
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter(({ lines }) => lines.some((line) => line !== '')) }))
    .filter((group) => group.facts.length > 0);
}
