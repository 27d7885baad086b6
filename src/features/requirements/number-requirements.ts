// Requirements of the candidate's numbers: National Insurance, driving licence, those of other countries; pure.
import { licenceFaults, nationalInsuranceFaults } from '../facts/document-fact-rules.ts';
import { readFact } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Fault, type Finding, isBlank, type Moment, missing } from '../facts/finding.ts';
import { localIdentifierFaults } from '../facts/local-identifier-rules.ts';
import { holderOf } from '../facts/stated-rules.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement, Subject } from './requirement.ts';

interface AskedNumber {
  readonly at: string;
  /** Whether the candidate has one. */
  readonly has: string;
  /** Whether they have it, and not at hand. */
  readonly later: string;
  /** The documents that show it. */
  readonly set: 'national_insurance' | 'driving_licence_number';
}

/** The number, if the candidate has one. Whether they have one is asked only if no number is given. */
function numberFindings(
  subject: Subject,
  { has, at, later, moment }: AskedNumber & { readonly moment: Moment },
  faults: (number: string) => Fault[],
): Finding[] {
  const number = readFact(subject.facts, at);
  // An order that may leave the number out is not refused for it either.
  const late = moment === 'answered' ? { moment } : {};
  if (!isBlank(number)) return faults(String(number)).map((fault) => ({ ...fault, ...late, at }));
  const answer = readFact(subject.facts, has);
  if (answer === false) return [];
  if (isToFollow(subject.facts, { has, at, later })) return [{ at, code: 'number_follows', moment: 'examined' }];
  // If the candidate answered yes, the number is missing; otherwise the answer is.
  return [missing(answer === true ? at : has, moment)];
}

/** A candidate alone can say so, no order of a program. */
const isToFollow = (facts: ApplicantFacts, { has, at, later }: Omit<AskedNumber, 'set'>): boolean =>
  readFact(facts, has) === true && readFact(facts, later) === true && isBlank(readFact(facts, at));

const insuranceNumber = 'id_numbers[social_insurance].value';
const insurance: AskedNumber = {
  at: insuranceNumber,
  has: 'has_national_insurance_number',
  later: 'national_insurance_number_later',
  set: 'national_insurance',
};

export interface NumberParams {
  /** Only the candidate is asked for it: an order may leave it out. */
  readonly isOfForm?: true;
}

const momentOf = ({ isOfForm }: NumberParams): Moment => (isOfForm === true ? 'answered' : 'needed');

const strictest = (one: NumberParams, other: NumberParams): NumberParams =>
  one.isOfForm === true && other.isOfForm === true ? { isOfForm: true } : {};

export const nationalInsuranceNumber: Requirement<NumberParams> = {
  facts: () => [insurance.has, insuranceNumber, insurance.later],
  onlyWhere: { [insuranceNumber]: { fact: 'has_national_insurance_number', is: [true] } },
  findings: (subject, params) => {
    return numberFindings(subject, { ...insurance, moment: momentOf(params) }, nationalInsuranceFaults);
  },
  strictest,
  page: { section: 'about_you', minutes: 1 },
};

const licenceNumber = 'id_numbers[driving_licence].value';
const licence: AskedNumber = {
  at: licenceNumber,
  has: 'has_driving_licence',
  later: 'driving_licence_later',
  set: 'driving_licence_number',
};

/** The documents by which the candidate sends the numbers that they had not at hand. */
export const setsToFollow = (facts: ApplicantFacts): AskedNumber['set'][] =>
  [insurance, licence].filter((one) => isToFollow(facts, one)).map(({ set }) => set);

export const drivingLicence: Requirement<NumberParams> = {
  facts: () => ['has_driving_licence', 'driving_licence_type', licenceNumber, licence.later],
  onlyWhere: { [licenceNumber]: { fact: 'has_driving_licence', is: [true] } },
  findings(subject, params) {
    const { facts, today } = subject;
    const country = facts.identity_documents.find(({ type }) => type === 'driving_licence')?.country ?? null;
    const holder = holderOf(facts, today);
    const asked = { ...licence, moment: momentOf(params) };
    return numberFindings(subject, asked, (number) => licenceFaults(number, country, holder));
  },
  strictest,
  page: { section: 'about_you', minutes: 1 },
};

export interface LocalIdentifierParams {
  /** Three letters; empty where it may be any. */
  readonly country: string;
  /** The country's name for the number: `cpf`, `pesel`. */
  readonly kind: string;
  /** Not everybody who lived there has one: the candidate may say why instead. */
  readonly mayLack?: true;
  /** Only the candidate is asked for it: an order may leave it out. */
  readonly isOfForm?: true;
}

/** Of the country, because several call their numbers alike. */
const localIdentifierPath = ({ country, kind }: LocalIdentifierParams, field: 'value' | 'why_none') =>
  `local_identifiers[${country.toLowerCase()}_${kind}].${field}`;

export const localIdentifier: Requirement<LocalIdentifierParams> = {
  facts: (params) => [
    localIdentifierPath(params, 'value'),
    ...(params.mayLack === true ? [localIdentifierPath(params, 'why_none')] : []),
  ],
  findings({ facts }, params) {
    const { country, kind } = params;
    const ofKind = facts.local_identifiers.filter((one) => one.kind === kind);
    // Of any country where none is asked; an order may leave the country out.
    const known =
      ofKind.find((one) => country === '' || one.country === country) ?? ofKind.find((one) => one.country === '');
    const at = localIdentifierPath(params, 'value');
    if (isBlank(known?.value)) {
      return params.mayLack === true && !isBlank(known?.why_none) ? [] : [missing(at, momentOf(params))];
    }
    const late = params.isOfForm === true ? { moment: momentOf(params) } : {};
    return localIdentifierFaults(known!.value, kind, country).map((fault) => ({ ...fault, ...late, at }));
  },
  strictest: ({ country, kind, ...one }, other) => ({
    ...{ country, kind },
    ...(one.mayLack === true && other.mayLack === true && { mayLack: true }),
    ...(one.isOfForm === true && other.isOfForm === true && { isOfForm: true }),
  }),
  isOfFacts: true,
  page: { section: 'about_you', minutes: 1 },
};

/** Of a country whose states issue the licences. Only the candidate is asked: the interfaces have no place for it. */
export const licenceIssuer: Requirement = {
  ...plain(['licence_issuer']),
  findings: (subject) => missingAt(subject, 'licence_issuer').map((finding) => ({ ...finding, moment: 'answered' })),
};
