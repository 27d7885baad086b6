// The requirement of identity documents that prove identity or the right to work; pure.
import type { IdentityDocument } from '../facts/facts.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';
import {
  listOfTodayFindings,
  nationalitiesByRight,
  rightToWorkFindings,
  rightToWorkKinds,
} from './right-to-work-rules.ts';
import { isShareCode } from './statutory-excuse-rules.ts';

export interface IdentityDocumentsParams {
  readonly set: 'identity' | 'passport' | 'right_to_work';
}

const examined: readonly IdentityDocument['type'][] = [
  'passport',
  'driving_licence',
  'identity_card',
  'residence_permit',
];

/** The kinds of documents that may meet the requirement. @param held the nationalities, empty if none is known */
export const kindsNeeded = (
  { set }: IdentityDocumentsParams,
  held: readonly string[],
): readonly IdentityDocument['type'][] => {
  if (set === 'right_to_work') return rightToWorkKinds(held);
  return set === 'passport' ? ['passport'] : examined;
};

/** Several nationalities give the right where one of them does; otherwise the best says what is wanted. */
function byNationality(held: readonly string[], judge: (nationality: string) => readonly Finding[]) {
  const judged = held.map(judge);
  return judged.find((found) => found.length === 0) ?? judged[0]!;
}

/** The form has no page for their particulars: the candidate uploads them, and a screener looks at them. */
export const identityDocuments: Requirement<IdentityDocumentsParams> = {
  facts: () => ['identity_documents'],
  findings({ facts, today }, { set }): readonly Finding[] {
    const { identity_documents: documents, share_code: code } = facts;
    const held = nationalitiesByRight(facts);
    if (set === 'right_to_work') {
      // The Home Office's answer replaces documents.
      if (held.length === 0 || (!isBlank(code) && isShareCode(code!, null, today))) return [];
      const found = byNationality(held, (nationality) => rightToWorkFindings(documents, { nationality, today }));
      return found.length > 0
        ? found
        : byNationality(held, (nationality) => listOfTodayFindings(documents, { nationality }));
    }
    const kinds = kindsNeeded({ set }, held);
    if (documents.some(({ type }) => kinds.includes(type))) return [];
    const wanted = set === 'passport' ? 'passport_wanted' : 'identity_document_wanted';
    return [{ at: 'identity_documents', code: wanted, moment: 'needed' }];
  },
};
