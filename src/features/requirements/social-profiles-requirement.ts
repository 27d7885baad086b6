// The requirement of the candidate's public profiles, unless they say that they have none; pure.
import type { Finding } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

const path = 'social_profiles';

/** No interface has a field for them, so that an order is never refused for want of them. */
export const socialProfiles: Requirement = {
  facts: () => [path],
  findings({ facts: { social_profiles: profiles, has_social_profiles: has } }): Finding[] {
    if (profiles.length > 0) return [];
    return [
      has === false
        ? { at: path, code: 'none_declared', moment: 'examined' }
        : { at: path, code: 'none_added', moment: 'answered' },
    ];
  },
  page: { section: 'about_you', minutes: 1 },
};
