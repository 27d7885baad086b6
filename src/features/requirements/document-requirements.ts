// The requirement of identity documents that prove identity or the right to work; pure.
import type { IdentityDocument } from '../facts/facts.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';
import { listOfTodayFindings, rightToWorkFindings, rightToWorkKinds } from './right-to-work-rules.ts';
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

/** The kinds of documents that may meet the requirement. @param nationality null if it is not known */
export const kindsNeeded = (
  { set }: IdentityDocumentsParams,
  nationality: string | null,
): readonly IdentityDocument['type'][] => {
  if (set === 'right_to_work') return rightToWorkKinds(nationality);
  return set === 'passport' ? ['passport'] : examined;
};

/** The form has no page for their particulars: the candidate uploads them, and a screener looks at them. */
export const identityDocuments: Requirement<IdentityDocumentsParams> = {
  facts: () => ['identity_documents'],
  findings({ facts, today }, { set }): readonly Finding[] {
    const { identity_documents: documents, nationality, share_code: code } = facts;
    if (set === 'right_to_work') {
      // The Home Office's answer replaces documents.
      if (nationality === null || (!isBlank(code) && isShareCode(code!, null, today))) return [];
      const found = rightToWorkFindings(documents, { nationality, today });
      return found.length > 0 ? found : listOfTodayFindings(documents, { nationality });
    }
    const kinds = kindsNeeded({ set }, nationality);
    if (documents.some(({ type }) => kinds.includes(type))) return [];
    const wanted = set === 'passport' ? 'passport_wanted' : 'identity_document_wanted';
    return [{ at: 'identity_documents', code: wanted, moment: 'needed' }];
  },
};
