// The requirement of a share code, by which the Home Office shows online what a person may do; pure.
import { isBlank } from '../facts/finding.ts';
import { shareCodeRule } from '../facts/proof-fact-rules.ts';
import { holderOf } from '../facts/stated-rules.ts';
import { ownPassportNationalities } from './document-routes.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement } from './requirement.ts';
import { isShareCode } from './statutory-excuse-rules.ts';

export interface ShareCodeParams {
  readonly purpose: 'work' | 'rent';
  /** The report is not about the code alone: documents may prove the right instead. */
  readonly mayLack?: true;
}

export const shareCode: Requirement<ShareCodeParams> = {
  ...plain(['share_code']),
  optional: ({ mayLack }) => (mayLack === true ? ['share_code'] : []),
  isAskedOf: ({ nationality, share_code: code }, { mayLack }) =>
    mayLack !== true || !isBlank(code) || (nationality !== null && !ownPassportNationalities.has(nationality)),
  findings(subject, { purpose, mayLack }) {
    const { facts, today } = subject;
    const { share_code: code } = facts;
    if (isBlank(code)) return mayLack === true ? [] : missingAt(subject, 'share_code');
    const isMalformed = shareCodeRule(code!, holderOf(facts, today)).length > 0;
    if (purpose === 'rent' || isMalformed || isShareCode(code!, null, today)) return [];
    return [{ at: 'share_code', code: 'share_code_not_for_work', moment: 'needed' }];
  },
  strictest(one, other) {
    const purpose = one.purpose === 'work' ? 'work' : other.purpose;
    return one.mayLack === true && other.mayLack === true ? { purpose, mayLack: true } : { purpose };
  },
};
