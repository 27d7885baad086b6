// The requirements of what an application to the DBS asks beside who the person is and where they lived; pure.
import { type Finding, missing } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

const passport = 'identity_documents[passport].number';

export interface DbsApplicationParams {
  /** It goes to Disclosure Scotland: the words are others, the questions are the same. */
  readonly isOfScotland?: true;
}

/** Only the candidate can declare it: an order that a program places leaves it out. */
export const dbsApplication: Requirement<DbsApplicationParams> = {
  facts: () => [passport, 'has_read_dbs_privacy_policy'],
  optional: () => [passport],
  findings({ facts }): Finding[] {
    return facts.has_read_dbs_privacy_policy === true ? [] : [missing('has_read_dbs_privacy_policy', 'answered')];
  },
  page: { section: 'about_you', minutes: 1 },
};
