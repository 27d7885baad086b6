// The single central record as CSV: a line for everybody whose screening has begun, for an inspector such as the CQC or Ofsted.
import { type Ctx, todayFor } from '../../../context.ts';
import { readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import type { RecordedPerson, RecordedReport } from '../../../features/lists/central-record-rules.ts';
import { type Area, areas } from '../../../features/report-types/report-type.ts';
import { unableWords } from '../../../features/report-types/unable-to-verify.ts';
import { outcomeText, reportOutcome } from '../../../features/results/report-document-rules.ts';
import { csvField, digitsAsText } from '../../../lib/csv.ts';
import { decisionWords } from '../../../messages/en-client-decisions.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

export const centralRecordPath = '/portal/people/central-record/file';

const resultText = ({ report }: RecordedReport): string =>
  outcomeText(reportOutcome({ ...report, unable: unableWords(report.findings.properties) }));

/** The barred lists and other options that were ordered with it. */
const optionsText = ({ type, report }: RecordedReport): string =>
  type.options
    .filter(({ name }) => report.options?.some((ordered) => ordered.name === name))
    .map(({ label }) => label)
    .join('; ');

function reportText(one: RecordedReport): string {
  const { number, issuedOn } = one.certificate;
  const certificate = [number, issuedOn].filter((part) => part !== '').join(' of ');
  const parts = [resultText(one), one.completedOn, ...(certificate === '' ? [] : [`certificate ${certificate}`])];
  return `${one.type.label}: ${parts.join(', ')}`;
}

const reportsText = (reports: readonly RecordedReport[] = []): string => reports.map(reportText).join('; ');

const jobOf = ({ newest: { order } }: RecordedPerson): string =>
  order.details?.PersonalInfo.PositionAppliedFor || order.criminal_details?.job_role || '';

/** Reports of these stand in columns of their own; all others together. */
const ownColumns = ['identity', 'employment', 'education', 'professional_bodies', 'health'] as const satisfies Area[];

const otherAreas = (Object.keys(areas) as Area[]).filter((area) => !ownColumns.some((own) => own === area));

type Columns = Readonly<Record<string, (person: RecordedPerson) => string>>;

const columns: Columns = {
  first_name: ({ newest }) => newest.order.facts.first_name,
  last_name: ({ newest }) => newest.order.facts.last_name,
  date_of_birth: ({ newest }) => newest.order.facts.dob,
  job: jobOf,
  newest_order: ({ newest }) => orderNumber(newest.orderId),
  starts_on: ({ startsOn }) => startsOn ?? '',
  identity_confirmed_on: ({ identity }) => identity?.on ?? '',
  identity_confirmed_by: ({ identity }) => identity?.by ?? '',
  right_to_work: ({ rightToWork }) => (rightToWork === undefined ? '' : resultText(rightToWork)),
  right_to_work_checked_on: ({ rightToWork }) => rightToWork?.completedOn ?? '',
  permission_ends_on: ({ rightToWork }) => rightToWork?.permissionEndsOn ?? '',
  criminal_record: ({ criminalRecords: [first] }) => first?.type.label ?? '',
  criminal_record_result: ({ criminalRecords: [first] }) => (first === undefined ? '' : resultText(first)),
  criminal_record_checked_on: ({ criminalRecords: [first] }) => first?.completedOn ?? '',
  criminal_record_options: ({ criminalRecords: [first] }) => (first === undefined ? '' : optionsText(first)),
  certificate_number: ({ criminalRecords: [first] }) => digitsAsText(first?.certificate.number ?? ''),
  certificate_issued_on: ({ criminalRecords: [first] }) => first?.certificate.issuedOn ?? '',
  other_criminal_records: ({ criminalRecords }) => reportsText(criminalRecords.slice(1)),
  ...Object.fromEntries(
    ownColumns.map((area) => [area, ({ others }: RecordedPerson) => reportsText(others.get(area))]),
  ),
  other_reports: ({ others }) => reportsText(otherAreas.flatMap((area) => others.get(area) ?? [])),
  decision: ({ decision }) => (decision === undefined ? '' : decisionWords[decision.decision].label),
  decided_on: ({ decision }) => decision?.on ?? '',
  decided_by: ({ decision }) => decision?.by ?? '',
};

/** @param nameOf undefined leaves the column out */
async function* csvOf(people: AsyncGenerator<readonly RecordedPerson[]>, nameOf: SubsidiaryFilter['nameOf']) {
  const subsidiary = nameOf && { subsidiary: ({ newest }: RecordedPerson) => nameOf(newest.subsidiaryId) };
  const shown: Columns = { ...columns, ...subsidiary };
  yield `${Object.keys(shown).join(',')}\r\n`;
  for await (const part of people)
    yield part
      .map(
        (person) =>
          `${Object.values(shown)
            .map((of) => csvField(of(person)))
            .join(',')}\r\n`,
      )
      .join('');
}

export function centralRecordFile(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(centralRecordPath, { permission: 'read_results', stepUp: 'exports' }, async (request, reply, signedIn) => {
    const { user, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const { environment } = request.query as { readonly environment?: unknown };
    const caller = callerFor(user, environment === 'test' ? 'test' : 'live');
    return sendCsv(reply, `central-record-${todayFor(ctx, caller)}`, csvOf(readCentralRecord(ctx, caller), nameOf));
  });
}
