// From the body of an order of interface v1 to what it commands, or to everything that is wrong with it at once; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { middleNameFaults, personNameFaults } from '../../lib/person-names.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import type { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { factsProblems, placementProblems } from '../applicants/applicant-rules.ts';
import type { CriminalDetails } from '../checks/check-rules.ts';
import type { OrderedReport } from '../checks/ordered-report-rules.ts';
import { type ApplicantFacts, placeholderDob } from '../facts/facts.ts';
import { bodyPathOf, documentsGiven, factsOf } from './candidate-facts-rules.ts';
import {
  addActivityProblems,
  addAddressTimeProblems,
  addPreviousNameTimeProblems,
  addTimeProblems,
  type Given,
  require,
} from './history-rules.ts';
import { addDocumentProblems, addIdentityRouteProblems, identityRouteOf } from './identity-document-rules.ts';
import { addNeedProblems } from './need-rules.ts';
import type { CandidateBody, OrderBody, OrderEntry, SpecificData } from './order-body.ts';
import { type Agreed, criminalDetailsOf, type Ordered, whatIsOrdered } from './ordered-check-rules.ts';

export interface OrderCommand {
  readonly entry: OrderEntry;
  /** A GUID in small letters. */
  readonly uniqueKey: string | null;
  readonly facts: ApplicantFacts;
  readonly reports: readonly OrderedReport[];
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

function addHeadProblems(body: OrderBody, problems: Problems): void {
  const info = body.Candidate?.PersonalInfo;
  for (const name of ['PurchaseOrderNumber', 'OtherReference'] as const) {
    const [above, below] = [body[name] ?? null, info?.[name] ?? null];
    if (above !== null && below !== null && above !== below) {
      problems.add(`Candidate.PersonalInfo.${name}`, `differs from ${name}`);
    }
  }
}

/** What every order needs, whoever enters it. */
function addPersonProblems(given: Given): void {
  const { body, facts, today, problems } = given;
  require(given, 'Candidate.CurrentName.FirstName', facts.first_name);
  require(given, 'Candidate.CurrentName.LastName', facts.last_name);
  require(given, 'Candidate.PersonalInfo.DateOfBirth', body.PersonalInfo?.DateOfBirth);
  require(given, 'Candidate.PersonalInfo.CandidateEmail', facts.email);
  if (body.PersonalInfo?.DateOfBirth === placeholderDob) {
    problems.add('Candidate.PersonalInfo.DateOfBirth', `is ${placeholderDob}, which stands for an unknown date`);
  }
  const known = new Set(Object.keys(problems.fields));
  const shared = [factsProblems(facts, today), placementProblems(facts, { nationalInsuranceNumber: false })];
  for (const [path, messages] of shared.flatMap(({ fields }) => Object.entries(fields))) {
    const at = bodyPathOf(path);
    // Of what is missing or could not be read, that was said already.
    if (!known.has(at))
      for (const message of messages) problems.add(at, message.replace('start_date', 'DateMovedToThisAddress'));
  }
  addStreetProblems(given);
  addPreviousNameProblems(given);
  const { KnownFromDate: knownFrom = null } = body.CurrentName ?? {};
  if (knownFrom !== null && knownFrom > today) problems.add('Candidate.CurrentName.KnownFromDate', 'is in the future');
  if (knownFrom !== null && knownFrom < facts.dob) {
    problems.add('Candidate.CurrentName.KnownFromDate', 'is before the date of birth');
  }
}

const longestStreet = 60;

/** In the UK it is shorter still, in both interfaces. */
function addStreetProblems({ facts, problems }: Given): void {
  facts.addresses.forEach(({ street, country }, index) => {
    if (isUkCountry(country ?? facts.country) || !isLongerThan(street ?? '', longestStreet)) return;
    problems.add(bodyPathOf(`addresses[${index}].street`), `is too long (maximum is ${longestStreet} characters)`);
  });
}

function addPreviousNameProblems(given: Given): void {
  given.facts.previous_names.forEach((name, index) => {
    const path = `Candidate.PreviousNames[${index}]`;
    const parts = [
      [`${path}.FirstName`, name.first_name, personNameFaults],
      [`${path}.LastName`, name.last_name, personNameFaults],
      [`${path}.MiddleNames`, name.middle_name, middleNameFaults],
    ] as const;
    for (const [at, part, faultsOf] of parts) {
      if (part === null || part === '') continue;
      for (const message of faultsOf(part).map((fault) => apiSentence(fault))) given.problems.add(at, message);
    }
    // A first name that stayed the same need not be repeated.
    require(given, `${path}.LastName`, name.last_name);
  });
}

function addHistoryProblems(given: Given): void {
  addPreviousNameTimeProblems(given);
  addAddressTimeProblems(given);
  addActivityProblems(given);
  given.facts.qualifications.forEach((qualification, index) => {
    const path = `Candidate.Education[${index}]`;
    require(given, `${path}.Institution`, qualification.institution);
    require(given, `${path}.Qualification`, qualification.course);
    require(given, `${path}.Level`, qualification.level);
    addTimeProblems(given, [`${path}.GraduationDate`, qualification.graduated_on]);
  });
  given.facts.memberships.forEach((membership, index) => {
    require(given, `Candidate.Memberships[${index}].Body`, membership.body);
    require(given, `Candidate.Memberships[${index}].MembershipStatus`, membership.status);
  });
}

type Level = 'basic' | 'standard' | 'enhanced';
const levelsOf = ({ types }: Ordered): Level[] => [
  ...new Set(types.flatMap(({ name, variant }) => (name === 'criminal_history' ? [variant as Level] : []))),
];

function addSpecificProblems(ordered: Ordered, given: Given): void {
  const { specific, pathOf } = ordered;
  addIdentityRouteProblems(levelsOf(ordered), ordered, given);
  const { IdentityProof: identity, AddressProof: address } = specific;
  if (typeof identity === 'string' && identity === address) {
    given.problems.add(pathOf('AddressProof'), 'must be another document than IdentityProof');
  }
}

/** The interface's rules of the right to work are older than the law; a later route must be accounted for. */
function notesOf(ordered: Ordered): string[] {
  const documents = (ordered.specific.IdentityDocuments ?? []).flatMap((document) => document.DocumentType ?? []);
  const routes = documents.length === 0 ? [] : levelsOf(ordered).map((level) => identityRouteOf(level, documents));
  return [
    ...(ordered.types.some(({ name }) => name === 'right_to_work') ? ['right_to_work_rules_of_interface'] : []),
    ...(routes.includes('Route 2') ? ['identity_route_2'] : []),
  ];
}

/** An element that could not be read, which was said, leaves its place: an empty one keeps the others where they are. */
function withoutHoles<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element) => withoutHoles(element ?? {})) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutHoles(inner)])) as T;
}

/** Undefined where there are problems, which are then all in `problems`: those of its shape before, and those of the rules. */
export function orderCommand(read: OrderBody, context: OrderContext, problems: Problems): OrderCommand | undefined {
  const { entry, agreed, today } = context;
  const body = withoutHoles(read);
  addHeadProblems(body, problems);
  const ordered = whatIsOrdered(body, agreed, problems);
  const criminalDetails = criminalDetailsOf(ordered, agreed, problems);
  const candidate: CandidateBody = body.Candidate ?? {};
  const facts = factsOf(candidate);
  const documents = documentsGiven(candidate.Identity);
  const given: Given = { body: candidate, facts, today, problems };
  addPersonProblems(given);
  addHistoryProblems(given);
  addDocumentProblems(documents, candidate.Identity?.DrivingDocument?.DriverLicenseType ?? null, given);
  addSpecificProblems(ordered, given);
  if (entry === 'client') addNeedProblems({ ...given, ...ordered, documents });
  if (problems.any) return undefined;
  const purchaseOrderNumber = body.PurchaseOrderNumber ?? candidate.PersonalInfo?.PurchaseOrderNumber;
  return {
    entry,
    uniqueKey: body.UniqueKey?.toLowerCase() ?? null,
    facts,
    reports: ordered.reports,
    criminalDetails,
    specific: ordered.specific,
    packageId: body.PackageId ?? null,
    tags: purchaseOrderNumber ? [purchaseOrderNumber] : [],
    body,
    notes: notesOf(ordered),
  };
}
