// Identity documents, which interface v1 names and the facts list: under which names, with which particulars; pure.
import { gbDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import type { Problems } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { documentRule } from '../facts/document-fact-rules.ts';
import type { FactTree } from '../facts/fact.ts';
import { type ApplicantFacts, emptyOf, facts, type IdentityDocument, type IdNumber } from '../facts/facts.ts';
import type { Holder } from '../facts/finding.ts';
import { identityDocumentFacts } from '../facts/identity-facts.ts';
import { given, toFact, toV1 } from './fact-conversion-rules.ts';

export const identityPath = facts.identity_documents.v1!.path;

const { type: _, ...particularFacts } = identityDocumentFacts;
export type Particular = keyof typeof particularFacts;
export const particulars = Object.keys(particularFacts) as readonly Particular[];
/** The entry of a particular, and what v1 has of it. */
export const particularFact = (name: Particular) => ({ fact: particularFacts[name], v1: particularFacts[name].v1! });
const nameOf = (name: Particular) => particularFact(name).v1.path;

export interface NamedDocument {
  readonly type: IdentityDocument['type'];
  readonly description: string;
  readonly number: { readonly description: string; readonly example: string };
  /** What an order says of it besides its number. */
  readonly takes: readonly Particular[];
  /** What the public guide calls its particulars, where it has names of its own. */
  readonly guideNames: Readonly<Partial<Record<Particular, string>>>;
  /** A number that interface v2 knows as an identification number of the applicant is one in the facts, too. */
  readonly numberType: IdNumber['type'] | null;
}

const plain = { guideNames: {}, numberType: null } as const;
const dates = ['issued_on', 'expires_on'] as const;

export const documents = {
  PassportDocument: {
    ...plain,
    type: 'passport',
    description: 'A passport.',
    number: { description: 'Its number: 9 digits of a UK one.', example: '925665416' },
    takes: ['country', ...dates],
    guideNames: {
      number: 'PassportNumber',
      country: 'PassportIssuingCountry',
      issued_on: 'PassportIssueDate',
      expires_on: 'PassportExpiryDate',
    },
  },
  DrivingDocument: {
    type: 'driving_licence',
    description: 'A driving licence.',
    number: { description: 'Its number, which must fit the name, birth date and gender.', example: 'APPLI856145JA9AA' },
    takes: ['country', ...dates],
    guideNames: {
      number: 'DriverLicenseNumber',
      country: 'DriverLicenseIssuingCountry',
      issued_on: 'DriverLicenseDate',
    },
    numberType: 'driving_licence',
  },
  NationalInsuranceNumberDocument: {
    type: 'national_insurance',
    description: 'The card, a government letter with name and number, a P45 or P60.',
    number: { description: 'The National Insurance number.', example: 'AB123456C' },
    takes: [],
    guideNames: { number: 'NationalInsuranceNumber' },
    numberType: 'social_insurance',
  },
  IdCardDocument: {
    ...plain,
    type: 'identity_card',
    description: 'A national identity card.',
    number: { description: 'Its number.', example: 'T22000129' },
    takes: ['country', ...dates],
    numberType: 'identity_card',
  },
  ResidencePermitDocument: {
    ...plain,
    type: 'residence_permit',
    description: 'A UK biometric residence permit.',
    number: { description: 'Its number.', example: 'ZU1234567' },
    takes: dates,
  },
  BirthCertificateDocument: {
    ...plain,
    type: 'birth_certificate',
    description: 'A birth certificate.',
    number: { description: 'Its number.', example: '12345' },
    takes: ['country', 'issued_on'],
  },
  VisaDocument: {
    ...plain,
    type: 'visa',
    description: 'The page of the passport with a UK work visa or work permit.',
    number: { description: 'Its number.', example: '012345678' },
    takes: dates,
  },
} as const satisfies Readonly<Record<string, NamedDocument>>;

export type DocumentName = keyof typeof documents;
export const namedDocuments = Object.entries(documents) as readonly (readonly [DocumentName, NamedDocument])[];

type Said = Readonly<Record<string, unknown>>;
type Tree = Record<string, unknown>;
export type IdentityBody = Readonly<Partial<Record<DocumentName, Said>>>;

/** A document by what was said first of each particular, and all that was said, which may be twice. */
export interface GivenDocument extends IdentityDocument {
  readonly path: string;
  /** Each particular where it is said: under its own name, or under the guide's. */
  readonly said: readonly { readonly fact: Particular; readonly path: string; readonly value: unknown }[];
}

function documentOf(name: DocumentName, part: Said): GivenDocument {
  const { type, guideNames }: NamedDocument = documents[name];
  const path = `${identityPath}.${name}`;
  const said = particulars.flatMap((fact) =>
    [nameOf(fact), guideNames[fact] ?? ''].flatMap((field) =>
      given(part[field]) === null
        ? []
        : [{ fact, path: `${path}.${field}`, value: toFact(particularFacts[fact], part[field]) }],
    ),
  );
  const first = Object.fromEntries(said.toReversed().map(({ fact, value }) => [fact, value]));
  return { ...emptyOf(identityDocumentFacts), ...first, type, path, said };
}

/** Those of which anything is said: clients send every document with all of its properties empty, which is none. */
export function documentsGiven(identity: IdentityBody | undefined): GivenDocument[] {
  return namedDocuments.flatMap(([name]) => {
    const part = identity?.[name] ?? {};
    return Object.values(part).some((value) => given(value) !== null) ? [documentOf(name, part)] : [];
  });
}

/** Where a particular is said, or would be. */
export const particularPath = ({ path, said }: GivenDocument, fact: Particular): string =>
  said.find((one) => one.fact === fact)?.path ?? `${path}.${nameOf(fact)}`;

/** How a number is kept that people write in several ways. */
const numberForms: Readonly<Partial<Record<IdentityDocument['type'], (text: string) => string | undefined>>> = {
  driving_licence: gbDriverNumberOf,
  national_insurance: nationalInsuranceNumberOf,
};
const numberAsKept = (type: IdentityDocument['type'], number: string): string => numberForms[type]?.(number) ?? number;

const numberTypeOf = (type: IdentityDocument['type']) =>
  namedDocuments.find(([, one]) => one.type === type)?.[1].numberType ?? null;

export function idNumbersOf(given: readonly IdentityDocument[]): IdNumber[] {
  return given.flatMap(({ type, number }) => {
    const kind = numberTypeOf(type);
    if (kind === null || number === null || number === '') return [];
    return [{ type: kind, value: numberAsKept(type, number), state_code: null }];
  });
}

/** What is said twice must be the same, and each number right: one that is not kept would pass as if it were. */
export function addDisagreements(document: GivenDocument, holder: Holder, problems: Problems): void {
  const kept = (value: unknown, fact: Particular) =>
    fact === 'number' ? numberAsKept(document.type, String(value)) : value;
  for (const { path, fact, value } of document.said) {
    const first = document.said.find((one) => one.fact === fact)!;
    if (fact === 'number' && path !== first.path && !problems.has(path)) {
      const found = documentRule({ ...document, number: String(value) }, holder).filter(({ at }) => at === 'number');
      for (const one of found) problems.add(path, apiSentence(one));
    }
    if (kept(value, fact) !== kept(first.value, fact)) {
      problems.add(path, problemSentence('differs', { other: first.path.slice(first.path.lastIndexOf('.') + 1) }));
    }
  }
}

/** Both spellings of v2 mean the same document. */
const sameNumberType = (type: IdNumber['type']) => (type === 'driving_license' ? 'driving_licence' : type);

/** Facts of the candidate that are said with a document: the kind of licence. */
const factsSaidWith = (name: DocumentName) =>
  Object.entries(facts as FactTree).flatMap(([key, fact]) => {
    const path = `${identityPath}.${name}.`;
    if (fact.kind === 'list' || fact.v1?.path.startsWith(path) !== true) return [];
    return [{ key: key as keyof ApplicantFacts, fact, field: fact.v1.path.slice(path.length) }];
  });

/** Those of which anything is known. */
export function identityOf(known: ApplicantFacts): Tree {
  return Object.fromEntries(
    namedDocuments.flatMap(([name, { type, numberType }]) => {
      const number = known.id_numbers.find((one) => sameNumberType(one.type) === numberType)?.value ?? null;
      const document = known.identity_documents.find((one) => one.type === type);
      const own = factsSaidWith(name).map(({ key, fact, field }) => ({ field, fact, value: known[key] }));
      if (document === undefined && number === null && own.every(({ value }) => value === null)) return [];
      const shown = { ...emptyOf(identityDocumentFacts), ...document, number: document?.number ?? number };
      const answered = [
        ...particulars.map((fact) => [nameOf(fact), toV1(particularFacts[fact], shown[fact])]),
        ...own.map(({ field, fact, value }) => [field, toV1(fact, value)]),
      ];
      return [[name, Object.fromEntries(answered)]];
    }),
  );
}
