// Converts the candidate of an order of interface v1 to an applicant's facts and back, by the path of each fact's
// entry; pure.
import { isUkCountry, ukPostcodeOf } from '../../lib/postcodes.ts';
import type { FactTree } from '../facts/fact.ts';
import { everyFact, factAt } from '../facts/fact-paths.ts';
import { type Address, type ApplicantFacts, facts, noFacts, type PreviousName } from '../facts/facts.ts';
import { type PlainFact, toFact, toV1 } from './fact-conversion-rules.ts';
import {
  documentsGiven,
  type GivenDocument,
  type IdentityBody,
  identityOf,
  idNumbersOf,
  particularPath,
} from './identity-document-rules.ts';
import { identityPath, namedDocuments, type Particular } from './identity-documents.ts';

type Section = Readonly<Record<string, unknown>>;

/** The fields that rules read by name; all others are read by the paths of the facts. */
export interface CandidateBody {
  readonly CurrentName?: Section;
  readonly PersonalInfo?: Section & Readonly<Partial<Record<'PurchaseOrderNumber' | 'OtherReference', string | null>>>;
  readonly AddressList?: readonly (Section & {
    readonly Address?: Section;
    readonly IsCurrentAddress?: boolean | null;
    readonly DateLeftThisAddress?: string | null;
  })[];
  readonly Identity?: IdentityBody;
  readonly CriminalRecord?: Section;
  readonly [name: string]: unknown;
}

export interface CandidateField {
  /** The path in the body: `Candidate.AddressList[].Address.Town` */
  readonly v1: string;
  /** The key of the fact: `addresses.town` */
  readonly key: string;
  readonly fact: PlainFact;
}

/** Every fact with a field in orders, except the particulars of identity documents. */
export const candidateFields: readonly CandidateField[] = everyFact().flatMap(({ key, fact, list }) => {
  if (fact.v1 === null || fact.kind === 'list' || list === 'identity_documents') return [];
  const outer = list === undefined ? '' : `${factAt(list)!.v1!.path}[].`;
  return [{ v1: `${outer}${fact.v1.path}`, key, fact }];
});

type Tree = { [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (isTree(found) ? found[name] : undefined), tree);

function put(tree: Tree, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) tree[name] = value;
  else {
    tree[name] ??= {};
    put(tree[name] as Tree, rest.join('.'), value);
  }
}

const isOfDocument = (path: string) => path.startsWith(identityPath);

/** Facts at their v1 paths, without identity documents. */
function written(tree: FactTree, values: Section): Tree {
  const body: Tree = {};
  for (const [name, fact] of Object.entries(tree)) {
    if (fact.v1 === null || isOfDocument(fact.v1.path)) continue;
    const value = values[name];
    const entries = fact.kind === 'list' ? ((value ?? []) as Section[]).map((one) => written(fact.entry, one)) : null;
    put(body, fact.v1.path, fact.kind === 'list' ? entries : toV1(fact, value));
  }
  return body;
}

/** Reads the facts at their paths in a body; missing or invalid values count as not given. */
function read(tree: FactTree, body: unknown): Section {
  const values = Object.entries(tree).map(([name, fact]) => {
    const said = fact.v1 === null ? undefined : at(body, fact.v1.path);
    if (fact.v1 === null) return [name, fact.empty];
    if (fact.kind !== 'list') return [name, toFact(fact, said)];
    return [name, Array.isArray(said) ? said.map((one) => read(fact.entry, one)) : []];
  });
  return Object.fromEntries(values);
}

/** The parts of an earlier name that interface v2 cannot send. */
const bareName = {
  title: null,
  first_name: '',
  middle_name: null,
  known_from: null,
  known_to: null,
  has_one_name: null,
  for_authorities_only: null,
};

function namesBefore({ previous_names: names, previous_last_name }: ApplicantFacts): readonly PreviousName[] {
  return names.length > 0 || previous_last_name === null ? names : [{ ...bareName, last_name: previous_last_name }];
}

interface AnsweredCandidate {
  readonly [section: string]: unknown;
  readonly CurrentName: Tree;
  readonly PreviousNames: readonly Tree[];
  readonly PersonalInfo: Tree;
}

/** The known facts as the candidate of an order. */
export function candidateOf(known: ApplicantFacts): AnsweredCandidate {
  const addresses = known.addresses.map((one) => ({ ...one, country: one.country ?? known.country }));
  const { Candidate } = written(facts, { ...known, addresses, previous_names: namesBefore(known) }) as {
    Candidate: AnsweredCandidate & { AddressList: Tree[] };
  };
  const AddressList = Candidate.AddressList.map((one, index) => ({
    ...one,
    IsCurrentAddress: addresses[index]!.end_date === null,
  }));
  return { ...Candidate, AddressList, Identity: identityOf(known) };
}

function addressOf(address: Address, isCurrent: boolean): Address {
  const { country, state, postcode } = address;
  return {
    ...address,
    state: country === 'USA' ? (state?.toUpperCase() ?? null) : state,
    // Clients write a postcode in any form; interface v2 answers it in two parts.
    postcode:
      postcode !== null && isUkCountry(country ?? noFacts.country) ? (ukPostcodeOf(postcode) ?? postcode) : postcode,
    end_date: isCurrent ? null : address.end_date,
  };
}

const newestOf = (names: readonly PreviousName[]): PreviousName | undefined =>
  names.toSorted((one, other) => (other.known_to ?? '9999').localeCompare(one.known_to ?? '9999'))[0];

export function factsOf(candidate: CandidateBody): ApplicantFacts {
  const said = read(facts, { Candidate: candidate }) as ApplicantFacts;
  const documents = documentsGiven(candidate.Identity);
  return {
    ...said,
    previous_last_name: newestOf(said.previous_names)?.last_name ?? null,
    addresses: said.addresses.map((one, index) =>
      addressOf(one, candidate.AddressList?.[index]?.IsCurrentAddress === true),
    ),
    identity_documents: documents.map(({ path: _, said: __, ...document }) => document),
    id_numbers: idNumbersOf(documents),
  };
}

/** The questions whether the candidate has a number, with the document that answers yes. */
const numberTypes: Readonly<Record<string, string>> = {
  has_driving_licence: 'driving_licence',
  has_national_insurance_number: 'social_insurance',
};

function numberPath(numberType: string, documents: readonly GivenDocument[]): string {
  const named = namedDocuments.find(([, one]) => one.numberType === numberType);
  if (named === undefined) return identityPath;
  const document = documents.find(({ type }) => type === named[1].type);
  return document === undefined ? `${identityPath}.${named[0]}` : particularPath(document, 'number');
}

/** The path of a fact in the body: `addresses[0].street` → `Candidate.AddressList[0].Address.StreetName`. */
export function bodyPathOf(path: string, documents: readonly GivenDocument[]): string {
  const [, list = '', element = '', field = ''] = /^(\w+)\[(\w+)\](?:\.(\w+))?$/.exec(path) ?? [];
  if (list === 'id_numbers' || numberTypes[path] !== undefined)
    return numberPath(numberTypes[path] ?? element, documents);
  if (list === 'identity_documents') return particularPath(documents[Number(element)]!, field as Particular);
  const outer = factAt(list || path)?.v1?.path ?? (path === 'id_numbers' ? identityPath : 'Candidate');
  // A missing document is reported on the list.
  if (!/^\d+$/.test(element)) return outer;
  const inner = factAt(`${list}.${field}`)?.v1?.path;
  return [`${outer}[${element}]`, ...(inner === undefined ? [] : [inner])].join('.');
}
