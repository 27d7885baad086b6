// From the body of an order of interface v1 to what it commands, or to everything that is wrong with it at once; pure.
import type { IsoDate } from '../../lib/dates.ts';
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
import type { Job } from '../requirements/requirement.ts';
import { allFindings, askedBy, findingsOf } from '../requirements/requirement-rules.ts';
import type { Requires } from '../requirements/requirements.ts';
import { bodyPathOf, type CandidateBody, factsOf } from './candidate-body-rules.ts';
import { criminalDetailsOf, nameOfJobFact } from './criminal-record-rules.ts';
import { addDisagreements, documentsGiven, type GivenDocument } from './identity-document-rules.ts';
import { addIdentityRouteProblems, routesOf } from './identity-route-rules.ts';
import type { OrderBody, OrderEntry, SpecificData } from './order-body.ts';
import { type Agreed, askedOfJob, type Ordered, whatIsOrdered } from './ordered-check-rules.ts';

export interface OrderCommand {
  readonly entry: OrderEntry;
  /** A GUID in small letters. */
  readonly uniqueKey: string | null;
  readonly facts: ApplicantFacts;
  readonly reports: readonly OrderedReport[];
  /** Of each report, what it was ordered by. */
  readonly codes: readonly string[];
  readonly criminalDetails: CriminalDetails | null;
  readonly packageId: number | null;
  /** What is said about the job and the papers. */
  readonly specific: SpecificData;
  /** The purchase order number, where there is one: interface v2's first tag. */
  readonly tags: readonly string[];
  /** Everything as it was read, each value as its value set writes it: what neither facts nor reports hold is here. */
  readonly body: OrderBody;
  /** What the operator should know. */
  readonly notes: readonly string[];
}

export interface OrderContext {
  readonly entry: OrderEntry;
  readonly agreed: Agreed;
  /** On the clock that the account's orders live by. */
  readonly today: IsoDate;
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

/** Asked of every order, whoever enters it and whatever is ordered. */
const ofEveryOrder: readonly Requires[] = ['name', 'date_of_birth'];

interface Judged {
  readonly entry: OrderEntry;
  readonly ordered: Ordered;
  readonly facts: ApplicantFacts;
  readonly job: Job | null;
  readonly today: IsoDate;
}

/** The candidate gives in the form what is still needed; the client gives it with the order, and either a birth date. */
function findingsOfOrder({ entry, ordered, facts, job, today }: Judged): Finding[] {
  const subject = { facts, job, today };
  const asked = askedBy([...ofEveryOrder, ...ordered.types.flatMap(({ requires }) => requires)]);
  if (entry === 'client') return allFindings(asked, subject, 'needed');
  return [
    ...allFindings(asked, subject, 'placed'),
    ...askedBy(['date_of_birth']).flatMap((one) => findingsOf(one, subject)),
  ];
}

/** `CurrentName.KnownFromDate` to one who stands at another name, `KnownFromDate` to one who stands beside it. */
function nameSeenFrom(path: string, other: string): string {
  const [from, to] = [path.split('.'), other.split('.')];
  return to.slice(to.findIndex((step, index) => step !== from[index])).join('.');
}

/** Of what could not be read, that was said already. */
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
  const pathOf = (at: string) =>
    at.startsWith('job.')
      ? ordered.pathOf(nameOfJobFact(at.slice('job.'.length) as keyof Job))
      : bodyPathOf(at, documents);
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

/** In the UK it is shorter still, in both interfaces. */
const longestStreet = 60;

/** What v1 says of addresses in fields of its own. */
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
    // Without either it would be read as the address of now (interface, Address: no end date is the current residence).
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

/** The interface's rules of the right to work are older than the law; a later route must be accounted for. */
function notesOf(ordered: Ordered): string[] {
  return [
    ...(ordered.types.some(({ name }) => name === 'right_to_work') ? ['right_to_work_rules_of_interface'] : []),
    ...(routesOf(ordered).some(({ route }) => route === 'Route 2') ? ['identity_route_2'] : []),
  ];
}

/** An element that could not be read, which was said, leaves its place: an empty one keeps the others where they are. */
function withoutHoles<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element) => withoutHoles(element ?? {})) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHoles(inner)])) as T;
}

function jobOf(details: CriminalDetails, { specific }: Ordered, { jobRoles }: Agreed): Job {
  return {
    ...details,
    agreedLevel: jobRoles.find(({ id }) => id === details.JobRoleId)?.role_check_type,
    identity_proof: specific.IdentityProof ?? null,
    address_proof: specific.AddressProof ?? null,
  };
}

/** Undefined where there are problems, which are then all in `problems`: those of its shape before, and those of the rules. */
export function orderCommand(read: OrderBody, context: OrderContext, problems: Problems): OrderCommand | undefined {
  const { entry, agreed, today } = context;
  const body = withoutHoles(read);
  const candidate: CandidateBody = body.Candidate ?? {};
  addHeadProblems(body, candidate, problems);
  const ordered = whatIsOrdered(body, agreed, problems);
  const asksAboutJob = ordered.types.some((type) => askedOfJob(type).length > 0);
  const criminalDetails = asksAboutJob ? criminalDetailsOf(ordered.specific) : null;
  const job = criminalDetails === null ? null : jobOf(criminalDetails, ordered, agreed);
  const facts = factsOf(candidate);
  const documents = documentsGiven(candidate.Identity);
  addAddressProblems(candidate, facts, problems);
  addFindings(findingsOfOrder({ entry, ordered, facts, job, today }), documents, ordered, problems);
  for (const document of documents) addDisagreements(document, holderOf(facts, today), problems);
  addIdentityRouteProblems(ordered, { dob: facts.dob, today }, problems);
  const { IdentityProof: identity, AddressProof: address } = ordered.specific;
  if (typeof identity === 'string' && identity === address) {
    problems.add(ordered.pathOf('AddressProof'), problemSentence('same_proof'));
  }
  if (problems.any) return undefined;
  const purchaseOrderNumber = body.PurchaseOrderNumber ?? candidate.PersonalInfo?.PurchaseOrderNumber;
  return {
    entry,
    uniqueKey: body.UniqueKey?.toLowerCase() ?? null,
    facts,
    reports: ordered.reports,
    codes: ordered.codes,
    criminalDetails,
    specific: ordered.specific,
    packageId: body.PackageId ?? null,
    tags: purchaseOrderNumber ? [purchaseOrderNumber] : [],
    body,
    notes: notesOf(ordered),
  };
}
