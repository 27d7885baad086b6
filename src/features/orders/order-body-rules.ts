// Turns the body of an order of interface v1 into the order to create, or finds every problem with it; pure.

import type { IsoDate } from '../../lib/dates.ts';
import type { NameForm } from '../../lib/person-names.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import type { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import type { CriminalDetails } from '../checks/check-rules.ts';
import type { OrderedReport } from '../checks/ordered-report-rules.ts';
import { type ApplicantFacts, placeholderDob } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';
import { holderOf } from '../facts/stated-rules.ts';
import { roleTerms } from '../report-types/report-type-rules.ts';
import type { Job } from '../requirements/requirement.ts';
import { allFindings, askedBy, findingsOf } from '../requirements/requirement-rules.ts';
import type { Requires } from '../requirements/requirements.ts';
import { bodyPathOf, type CandidateBody, factsOf } from './candidate-body-rules.ts';
import { criminalDetailsOf, nameOfJobFact } from './criminal-record-rules.ts';
import { addDisagreements, documentsGiven, type GivenDocument } from './identity-document-rules.ts';
import type { OrderBody, OrderEntry, SpecificData } from './order-body.ts';
import { papersOf, pathOfPaper, usesRoute2 } from './order-papers-rules.ts';
import { type Agreed, askedOfJob, type Combining, type Ordered, whatIsOrdered } from './ordered-check-rules.ts';

export interface OrderCommand {
  readonly entry: OrderEntry;
  /** A GUID in lower case. */
  readonly uniqueKey: string | null;
  readonly facts: ApplicantFacts;
  readonly reports: readonly OrderedReport[];
  /** How many of them, the first, are those of the package. */
  readonly packed: number;
  /** The check type that each report was ordered by. */
  readonly codes: readonly string[];
  readonly criminalDetails: CriminalDetails | null;
  readonly packageId: number | null;
  /** What the order says about the job and its papers. */
  readonly specific: SpecificData;
  /** The purchase order number, if any, which is interface v2's first tag. */
  readonly tags: readonly string[];
  /** The whole body with values spelled as in their value sets: it also holds what neither facts nor reports store. */
  readonly body: OrderBody;
  /** Notes for the operator. */
  readonly notes: readonly string[];
}

export interface OrderContext extends Combining {
  readonly entry: OrderEntry;
  readonly agreed: Agreed;
  /** By the clock of the account's environment. */
  readonly today: IsoDate;
  /** People order for somebody as their papers name them; programs are held to the interface. */
  readonly nameForm?: NameForm | undefined;
}

function addHeadProblems(body: OrderBody, candidate: CandidateBody, problems: Problems): void {
  const info = candidate.PersonalInfo;
  for (const name of ['PurchaseOrderNumber', 'OtherReference'] as const) {
    const [above, below] = [body[name] ?? null, info?.[name] ?? null];
    if (above !== null && below !== null && above !== below) {
      problems.add(`Candidate.PersonalInfo.${name}`, problemSentence('differs', { other: name }));
    }
  }
  if (info?.DateOfBirth === placeholderDob) {
    const said = { code: 'placeholder', params: { other: placeholderDob } } as const;
    problems.add('Candidate.PersonalInfo.DateOfBirth', apiSentence(said));
  }
}

/** The requirements of every order, with either entry. */
const ofEveryOrder: readonly Requires[] = ['name', 'date_of_birth'];

interface Judged {
  readonly entry: OrderEntry;
  readonly ordered: Ordered;
  readonly facts: ApplicantFacts;
  readonly job: Job | null;
  readonly today: IsoDate;
  readonly nameForm: NameForm | undefined;
}

/**
 * In a candidate entry the candidate gives missing facts in the form; a client entry must be complete. Both must have
 * a birth date.
 */
function findingsOfOrder({ entry, ordered, facts, job, today, nameForm }: Judged): Finding[] {
  const subject = { facts, job, papers: papersOf(ordered.specific), today, nameForm };
  const asked = askedBy([...ofEveryOrder, ...ordered.types.flatMap(({ requires }) => requires)]);
  if (entry === 'client') return allFindings(asked, subject, 'needed');
  return [
    ...allFindings(asked, subject, 'placed'),
    ...askedBy(['date_of_birth']).flatMap((one) => findingsOf(one, subject)),
  ];
}

/**
 * The path of `other` as it is written at `path`: `CurrentName.KnownFromDate` at another name, `KnownFromDate` within
 * the same.
 */
function nameSeenFrom(path: string, other: string): string {
  const [from, to] = [path.split('.'), other.split('.')];
  return to.slice(to.findIndex((step, index) => step !== from[index])).join('.');
}

/** Whether a value could not be read, which is already a problem. */
function isUnread(path: string, problems: Problems): boolean {
  const steps = path.split('.');
  return steps.some((_, index) => problems.has(steps.slice(0, index + 1).join('.')));
}

function addFindings(
  found: readonly Finding[],
  documents: readonly GivenDocument[],
  ordered: Ordered,
  problems: Problems,
) {
  const pathOf = (at: string) => {
    if (at.startsWith('papers.')) return pathOfPaper(at.slice('papers.'.length), ordered.pathOf);
    if (at.startsWith('job.')) return ordered.pathOf(nameOfJobFact(at.slice('job.'.length) as keyof Job));
    return bodyPathOf(at, documents);
  };
  const placed = found.map((finding) => ({
    finding,
    path: pathOf(finding.at),
    other: finding.other === undefined ? undefined : pathOf(finding.other),
  }));
  const readable = placed.filter(({ path, other = path }) => !isUnread(path, problems) && !isUnread(other, problems));
  for (const { finding, path, other } of readable) {
    problems.add(path, apiSentence(finding, other === undefined ? undefined : nameSeenFrom(path, other)));
  }
}

/** UK streets have a lower limit, in both interfaces. */
const longestStreet = 60;

/** The problems of the fields of addresses that only v1 has. */
function addAddressProblems(
  { AddressList = [] }: CandidateBody,
  { addresses, country }: ApplicantFacts,
  problems: Problems,
) {
  AddressList.forEach(({ IsCurrentAddress, DateLeftThisAddress = null }, index) => {
    const path = `Candidate.AddressList[${index}]`;
    const isCurrent = IsCurrentAddress === true;
    const left = `${path}.DateLeftThisAddress`;
    if (isCurrent && DateLeftThisAddress !== null) problems.add(left, problemSentence('left_current_address'));
    // Without either, the address would count as the current one (interface, Address: no end date is the current
    // residence).
    const isSaid = isCurrent || DateLeftThisAddress !== null || isUnread(`${path}.IsCurrentAddress`, problems);
    if (!isSaid && !problems.has(left)) problems.add(left, apiSentence({ code: 'missing' }));
    const { street, country: own } = addresses[index]!;
    if (!isUkCountry(own ?? country) && isLongerThan(street ?? '', longestStreet)) {
      const said = { code: 'too_long', params: { most: longestStreet } } as const;
      problems.add(`${path}.Address.StreetName`, apiSentence(said));
    }
  });
  const current = AddressList.flatMap((one, index) => (one.IsCurrentAddress === true ? [index] : []));
  for (const index of current.slice(1)) {
    problems.add(`Candidate.AddressList[${index}].IsCurrentAddress`, problemSentence('second_current_address'));
  }
}

/** Notes for the screener: the use of Route 2 must be explained. */
const notesOf = (ordered: Ordered): string[] =>
  usesRoute2(ordered, papersOf(ordered.specific)) ? ['identity_route_2'] : [];

/** Replaces unreadable elements of lists by empty ones, so that the other elements keep their index. */
function withoutHoles<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element) => withoutHoles(element ?? {})) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHoles(inner)])) as T;
}

function jobOf(details: CriminalDetails, { specific, reports }: Ordered, { jobRoles }: Agreed): Job {
  return {
    ...details,
    ...roleTerms(
      jobRoles.find(({ id }) => id === details.JobRoleId),
      reports,
    ),
    identity_proof: specific.IdentityProof ?? null,
    address_proof: specific.AddressProof ?? null,
  };
}

/** The order to create; undefined if there are problems, which `problems` then holds, those of the shape included. */
export function orderCommand(read: OrderBody, context: OrderContext, problems: Problems): OrderCommand | undefined {
  const { entry, agreed, today, nameForm, combines } = context;
  const body = withoutHoles(read);
  const candidate: CandidateBody = body.Candidate ?? {};
  addHeadProblems(body, candidate, problems);
  const ordered = whatIsOrdered(body, { ...agreed, combines }, problems);
  const asksAboutJob = ordered.types.some((type) => askedOfJob(type).length > 0);
  const criminalDetails = asksAboutJob ? criminalDetailsOf(ordered.specific) : null;
  const job = criminalDetails === null ? null : jobOf(criminalDetails, ordered, agreed);
  const facts = factsOf(candidate);
  const documents = documentsGiven(candidate.Identity);
  addAddressProblems(candidate, facts, problems);
  addFindings(findingsOfOrder({ entry, ordered, facts, job, today, nameForm }), documents, ordered, problems);
  for (const document of documents) addDisagreements(document, holderOf(facts, today), problems);
  if (problems.any) return undefined;
  const purchaseOrderNumber = body.PurchaseOrderNumber ?? candidate.PersonalInfo?.PurchaseOrderNumber;
  return {
    entry,
    uniqueKey: body.UniqueKey?.toLowerCase() ?? null,
    facts,
    reports: ordered.reports,
    packed: ordered.packed,
    codes: ordered.codes,
    criminalDetails,
    specific: ordered.specific,
    packageId: body.PackageId ?? null,
    tags: purchaseOrderNumber ? [purchaseOrderNumber] : [],
    body,
    notes: notesOf(ordered),
  };
}
