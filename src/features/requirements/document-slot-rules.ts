// The slots of the candidate's documents: what each accepts, and what is still wanted after what was added; pure.

import type { IsoDate } from '../../lib/dates.ts';
import { type DocumentWords, documentKinds, documents } from '../../messages/en-documents.ts';
import { say, sayText } from '../../messages/say.ts';
import { type ApplicantFacts, placeholderDob } from '../facts/facts.ts';
import { isBlank } from '../facts/finding.ts';
import { type RuleId, verdictOf } from '../knowledge/rule.ts';
import {
  type IdentityDocumentValue,
  identityDocuments,
  scottishAddressProofs,
  scottishIdentityProofs,
} from '../value-sets/criminal-record-values.ts';
import { identityRoutes } from './document-routes.ts';
import { type DisclosureLevel, routeShortfall, scottishProofVerdict } from './identity-route-rules.ts';
import { type ListEntry, listEntries } from './right-to-work-lists.ts';
import { nationalitiesByRight } from './right-to-work-rules.ts';
import { ofRightToWork, rightToWorkSet, rightToWorkSets } from './right-to-work-slots.ts';
import type { IdentityRegime } from './seen-papers.ts';

export interface DocumentKind {
  readonly value: string;
  readonly text: string;
  readonly hint?: string;
}

/** Kinds that are shown together. */
export interface KindGroup {
  readonly title: string;
  readonly kinds: readonly DocumentKind[];
  /** Few people have one of these: they are folded. */
  readonly isRare?: true;
}

export interface DocumentSlot {
  /** Part of an address. */
  readonly id: string;
  readonly title: string;
  /** What is accepted, to follow the title and a colon. */
  readonly text: string;
  readonly example?: string;
  /** To choose from; empty where there is one kind only. */
  readonly groups: readonly KindGroup[];
  /** Every kind that counts. */
  readonly accepts: readonly string[];
  readonly otherwise?: string;
  /** What else somebody can do who has none of it. */
  readonly instead?: string;
  /** The name of the rule that says what counts. */
  readonly rule?: string;
  /** The guidelines of the disclosure for which somebody sees these documents. */
  readonly regime?: IdentityRegime;
  /** Only what was added here counts; otherwise a document of one of the kinds counts wherever it was added. */
  readonly isOwn?: true;
  /** A mail does not name it, and the client is not shown what is added. */
  readonly isUntold?: true;
  /** Of a certificate for which the candidate applies: how, and what its issuer asks for. */
  readonly application?: {
    readonly rows: readonly { readonly label: string; readonly lines: readonly string[] }[];
    /** Nobody may make them ask for it. */
    readonly isOfChoice?: true;
  };
  /** Why nothing is wanted. */
  readonly unneeded?: string;
  /**
   * What is still wanted beside documents of these kinds, to follow the title and a colon: empty if all of it, undefined
   * if nothing.
   */
  readonly shortOf: (kinds: readonly string[]) => string | undefined;
}

/** What is known of whoever adds documents. */
export interface SlotCandidate {
  readonly facts: Partial<ApplicantFacts>;
  readonly today: IsoDate;
}

const words: Readonly<Record<string, DocumentWords>> = documents;

/** What a value set says of the candidate, as the candidate reads it. */
const hintsToCandidate: Readonly<Record<string, string>> = {
  BankStatementAbroad: 'From the country where you live; of the last 3 months.',
  LetterOfSponsorship: 'From your future employer, if you live abroad.',
  HeadTeacherLetter: 'If you are 16 to 19 and in full-time education.',
};

const listed = new Map(identityDocuments.map((document) => [document.value, document]));
const names: Readonly<Record<string, string>> = documentKinds;

const kindOf = (value: string): DocumentKind => ({ value, text: names[value] ?? listed.get(value)?.name ?? value });

const hintedKind = ({ value, name, description }: IdentityDocumentValue): DocumentKind => ({
  value,
  text: name,
  hint: hintsToCandidate[value] ?? description.replace(/^Group \w+\. /, ''),
});

/** The words of a kind; undefined if it is none. */
export const nameOfKind = (value: string): string | undefined => names[value] ?? listed.get(value)?.name;

/** What a document is, in a slot that does not tell them apart. */
const alike: Readonly<Record<string, string>> = {
  EuNationalIdCard: 'IdentityCard',
  BirthCertificateAtBirth: 'UkBirthCertificate',
  BirthCertificateLater: 'UkBirthCertificate',
  AdoptionCertificate: 'UkBirthCertificate',
  P45P60: 'NationalInsuranceDocument',
};

const choiceOf = (groups: readonly KindGroup[]): Pick<DocumentSlot, 'groups' | 'accepts'> => ({
  groups,
  accepts: groups.flatMap(({ kinds }) => kinds.map(({ value }) => value)),
});

/** Whether a document counts for the slot. @param given where it was added and as what */
export function countsFor(slot: DocumentSlot, given: { readonly slot: string; readonly kind: string }): boolean {
  if (given.slot === slot.id) return true;
  if (slot.isOwn) return false;
  return slot.accepts.includes(given.kind) || slot.accepts.includes(alike[given.kind] ?? '');
}

const which = 'Which document is it?';
const counted = ['one', 'two', 'three', 'four'] as const;

function plainSlot(id: string, more: Partial<DocumentSlot> = {}): DocumentSlot {
  const { title, kinds = [], needsEach, ...others } = words[id]!;
  return {
    ...{ ...others, id, title: sayText(title) },
    groups: kinds.length > 1 ? [{ title: which, kinds: kinds.map(kindOf) }] : [],
    accepts: kinds,
    shortOf(added) {
      if (added.length === 0) return '';
      const open = needsEach ? kinds.filter((kind) => !added.includes(kind)) : [];
      if (open.length === 0) return undefined;
      return say('{added} of {count} added: also {kinds}', {
        ...{ added: kinds.length - open.length, count: kinds.length },
        kinds: open.map((kind) => sayText(names[kind]!).toLowerCase()).join(', '),
      });
    },
    ...more,
  };
}

/** The documents that most people have: the others are folded. */
const usual = [
  ...['Passport', 'DrivingLicencePhotocard', 'BirthCertificateAtBirth', 'BirthCertificateLater'],
  ...['BankStatement', 'UtilityBill', 'CouncilTaxStatement', 'P45P60'],
];

function routeSentence(level: DisclosureLevel | 'access_ni', kinds: readonly string[], candidate: SlotCandidate) {
  const { facts, today } = candidate;
  const dob = facts.dob === undefined || facts.dob === placeholderDob ? null : facts.dob;
  const short = routeShortfall(level, { documents: kinds.map((type) => ({ type })), today, dob });
  if (short === undefined) return undefined;
  const { count, added, lacksFirst } = short;
  if (added === 0) return '';
  const more = Math.max(count - added, lacksFirst ? 1 : 0);
  const numbers = { added, count, more: say(counted[more - 1]!) };
  if (!lacksFirst)
    return say('{added} of {count} added: {more} more, such as a bank statement or utility bill', numbers);
  return more === 1
    ? say(
        '{added} of {count} added: {more} more, which must be your passport, driving licence or another document of the first list',
        numbers,
      )
    : say(
        '{added} of {count} added: {more} more, at least one of them your passport, driving licence or another document of the first list',
        numbers,
      );
}

/** By the first route; those who do not meet it are asked for what else there is. */
function routeSlot(
  id: 'dbs_basic' | 'dbs_above_basic' | 'access_ni_identity',
  level: DisclosureLevel | 'access_ni',
  candidate: SlotCandidate,
): DocumentSlot {
  const isBasic = level === 'basic';
  const { first, groups } = identityRoutes[level === 'access_ni' ? 'enhanced' : level][0]!;
  const all = identityDocuments.filter(({ group, isForBasic }) => groups.includes(group) && (!isBasic || isForBasic));
  const kinds = (isFirst: boolean, isUsual: boolean) =>
    all
      .filter(({ group, value }) => first.includes(group) === isFirst && usual.includes(value) === isUsual)
      .map(hintedKind);
  return plainSlot(id, {
    ...choiceOf([
      { title: 'At least one of these', kinds: kinds(true, true) },
      { title: 'The others may also be of these', kinds: kinds(false, true) },
      { title: 'More that count as one of the first list', kinds: kinds(true, false), isRare: true },
      { title: 'More that count as one of the second list', kinds: kinds(false, false), isRare: true },
    ]),
    otherwise: 'If you have none of the first list, add three of the second. We tell you what else is needed.',
    shortOf: (added) => routeSentence(level, added, candidate),
  });
}

function rightToWorkSentence(added: readonly string[], isOwn: boolean, lists: readonly ListEntry['list'][]) {
  if (added.length === 0) return '';
  const passport = isOwn ? 'british_passport' : 'endorsed_passport';
  const held = added.flatMap((kind) =>
    kind === 'Passport' ? [passport] : (ofRightToWork[kind] ?? ofRightToWork[alike[kind] ?? ''] ?? []),
  );
  const wants = listEntries
    .filter(({ list }) => lists.includes(list))
    .map(({ documents: all }) => all.filter((one) => one !== 'positive_verification_notice'))
    .filter((all) => all.length > 0);
  if (wants.some((all) => all.every((one) => held.includes(one)))) return undefined;
  return held.includes('national_insurance_document')
    ? say('1 of 2 added: also your birth or adoption certificate, or another document that is named here')
    : say('1 of 2 added: also an official letter or card with your National Insurance number');
}

const withoutProof =
  'If you have none of these, for example because you wait for an answer of the Home Office or cannot open your eVisa, say so: your employer can ask the Home Office.';

function rightToWorkSlot(set: string, { facts }: SlotCandidate): DocumentSlot {
  const id = set === 'right_to_work' ? rightToWorkSet(nationalitiesByRight(facts)[0]) : set;
  const { isOwn, lists, kinds } = rightToWorkSets[id]!;
  const hasCode = set === 'right_to_work' && !isBlank(facts.share_code ?? null);
  return {
    ...plainSlot(id),
    // The nationality may be stated later: what was added is still of this slot.
    id: set,
    ...choiceOf([{ title: which, kinds: kinds.map(kindOf) }]),
    ...(isOwn ? {} : { otherwise: withoutProof }),
    shortOf: (added) => (hasCode ? undefined : rightToWorkSentence(added, isOwn, lists)),
    ...(hasCode ? { unneeded: say('You gave a share code, so nothing is needed here') } : {}),
  };
}

/** The values of the two proofs that have another name here. */
const scottishValues: Readonly<Record<string, string>> = {
  DrivingLicencePhotocard: 'DrivingLicence',
  IdentityCard: 'NationalIdCard',
  EuNationalIdCard: 'NationalIdCard',
  TenancyAgreement: 'RentalAgreement',
};

function scottishSlots(): DocumentSlot[] {
  const of = (proofs: readonly { readonly value: string }[], added: readonly string[]) =>
    added.map((kind) => scottishValues[kind] ?? kind).filter((kind) => proofs.some(({ value }) => value === kind));
  // One document cannot serve as both.
  const isShown = (added: readonly string[]) => {
    const identities = of(scottishIdentityProofs, added);
    const isOther = (address: string) => identities.some((one) => scottishProofVerdict(one, address).isMet);
    return of(scottishAddressProofs, added).some((address) => identities.length === 0 || isOther(address));
  };
  return [
    plainSlot('scottish_identity'),
    plainSlot('scottish_address', { shortOf: (added) => (isShown(added) ? undefined : '') }),
  ];
}

/** One for each former name: a certificate shows one change. */
function nameChangeSlots({ facts: { previous_names: all = [] } }: SlotCandidate): DocumentSlot[] {
  if (all.length < 2) {
    const year = all[0]?.known_to?.slice(0, 4);
    return [
      plainSlot('name_change', {
        isUntold: true,
        ...(year === undefined ? {} : { title: say('Proof of your change of name in {year}', { year }) }),
      }),
    ];
  }
  return all.map(({ known_to: until }, at) => {
    const named = until
      ? say('Proof of your change of name in {year}', { year: until.slice(0, 4) })
      : say('Proof of your change of name ({at} of {count})', { at: at + 1, count: all.length });
    return plainSlot('name_change', { id: `name_change-${at + 1}`, title: named, isOwn: true, isUntold: true });
  });
}

function residenceSlot({ facts: { addresses = [] } }: SlotCandidate): DocumentSlot {
  const count = Math.max(addresses.length, 1);
  return plainSlot('residence', {
    isOwn: true,
    shortOf(added) {
      if (added.length === 0) return '';
      const more = count - added.length;
      return more > 0
        ? say('{added} of {count} added: one for each of your addresses', { added: added.length, count })
        : undefined;
    },
  });
}

const rulesOf: Readonly<Record<IdentityRegime, RuleId>> = {
  dbs_basic: 'dbs_identity_routes',
  dbs_standard: 'dbs_identity_routes',
  dbs_enhanced: 'dbs_identity_routes',
  access_ni: 'access_ni_identity',
  scottish_proofs: 'scottish_proofs',
};

const slotsOf: Readonly<Record<IdentityRegime, (candidate: SlotCandidate) => DocumentSlot[]>> = {
  dbs_basic: (candidate) => [routeSlot('dbs_basic', 'basic', candidate)],
  dbs_standard: (candidate) => [routeSlot('dbs_above_basic', 'standard', candidate)],
  dbs_enhanced: (candidate) => [routeSlot('dbs_above_basic', 'enhanced', candidate)],
  access_ni: (candidate) => [routeSlot('access_ni_identity', 'access_ni', candidate)],
  scottish_proofs: scottishSlots,
};

export const slotsOfRegime = (regime: IdentityRegime, candidate: SlotCandidate): DocumentSlot[] =>
  slotsOf[regime](candidate).map((slot) => ({ ...slot, regime, rule: verdictOf(rulesOf[regime]).source }));

/** The guidelines of the authority say who is asked for which proofs. */
const regimesOfSets: Readonly<Record<string, IdentityRegime>> = {
  access_ni_identity: 'access_ni',
  scottish_proofs: 'scottish_proofs',
};

/** The slots of a set that a requirement names; none of a requirement without documents. */
export function slotsOfSet(set: string, candidate: SlotCandidate): DocumentSlot[] {
  const regime = regimesOfSets[set];
  if (regime !== undefined) return slotsOfRegime(regime, candidate);
  if (rightToWorkSets[set] !== undefined) {
    const isStudent = candidate.facts.has_student_permission === true;
    return [rightToWorkSlot(set, candidate), ...(isStudent ? [plainSlot('term_dates', { isOwn: true })] : [])];
  }
  if (set === 'name_change') return nameChangeSlots(candidate);
  if (set === 'residence') return [residenceSlot(candidate)];
  return words[set] === undefined ? [] : [plainSlot(set)];
}
