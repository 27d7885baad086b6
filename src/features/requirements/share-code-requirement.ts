// The requirement of a share code, by which the Home Office shows online what a person may do; pure.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { isBlank } from '../facts/finding.ts';
import { nationalitiesOf } from '../facts/nationality-rules.ts';
import { shareCodeRule } from '../facts/proof-fact-rules.ts';
import { holderOf } from '../facts/stated-rules.ts';
import { ownPassportNationalities } from './document-routes.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement } from './requirement.ts';
import { shareCodeDays } from './right-to-work-lists.ts';
import { shareCodeKind } from './statutory-excuse-rules.ts';

export interface ShareCodeParams {
  readonly purpose: 'work' | 'rent';
  /** The report is not about the code alone: documents may prove the right instead. */
  readonly mayLack?: true;
}

const isLapsed = (madeOn: IsoDate | null, today: IsoDate) =>
  madeOn !== null && madeOn !== '' && addDays(madeOn, shareCodeDays) < today;

export const shareCode: Requirement<ShareCodeParams> = {
  ...plain(['share_code']),
  facts: ({ purpose }) => [
    ...['share_code', 'share_code_made_on'],
    ...(purpose === 'work' ? ['has_student_permission'] : []),
  ],
  optional: ({ mayLack }) => [
    ...(mayLack === true ? ['share_code'] : []),
    ...['share_code_made_on', 'has_student_permission'],
  ],
  isAskedOf(facts, { mayLack }) {
    const held = nationalitiesOf(facts);
    const isOwn = held.length === 0 || held.some((one) => ownPassportNationalities.has(one));
    return mayLack !== true || !isBlank(facts.share_code) || !isOwn;
  },
  findings(subject, { purpose, mayLack }) {
    const { facts, today } = subject;
    const { share_code: code } = facts;
    if (isBlank(code)) return mayLack === true ? [] : missingAt(subject, 'share_code');
    const isMalformed = shareCodeRule(code!, holderOf(facts, today)).length > 0;
    if (isMalformed) return [];
    const kind = shareCodeKind(code!);
    if (purpose === 'work' && kind !== 'work')
      return [{ at: 'share_code', code: 'share_code_not_for_work', moment: 'needed' }];
    if (purpose === 'rent' && (kind === 'work' || kind === 'status'))
      // Interface v1 takes any code for it: only the candidate is told.
      return [{ at: 'share_code', code: 'share_code_not_for_rent', moment: 'answered' }];
    if (isLapsed(facts.share_code_made_on, today))
      return [{ at: 'share_code', code: 'share_code_lapsed', params: { most: shareCodeDays }, moment: 'needed' }];
    return [];
  },
  strictest(one, other) {
    const purpose = one.purpose === 'work' ? 'work' : other.purpose;
    return one.mayLack === true && other.mayLack === true ? { purpose, mayLack: true } : { purpose };
  },
};
