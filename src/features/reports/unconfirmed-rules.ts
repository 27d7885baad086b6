// What an outcome of Clear or Consider does not rest on, why a screener gave it all the same, and its sentences; pure.
import { isDeepStrictEqual } from 'node:util';
import { type StoredVerdict, verdictsIn } from '../assessments/assessment-rules.ts';
import { meaning } from '../report-types/meaning-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { type CertificateOrder, certificateDeviations } from './certificate-rules.ts';
import type { Outcome } from './report-rules.ts';

/** `label` names the requirement, the part, the particular, the job or the request; the others it says in a sentence. */
export type Unconfirmed =
  | { readonly code: 'identity' | 'breakdown' | 'source' }
  | {
      readonly code:
        | 'requirement'
        | 'part'
        | 'particular'
        | 'certificate'
        | 'employment'
        | 'period'
        | 'verdict'
        | 'discrepancy'
        | 'request';
      readonly label: string;
    };

/** Why an outcome is given all the same, with the texts of the desk. */
export const unconfirmedReasons = {
  seen_elsewhere: 'It was seen, and is kept elsewhere',
  not_applicable: 'It does not apply to this candidate',
  judged_minor: 'It was looked at, and does not change the result',
  client_accepts: 'The client accepts the report without it',
} as const;
export type UnconfirmedReason = keyof typeof unconfirmedReasons;

/** The reasons that a result can have: what was found of a candidate applies to them. */
export const reasonsFor = (result: Outcome['result']): readonly UnconfirmedReason[] =>
  (Object.keys(unconfirmedReasons) as UnconfirmedReason[]).filter(
    (reason) => result === 'clear' || reason !== 'not_applicable',
  );

/**
 * Whether the reason alone does not explain the Clear: of a criminal record that rests on nothing, or on a certificate
 * that differs from the order, somebody says what was looked at.
 */
export const needsWords = (unconfirmed: readonly Unconfirmed[], code: string, isOfCriminalRecord: boolean): boolean =>
  isOfCriminalRecord &&
  code === ('judged_minor' satisfies UnconfirmedReason) &&
  unconfirmed.some((one) => one.code === 'source' || one.code === 'certificate');

/** What comes before the sentences. */
export const unconfirmedLead = 'Clear, although not everything was confirmed:';

/** As the desk, the client's pages and the document say it. */
export function unconfirmedSentence(one: Unconfirmed): string {
  switch (one.code) {
    case 'identity':
      return 'The identity was not confirmed.';
    case 'breakdown':
      return 'No part of the breakdown was examined.';
    case 'source':
      return 'No source has answered, and no file is with the report.';
    case 'requirement':
      return `Not met: ${one.label}.`;
    case 'part':
      return `Not established: ${one.label}.`;
    case 'particular':
      return `Not stated: ${one.label}.`;
    case 'employment':
      return `Not confirmed: ${one.label}.`;
    case 'verdict':
      return `A rule is not met: ${one.label}`;
    case 'period':
      return `Not verified: ${one.label}.`;
    case 'certificate':
    case 'discrepancy':
      return one.label;
    case 'request':
      return `Asked, and not answered: ${one.label}.`;
  }
}

interface Behind {
  readonly isIdentityConfirmed: boolean;
  /** The labels of the requirements that are not met. */
  readonly unmet: readonly string[];
  readonly hasEvidence: boolean;
  /** On the papers by which the identity was confirmed. */
  readonly identityVerdicts: readonly StoredVerdict[];
  /** What a certificate is compared with. */
  readonly order: CertificateOrder;
  /** The stated jobs that nobody has confirmed. */
  readonly employments: readonly string[];
  /** The times of the asked history, longer than a tolerated gap, that nothing verifies. */
  readonly periods: readonly string[];
  /** What referees state otherwise than the candidate, in sentences. */
  readonly discrepancies: readonly string[];
  /** What is typed beside the result and says the opposite, in sentences. */
  readonly contradicted: readonly string[];
  /** What was asked and has no answer. */
  readonly requests: readonly string[];
  /** A provider leaves out the parts that it did not search; a person leaves out what does not concern the candidate. */
  readonly isOfProvider: boolean;
}

type Judged = Pick<
  ReportType,
  'breakdown' | 'properties' | 'essentials' | 'identity' | 'certificate' | 'barredLists' | 'options'
>;

/** The labels of the essential particulars that are empty; `part.property`, where the type has that part. */
function emptyEssentials({ breakdown, essentials }: Judged, { findings }: Pick<Outcome, 'findings'>): string[] {
  return Object.entries(essentials).flatMap(([path, label]) => {
    const [part = '', property] = path.split('.');
    if (property === undefined) return (findings.properties[part] ?? '') === '' ? [label] : [];
    if (breakdown[part] === undefined) return [];
    return (findings.breakdown[part]?.properties?.[property] ?? '') === '' ? [label] : [];
  });
}

/** The parts as a whole, and the entries of lists: what stands below a part is said by the part. */
const notEstablished = (type: Judged, { findings }: Pick<Outcome, 'findings'>): string[] =>
  meaning(type, findings, 'unidentified')
    .filter((one) => one.in === 'properties' || !one.path.includes('.'))
    .map(({ label }) => label);

/** The labels of the parts without an answer. */
const notExamined = ({ breakdown }: Judged, { findings }: Pick<Outcome, 'findings'>): string[] =>
  Object.entries(breakdown).flatMap(([key, { label }]) => (findings.breakdown[key] === undefined ? [label] : []));

/** By the name of a report type, the parts that say of an identity document what whoever examined it saw. */
export const seenParts: Readonly<Record<string, readonly string[]>> = {
  document: ['visual_authenticity', 'data_comparison'],
  passport_validity: ['data_comparison'],
  nationality: ['document'],
  digital_identity: ['evidence'],
  right_to_work: ['document'],
  right_to_work_international: ['document'],
  right_to_rent: ['document'],
};

/** Whether the screener recorded a document that was seen, which is better than its particulars. */
export const isDocumentSeen = ({ name }: Pick<ReportType, 'name'>, { findings }: Pick<Outcome, 'findings'>): boolean =>
  (seenParts[name] ?? []).some((part) => findings.breakdown[part]?.result === 'clear');

const numbered = (value: unknown): number[] => (typeof value === 'number' ? [value] : []);

/** In a sentence, the points of a driving licence where those of the endorsements that are listed do not make them up. */
export function pointsDifference({ breakdown }: Outcome['findings']): string[] {
  const { endorsements: listed, points } = breakdown.endorsements?.properties ?? {};
  if (typeof points !== 'number' || !Array.isArray(listed) || listed.length === 0) return [];
  const each = listed.flatMap((one: { readonly points?: unknown } | null) => numbered(one?.points));
  const sum = each.reduce((all, one) => all + one, 0);
  const differs = each.length === listed.length ? sum !== points : sum > points;
  return differs ? [`The endorsements that are listed have ${sum} points, and the report says ${points}.`] : [];
}

/** What a Consider lacks: the candidate may dispute it. */
const lackedByConsider = ({ findings }: Pick<Outcome, 'findings'>, hasEvidence: boolean): Unconfirmed[] => [
  ...pointsDifference(findings).map((label) => ({ code: 'discrepancy', label }) as const),
  ...(hasEvidence ? [] : [{ code: 'source' } as const]),
];

/** What a Clear or a Consider lacks; nothing for another result. */
export function unconfirmedOf(
  type: Judged,
  outcome: Pick<Outcome, 'result' | 'findings'>,
  {
    isIdentityConfirmed,
    unmet,
    hasEvidence,
    identityVerdicts,
    order,
    employments,
    periods,
    discrepancies,
    contradicted,
    requests,
    isOfProvider,
  }: Behind,
): Unconfirmed[] {
  if (outcome.result === 'consider') return lackedByConsider(outcome, hasEvidence);
  if (outcome.result !== 'clear') return [];
  const isEmpty = Object.keys(type.breakdown).length > 0 && Object.keys(outcome.findings.breakdown).length === 0;
  const verdicts = [...(type.identity === null ? [] : identityVerdicts), ...verdictsIn(outcome.findings.properties)];
  const notMet = verdicts.filter(({ is_met }) => !is_met).map(({ statement }) => statement);
  return [
    ...(type.identity !== null && !isIdentityConfirmed ? [{ code: 'identity' } as const] : []),
    ...unmet.map((label) => ({ code: 'requirement', label }) as const),
    ...(isEmpty ? [{ code: 'breakdown' } as const] : []),
    ...(isOfProvider && !isEmpty ? notExamined(type, outcome) : []).map((label) => ({ code: 'part', label }) as const),
    ...notEstablished(type, outcome).map((label) => ({ code: 'part', label }) as const),
    ...emptyEssentials(type, outcome).map((label) => ({ code: 'particular', label }) as const),
    ...certificateDeviations(type, outcome.findings, order).map((label) => ({ code: 'certificate', label }) as const),
    ...employments.map((label) => ({ code: 'employment', label }) as const),
    ...periods.map((label) => ({ code: 'period', label }) as const),
    ...notMet.map((label) => ({ code: 'verdict', label }) as const),
    ...[...discrepancies, ...contradicted, ...pointsDifference(outcome.findings)].map(
      (label) => ({ code: 'discrepancy', label }) as const,
    ),
    ...requests.map((label) => ({ code: 'request', label }) as const),
    ...(hasEvidence ? [] : [{ code: 'source' } as const]),
  ];
}

const periodsIn = (unconfirmed: readonly Unconfirmed[]): string[] =>
  unconfirmed.flatMap((one) => (one.code === 'period' ? [one.label] : []));

/** What a proposed Clear says it lacks, with the times that nothing verifies now; as it was if they are the same. */
export function withPeriods(proposed: readonly Unconfirmed[], periods: readonly string[]): readonly Unconfirmed[] {
  if (isDeepStrictEqual(periodsIn(proposed), periods)) return proposed;
  const others = proposed.filter(({ code }) => code !== 'period');
  return [...others, ...periods.map((label) => ({ code: 'period', label }) as const)];
}
