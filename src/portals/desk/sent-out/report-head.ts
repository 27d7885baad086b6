// What the pages of work that is sent out show of its report, and the requests of the report so far.

import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { orderNumber } from '../../shared/page-filters.ts';

export const reportHead = ({ report, check, accountName }: OpenedReport) => ({
  environment: check.tenant.environment,
  base: `/desk/reports/${report.id}`,
  report: { label: reportTypeById(report.reportTypeId)!.label, order: orderNumber(check.orderId) },
  candidateName: fullName(check.order.facts.first_name, check.order.facts.last_name),
  accountName,
});
