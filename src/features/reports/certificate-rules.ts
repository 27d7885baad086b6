// What a certificate of a criminal record cannot say, which is refused, and where it differs from the order, which a Clear
// does not rest on; pure.
import { formatDate, type IsoDate } from '../../lib/dates.ts';
import { holdsName } from '../../lib/name-comparison.ts';
import { type CertificateFaultCode, certificateSentences } from '../../messages/en-certificates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isDbsCertificateNumber } from '../facts/proof-fact-rules.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { partsNotOrdered, partsOfOrderedLists } from '../report-types/ordered-list-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { Workforce } from '../report-types/role-levels.ts';

/** What of a report's order bounds what its certificate can say. */
export interface CertificateBounds {
  readonly options: readonly OrderedOption[] | null;
  /** The day in the UK. */
  readonly today: IsoDate;
}

/** What a certificate is compared with. */
export interface CertificateOrder {
  readonly options: readonly OrderedOption[] | null;
  /** The day in the UK. */
  readonly orderedOn: IsoDate;
  /** Of the job role; undefined where it does not say. */
  readonly workforce: Workforce | undefined;
  readonly facts: Pick<ApplicantFacts, 'first_name' | 'last_name' | 'previous_last_name' | 'previous_names'>;
}

export interface CertificateFault {
  /** `results`: the answer of a part. */
  readonly in: 'properties' | 'results';
  /** `certificate.number`, or the part. */
  readonly path: string;
  readonly code: CertificateFaultCode;
}

interface Recorded {
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
}

type Judged = Pick<ReportType, 'breakdown' | 'barredLists' | 'options' | 'certificate'>;

/** The certificate's text particulars as recorded; empty where nothing is. */
function statedIn({ breakdown }: Recorded): (name: string) => string {
  const properties = breakdown.certificate?.properties ?? {};
  return (name) => (typeof properties[name] === 'string' ? properties[name] : '');
}

interface Stated extends Recorded {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A particular of the certificate of a report, by the first of the names under which one is recorded; empty without one. */
export function certificateText({ properties, breakdown }: Stated, ...names: readonly string[]): string {
  const stated = { ...properties, ...breakdown.certificate?.properties };
  return (
    names.map((name) => stated[name]).find((value): value is string => typeof value === 'string' && value !== '') ?? ''
  );
}

export const certificateNumberOf = (findings: Stated): string =>
  certificateText(findings, 'number', 'certificate_number');

/** What no certificate of this type can say. */
export function certificateFaults(type: Judged, findings: Recorded, { options, today }: CertificateBounds) {
  const stated = statedIn(findings);
  const faults: CertificateFault[] = [];
  const [number, issuedOn] = [stated('number'), stated('issued_on')];
  // No source says which form the numbers of AccessNI and of Disclosure Scotland have.
  if (type.certificate?.issuer === 'dbs' && number !== '' && !isDbsCertificateNumber(number))
    faults.push({ in: 'properties', path: 'certificate.number', code: 'number_form' });
  if (type.certificate !== null && issuedOn > today)
    faults.push({ in: 'properties', path: 'certificate.issued_on', code: 'issued_in_future' });
  for (const part of partsNotOrdered(type, options)) {
    const answer = findings.breakdown[part]?.result ?? 'not_requested';
    if (answer !== 'not_requested') faults.push({ in: 'results', path: part, code: 'list_not_ordered' });
  }
  return faults;
}

/** In the words of the choices of the certificate's part. */
function wordsOf({ breakdown }: Judged, name: string, value: string): string {
  const kind = breakdown.certificate?.properties[name];
  return typeof kind === 'object' && 'choice' in kind ? (kind.choice[value] ?? value) : value;
}

function namesOf({ first_name, last_name, previous_last_name, previous_names }: CertificateOrder['facts']) {
  const firstNames = [first_name, ...previous_names.map((name) => name.first_name ?? '')];
  const lastNames = [last_name, previous_last_name ?? '', ...previous_names.map((name) => name.last_name ?? '')];
  return firstNames
    .flatMap((first) => lastNames.map((last) => [first, last] as const))
    .filter(([, last]) => last !== '');
}

function workforceDeviation(type: Judged, stated: string, ordered: Workforce | undefined): string[] {
  const { level, namesWorkforce } = type.certificate!;
  const words = wordsOf(type, 'workforce', stated);
  if (stated === '') return [];
  if (!namesWorkforce) return [certificateSentences.noWorkforce(words, wordsOf(type, 'level', level))];
  if (ordered === undefined || stated === ordered) return [];
  return [certificateSentences.otherWorkforce(words, wordsOf(type, 'workforce', ordered))];
}

/** How the certificate differs from the order and from the candidate's names, in sentences. Parts that are not recorded are not compared. */
export function certificateDeviations(type: Judged, findings: Recorded, order: CertificateOrder): string[] {
  // A type of one list only has no certificate; an outcome without a breakdown examined nothing, and says so itself.
  if (type.certificate === null || Object.keys(findings.breakdown).length === 0) return [];
  const stated = statedIn(findings);
  const [level, issuedOn, printed] = [stated('level'), stated('issued_on'), stated('name_as_printed')];
  const ordered = wordsOf(type, 'level', type.certificate.level);
  const unanswered = partsOfOrderedLists(type, order.options).filter(
    (part) => (findings.breakdown[part]?.result ?? 'not_requested') === 'not_requested',
  );
  return [
    ...(level === '' || level === type.certificate.level
      ? []
      : [certificateSentences.otherLevel(wordsOf(type, 'level', level), ordered)]),
    ...workforceDeviation(type, stated('workforce'), order.workforce),
    ...(issuedOn === '' || issuedOn >= order.orderedOn
      ? []
      : [certificateSentences.issuedBefore(formatDate(issuedOn), formatDate(order.orderedOn))]),
    ...(printed === '' || namesOf(order.facts).some((name) => holdsName(printed, name))
      ? []
      : [certificateSentences.otherName(printed)]),
    ...unanswered.map((part) => certificateSentences.listNotSearched(type.breakdown[part]?.label ?? part)),
  ];
}
