// Presents a check as the order that interface v1 knows it by: the facts by their entries, the rest as it came.
import type { Ctx } from '../../context.ts';
import type { Check } from '../../features/checks/check.ts';
import { resultsUri } from '../../features/checks/check-links.ts';
import { candidateOf } from '../../features/orders/candidate-body-rules.ts';
import { criminalRecordOf } from '../../features/orders/criminal-record-rules.ts';
import { answered } from '../../features/orders/order-details-rules.ts';
import { orderOnly, specificOnly } from '../../features/orders/order-only-fields.ts';
import { checkStateOf, orderStateOf } from '../../features/orders/order-state-rules.ts';
import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import type { Report } from '../../features/reports/report.ts';
import { published } from '../../features/reports/report-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';

const timestamp = (instant: Date | null) => (instant === null ? null : toTimestamp(instant));

function presentCandidate({ order }: Check) {
  const candidate = candidateOf(order.facts);
  const only = { ...answered(order.details?.PersonalInfo, orderOnly), PurchaseOrderNumber: order.tags[0] ?? '' };
  return { ...candidate, PersonalInfo: { ...candidate.PersonalInfo, ...only } };
}

/** As they are ordered: `name`, or `name:option of it`. */
const refinementsOf = ({ options }: Report): string[] =>
  (options ?? []).flatMap(({ name, options: inner }) =>
    inner === null || inner.length === 0 ? [name] : inner.map((one) => `${name}:${one.name}`),
  );

const nameOf = ({ name, variant }: Report) => (variant === null ? name : `${name}:${variant}`);

function presentReport(check: Check, given: Report) {
  const report = published(given);
  const { criminal_details, details } = check.order;
  const isCriminal = report.name === 'criminal_history' && criminal_details !== null;
  return {
    Id: report.id,
    CheckTypeId: report.reportTypeId,
    CheckType: nameOf(report),
    CheckName: labelOf(report),
    CheckState: { StateDescription: checkStateOf(check.status, report) },
    Result: report.result ?? '',
    DateCompleted: timestamp(report.completedAt),
    Refinements: refinementsOf(report),
    ...(isCriminal
      ? {
          CheckSpecificData: {
            ...criminalRecordOf(criminal_details),
            ...answered(details?.CheckSpecificData, specificOnly),
            IdentityDocuments: details?.IdentityDocuments ?? [],
          },
        }
      : {}),
  };
}

const labelOf = ({ reportTypeId, name }: Report) => reportTypeById(reportTypeId)?.label ?? name;

export function presentOrder(ctx: Ctx, check: Check) {
  const { details } = check.order;
  return {
    Id: check.orderId,
    UniqueKey: check.uniqueKey ?? '',
    CheckId: check.id,
    OrderState: { StateDescription: orderStateOf(check) },
    DateCreated: toTimestamp(check.createdAt),
    DateCompleted: timestamp(check.completedAt),
    IdentityConfirmedDate: timestamp(check.identityConfirmedAt),
    OrderUrl: resultsUri(ctx, check.id),
    PackageId: details?.PackageId ?? null,
    OrderLayout: details?.OrderLayout ?? '',
    FinalReportFormat: details?.FinalReportFormat ?? '',
    Checks: check.reports.map((report) => presentReport(check, report)),
    Candidate: presentCandidate(check),
  };
}

export function presentStatus(check: Check) {
  const { first_name, middle_name, last_name } = check.order.facts;
  return {
    id: check.orderId,
    candidateFullName: [first_name, middle_name, last_name].filter((part) => part !== null && part !== '').join(' '),
    orderStatus: orderStateOf(check),
    checkStatuses: check.reports.map((report) => ({
      checkName: labelOf(report),
      checkStatus: checkStateOf(check.status, report),
    })),
  };
}
