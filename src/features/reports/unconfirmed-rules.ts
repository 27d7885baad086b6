// What an outcome of Clear does not rest on, why a screener gave it all the same, and its sentences; pure.
import type { ReportType } from '../report-types/report-type.ts';
import type { Outcome } from './report-rules.ts';

/** `label` names the requirement or the particular. */
export type Unconfirmed =
  | { readonly code: 'identity' | 'breakdown' | 'source' }
  | { readonly code: 'requirement' | 'particular'; readonly label: string };

/** Why an outcome is Clear all the same, with the texts of the desk. */
export const unconfirmedReasons = {
  seen_elsewhere: 'It was seen, and is kept elsewhere',
  not_applicable: 'It does not apply to this candidate',
  client_accepts: 'The client accepts the report without it',
} as const;
export type UnconfirmedReason = keyof typeof unconfirmedReasons;

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
    case 'particular':
      return `Not stated: ${one.label}.`;
  }
}

interface Behind {
  readonly isIdentityConfirmed: boolean;
  /** The labels of the requirements that are not met. */
  readonly unmet: readonly string[];
  readonly hasEvidence: boolean;
}

type Judged = Pick<ReportType, 'breakdown' | 'essentials' | 'identity'>;

/** The labels of the essential particulars that are empty; `part.property`, where the type has that part. */
function emptyEssentials({ breakdown, essentials }: Judged, { findings }: Pick<Outcome, 'findings'>): string[] {
  return Object.entries(essentials).flatMap(([path, label]) => {
    const [part = '', property = ''] = path.split('.');
    if (breakdown[part] === undefined) return [];
    return (findings.breakdown[part]?.properties?.[property] ?? '') === '' ? [label] : [];
  });
}

/** What a Clear lacks; nothing for another result. */
export function unconfirmedOf(
  type: Judged,
  outcome: Pick<Outcome, 'result' | 'findings'>,
  { isIdentityConfirmed, unmet, hasEvidence }: Behind,
): Unconfirmed[] {
  if (outcome.result !== 'clear') return [];
  const isEmpty = Object.keys(type.breakdown).length > 0 && Object.keys(outcome.findings.breakdown).length === 0;
  return [
    ...(type.identity !== null && !isIdentityConfirmed ? [{ code: 'identity' } as const] : []),
    ...unmet.map((label) => ({ code: 'requirement', label }) as const),
    ...(isEmpty ? [{ code: 'breakdown' } as const] : []),
    ...emptyEssentials(type, outcome).map((label) => ({ code: 'particular', label }) as const),
    ...(hasEvidence ? [] : [{ code: 'source' } as const]),
  ];
}
