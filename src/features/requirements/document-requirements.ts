// The requirement of identity documents that prove identity or the right to work; pure.
import type { IdentityDocument } from '../facts/facts.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';
import { listOfTodayFindings, rightToWorkFindings } from './right-to-work-rules.ts';
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
    if (set === 'passport') {
      if (documents.some(({ type }) => type === 'passport')) return [];
      return [{ at: 'identity_documents', code: 'passport_wanted', moment: 'needed' }];
    }
    if (documents.some(({ type }) => examined.includes(type))) return [];
    return [{ at: 'identity_documents', code: 'identity_document_wanted', moment: 'needed' }];
  },
};
