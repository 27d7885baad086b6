// Presents a check as an order of interface v1: facts by their entries, other attributes as they were sent.

import type { Ctx } from '../../context.ts';
import type { Check } from '../../features/checks/check.ts';
import { resultsUri } from '../../features/checks/check-links.ts';
import { withoutHiddenNames } from '../../features/facts/previous-name-rules.ts';
import { candidateOf } from '../../features/orders/candidate-body-rules.ts';
import { criminalRecordOf } from '../../features/orders/criminal-record-rules.ts';
import { answered } from '../../features/orders/order-details-rules.ts';
import { orderOnly, specificOnly } from '../../features/orders/order-only-fields.ts';
import { checkStateOf, orderStateOf } from '../../features/orders/order-state-rules.ts';
import { codeOf } from '../../features/report-types/catalogue-rules.ts';
import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import type { Report } from '../../features/reports/report.ts';
import { propertiesOf, published } from '../../features/reports/report-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';

/** The given parts of the name, joined by spaces. */
const fullName = (...parts: readonly unknown[]) => parts.filter((part) => part !== null && part !== '').join(' ');

const withFullName = (name: Readonly<Record<string, unknown>>) => ({
  ...name,
  FullName: fullName(name.FirstName, name.MiddleNames, name.LastName),
});

const timestamp = (instant: Date | null) => (instant === null ? null : toTimestamp(instant));

function presentCandidate({ order }: Check) {
  const candidate = candidateOf(withoutHiddenNames(order.facts));
  const { HasOneName, ...name } = candidate.CurrentName;
  const only = { ...answered(order.details?.PersonalInfo, orderOnly), PurchaseOrderNumber: order.tags[0] ?? '' };
  return {
    ...candidate,
    // Ours: only where it is so, as clients of the guide do not know it.
    CurrentName: withFullName({ ...name, ...(HasOneName === true ? { HasOneName } : {}) }),
    PreviousNames: candidate.PreviousNames.map(withFullName),
    PersonalInfo: { ...candidate.PersonalInfo, ...only },
  };
}

/** Refinements in the form in which they are ordered: `name`, or `name:inner option`. */
const refinementsOf = ({ options }: Report): string[] =>
  (options ?? []).flatMap(({ name, options: inner }) =>
    inner === null || inner.length === 0 ? [name] : inner.map((one) => `${name}:${one.name}`),
  );

/** The name that the report was ordered by; a report ordered by interface v2 gets the name that v1 would use. */
const orderedAs = ({ order }: Check, report: Report, index: number): string =>
  order.details?.CheckTypes[index] ?? codeOf(report);

function presentReport(check: Check, given: Report, index: number) {
  const report = published(given);
  const { criminal_details, details } = check.order;
  const isCriminal = report.name === 'criminal_history' && criminal_details !== null;
  return {
    Id: report.id,
    CheckTypeId: report.reportTypeId,
    CheckType: orderedAs(check, report, index),
    CheckName: labelOf(report),
    CheckState: { StateDescription: checkStateOf(check.status, report) },
    Result: report.result ?? '',
    DateCompleted: timestamp(report.completedAt),
    CompletedDate: timestamp(report.completedAt),
    Comment: report.findings.notes,
    Findings: { Breakdown: report.findings.breakdown, Properties: propertiesOf(report) },
    Refinements: refinementsOf(report),
    Monitor: report.monitor ?? '',
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
    Checks: check.reports.map((report, index) => presentReport(check, report, index)),
    Candidate: presentCandidate(check),
  };
}

export function presentStatus(check: Check) {
  const { first_name, middle_name, last_name } = check.order.facts;
  return {
    id: check.orderId,
    candidateFullName: fullName(first_name, middle_name, last_name),
    orderStatus: orderStateOf(check),
    checkStatuses: check.reports.map((report, index) => ({
      checkName: orderedAs(check, report, index),
      checkStatus: checkStateOf(check.status, report),
    })),
  };
}
