// The documents that a candidate is asked for, in words, with the papers that count and the rule that says so; pure.
import { en } from '../../messages/en.ts';
import type { DocumentSet } from '../../messages/en-documents.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { type RuleId, verdictOf } from '../knowledge/rule.ts';
import { regimesOf } from '../report-types/identity-inputs.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { seenParts } from '../reports/unconfirmed-rules.ts';
import { identityRoutes, ownPassportNationalities } from '../requirements/document-routes.ts';
import type { IdentityRegime } from '../requirements/seen-papers.ts';
import {
  type IdentityDocumentValue,
  identityDocuments,
  scottishAddressProofs,
  scottishIdentityProofs,
} from '../value-sets/criminal-record-values.ts';
import type { FormScope } from './form-page.ts';

export interface WantedDocuments {
  readonly text: string;
  /** The papers that count. */
  readonly lists: readonly { readonly title: string; readonly papers: readonly string[] }[];
  /** For who has none of the first list. */
  readonly otherwise?: string;
  /** The name of the rule behind the lists. */
  readonly rule?: string;
}

const documentsOf: Readonly<Record<string, string>> = en.documents;

interface Paper {
  readonly name: string;
  readonly description: string;
}
const paperText = ({ name, description }: Paper) => `${name}: ${description.replace(/^Group \w+\. /, '')}`;
const papersOf = (papers: readonly Paper[]) => papers.map(paperText);

/** By the first route of the level; those who do not meet it are asked for what else there is. */
function wantedByDbs(level: keyof typeof identityRoutes): Pick<WantedDocuments, 'lists' | 'otherwise'> {
  const { first, groups } = identityRoutes[level][0]!;
  const counts = ({ group, isForBasic }: IdentityDocumentValue) =>
    groups.includes(group) && (level !== 'basic' || isForBasic);
  const all = identityDocuments.filter(counts);
  return {
    lists: [
      { title: 'One at least of these', papers: papersOf(all.filter(({ group }) => first.includes(group))) },
      { title: 'The others may also be of these', papers: papersOf(all.filter(({ group }) => !first.includes(group))) },
    ],
    otherwise: 'If you have none of the first list, add three of the second. We tell you what else is needed.',
  };
}

const rulesOf: Readonly<Record<IdentityRegime, RuleId>> = {
  dbs_basic: 'dbs_identity_routes',
  dbs_standard: 'dbs_identity_routes',
  dbs_enhanced: 'dbs_identity_routes',
  access_ni: 'access_ni_identity',
  scottish_proofs: 'scottish_proofs',
};

const papersOfRegime: Readonly<Record<IdentityRegime, Pick<WantedDocuments, 'lists' | 'otherwise'>>> = {
  dbs_basic: wantedByDbs('basic'),
  dbs_standard: wantedByDbs('standard'),
  dbs_enhanced: wantedByDbs('enhanced'),
  access_ni: { lists: [] },
  scottish_proofs: {
    lists: [
      { title: 'Who you are, one of these', papers: papersOf(scottishIdentityProofs) },
      { title: 'Where you live, another one of these', papers: papersOf(scottishAddressProofs) },
    ],
  },
};

const setsOfRegimes = {
  dbs_basic: 'dbs_basic',
  dbs_standard: 'dbs_above_basic',
  dbs_enhanced: 'dbs_above_basic',
  access_ni: 'access_ni_identity',
  scottish_proofs: 'scottish_proofs',
} as const satisfies Readonly<Record<IdentityRegime, DocumentSet>>;

/** British and Irish citizens have no permission to show and no share code; others have. */
function rightToWorkSet({ nationality }: Pick<ApplicantFacts, 'nationality'>): DocumentSet {
  if (!nationality) return 'right_to_work';
  return ownPassportNationalities.has(nationality) ? 'right_to_work_by_passport' : 'right_to_work_by_permission';
}

/** Papers and records of the time before are in the former name, so that somebody has to show that it is theirs. */
const hasChangedName = ({ asked }: FormScope, { previous_names: names = [] }: AskedCandidate['facts']): boolean =>
  names.length > 0 && asked.some(({ id }) => id === 'previous_names');

/** Whether somebody looks at a document of the candidate: the right to work, and identity by documents. */
export const isDocumentShown = ({ name }: Pick<ReportType, 'name'>): boolean => Object.hasOwn(seenParts, name);

export interface AskedCandidate {
  readonly types: readonly ReportType[];
  readonly scope: FormScope;
  /** As far as they are known. */
  readonly facts: Pick<ApplicantFacts, 'nationality'> & Partial<Pick<ApplicantFacts, 'previous_names'>>;
  readonly placeOfWork: string | null;
}

/** What the ordered checks need; empty if they need no documents. */
export function wantedDocuments({ types, scope, facts, placeOfWork }: AskedCandidate): WantedDocuments[] {
  const ids = types.map(({ id }) => ({ reportTypeId: id }));
  const regimes = new Map(regimesOf(ids, placeOfWork).map((regime) => [setsOfRegimes[regime] as string, regime]));
  const sets = scope.asked
    // The guidelines of the authority say who is asked for which proofs.
    .filter(({ id }) => id !== 'scottish_proofs')
    .map(({ id, params }) => (params as { readonly set?: string }).set ?? id)
    .map((set) => (set === 'right_to_work' ? rightToWorkSet(facts) : set));
  const named = hasChangedName(scope, facts) ? ['name_change'] : [];
  return [...new Set([...sets, ...regimes.keys(), ...named])].flatMap((set): WantedDocuments[] => {
    const text = documentsOf[set];
    if (text === undefined) return [];
    const regime = regimes.get(set);
    if (regime === undefined) return [{ text, lists: [] }];
    return [{ text, ...papersOfRegime[regime], rule: verdictOf(rulesOf[regime]).source }];
  });
}
