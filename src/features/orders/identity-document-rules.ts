// Converts identity documents between orders of interface v1 and the facts, and finds contradictions between their
// duplicate fields; pure.
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
import {
  type DocumentName,
  documents,
  identityPath,
  type NamedDocument,
  namedDocuments,
  nameOfParticular,
  type Particular,
  particularFact,
  particulars,
} from './identity-documents.ts';

type Said = Readonly<Record<string, unknown>>;
type Tree = Record<string, unknown>;
export type IdentityBody = Readonly<Partial<Record<DocumentName, Said>>>;

/**
 * A document with the first value of each particular, and with all values: the body has two fields for some
 * particulars.
 */
export interface GivenDocument extends IdentityDocument {
  readonly path: string;
  /** Each particular with its path: under its own name, or under the public guide's. */
  readonly said: readonly { readonly fact: Particular; readonly path: string; readonly value: unknown }[];
}

function documentOf(name: DocumentName, part: Said): GivenDocument {
  const { type, guideNames }: NamedDocument = documents[name];
  const path = `${identityPath}.${name}`;
  const said = particulars.flatMap((fact) =>
    [nameOfParticular(fact), guideNames[fact] ?? ''].flatMap((field) =>
      given(part[field]) === null
        ? []
        : [{ fact, path: `${path}.${field}`, value: toFact(particularFact(fact).fact, part[field]) }],
    ),
  );
  const first = Object.fromEntries(said.toReversed().map(({ fact, value }) => [fact, value]));
  return { ...emptyOf(identityDocumentFacts), ...first, type, path, said };
}

/** The documents with at least one value: clients also send documents with all properties empty. */
export function documentsGiven(identity: IdentityBody | undefined): GivenDocument[] {
  return namedDocuments.flatMap(([name]) => {
    const part = identity?.[name] ?? {};
    return Object.values(part).some((value) => given(value) !== null) ? [documentOf(name, part)] : [];
  });
}

/** The path of a particular, or the path that it would have. */
export const particularPath = ({ path, said }: GivenDocument, fact: Particular): string =>
  said.find((one) => one.fact === fact)?.path ?? `${path}.${nameOfParticular(fact)}`;

/** Normalises numbers that people write in several ways. */
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

/** Two values of one particular must be equal, and each number must be valid, also one that is not stored. */
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

/** Interface v2 spells the driving licence in two ways. */
const sameNumberType = (type: IdNumber['type']) => (type === 'driving_license' ? 'driving_licence' : type);

/** Facts of the candidate that are part of a document's fields: the kind of licence. */
const factsSaidWith = (name: DocumentName) =>
  Object.entries(facts as FactTree).flatMap(([key, fact]) => {
    const path = `${identityPath}.${name}.`;
    if (fact.kind === 'list' || fact.v1?.path.startsWith(path) !== true) return [];
    return [{ key: key as keyof ApplicantFacts, fact, field: fact.v1.path.slice(path.length) }];
  });

/** The documents with at least one known value. */
export function identityOf(known: ApplicantFacts): Tree {
  return Object.fromEntries(
    namedDocuments.flatMap(([name, { type, numberType, guideNames }]) => {
      const number = known.id_numbers.find((one) => sameNumberType(one.type) === numberType)?.value ?? null;
      const document = known.identity_documents.find((one) => one.type === type);
      const own = factsSaidWith(name).map(({ key, fact, field }) => ({ field, fact, value: known[key] }));
      if (document === undefined && number === null && own.every(({ value }) => value === null)) return [];
      const shown = { ...emptyOf(identityDocumentFacts), ...document, number: document?.number ?? number };
      const answered = [
        ...particulars.flatMap((fact) => {
          const names = [nameOfParticular(fact), guideNames[fact] ?? []].flat();
          return names.map((one) => [one, toV1(particularFact(fact).fact, shown[fact])]);
        }),
        ...own.map(({ field, fact, value }) => [field, toV1(fact, value)]),
      ];
      return [[name, Object.fromEntries(answered)]];
    }),
  );
}
