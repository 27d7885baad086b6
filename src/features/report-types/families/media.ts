// What is known of searches of media and social media.

import { unconfirmed } from '../../knowledge/known.ts';
import { parts } from '../breakdown.ts';
import { publishedReports, socialMediaFlags, socialMediaProfiles } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const search = {
  area: 'financial',
  requires: person,
  workingDays: unconfirmed(2),
  validity: unconfirmed('Three months'),
  clauses: [
    'Nothing relevant was found under the names given.',
    'Possible matches were ruled out on identifiers.',
    'Published reports concern the person; they are listed with their sources.',
  ],
} as const satisfies Partial<Family>;

export const adverseMedia: Family = {
  ...search,
  name: 'adverse_media',
  label: 'Adverse media',
  searchWords: ['news', 'press'],
  description: 'Published reports of crime, fraud and regulatory action.',
  answeredBy: unconfirmed('News archives and public web pages'),
  guidance: [
    toKnow(unconfirmed('Two identifiers must agree, or it is not the person.')),
    toKnow(unconfirmed('Report nothing about protected characteristics, and no spent conviction.')),
  ],
  breakdown: parts({ adverse_media: 'Adverse media' }),
  properties: { records: publishedReports, score: 'number', decision: 'text', reason: 'text' },
  soldBy: 'pyonfido',
  isPlain: true,
  variants: {
    uk: { label: 'Adverse media, UK' },
    worldwide: { label: 'Adverse media, worldwide' },
    local_language: {
      label: 'Adverse media, local language',
      description: 'Published reports of crime, fraud and regulatory action, in the language of the country.',
    },
  },
};

export const socialMedia: Family = {
  ...search,
  clauses: [
    'Nothing of concern was found on the public profiles that are listed.',
    'No public profile could be found under the names given.',
    'Profiles of the name were found, and none could be attributed to the candidate.',
    'Posts of concern are listed with their sources.',
  ],
  requires: [...person, 'social_profiles'],
  name: 'social_media',
  label: 'Social media',
  searchWords: ['online', 'internet'],
  description: 'What the candidate shows the public on social media, as far as it matters for the job.',
  answeredBy: unconfirmed('Public profiles of the candidate'),
  law: [unconfirmed('Legitimate interests, and the candidate is told before.')],
  guidance: [
    toDo(
      unconfirmed('Begin with the profiles that the candidate gave; ask by a query where one cannot be attributed.'),
    ),
    toKnow(unconfirmed('Look at public pages alone; never ask for access.')),
    toDo(
      unconfirmed(
        'Flag hate, violence, unlawful acts, sexual content and drugs; nothing on self-harm or protected characteristics.',
      ),
    ),
  ],
  breakdown: parts({
    hate: 'Hate',
    violence: 'Violence',
    unlawful: 'Unlawful acts',
    sexual: 'Sexual content',
    drugs: 'Drugs',
  }),
  properties: { profiles: socialMediaProfiles, flags: socialMediaFlags },
  soldBy: 'security_vetting',
  variants: {
    public_profile: { label: 'Social media, public profiles' },
    '3y': { label: 'Social media, three years' },
    '5y': { label: 'Social media, five years' },
  },
};
