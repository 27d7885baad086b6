// What the certificate of a report is compared with, from its check and the job role that the order names; pure.
import { ukDateOf } from '../../lib/uk-times.ts';
import { workforceOfRole } from '../report-types/role-level-rules.ts';
import type { CertificateOrder } from '../reports/certificate-rules.ts';
import type { Report } from '../reports/report.ts';
import type { Check } from './check.ts';

interface Ordered {
  readonly check: Pick<Check, 'order'>;
  readonly report: Pick<Report, 'options' | 'createdAt'>;
  readonly jobRole: Parameters<typeof workforceOfRole>[0] | undefined;
}

export const certificateOrderOf = ({ check, report, jobRole }: Ordered): CertificateOrder => ({
  options: report.options,
  orderedOn: ukDateOf(report.createdAt),
  workforce: jobRole && workforceOfRole(jobRole),
  facts: check.order.facts,
});
