// What is known of references by persons: character, academic, of clients and for gaps.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { parts, toldParts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const reference = {
  area: 'employment',
  requires: [...person, { references: { count: 1 } }],
  workingDays: unconfirmed(5),
  guidance: [
    toDo(unconfirmed('Confirm who the referee is apart from what the candidate says.')),
    toDo(from('verifile_employment', 'Ask every few days, four times; then tell the client.')),
  ],
  clauses: [
    'The referee confirms how and how long they have known the candidate.',
    'The referee raises nothing against the candidate.',
    'The referee did not reply to our requests.',
    'The referee could not be authenticated.',
  ],
  breakdown: {
    ...parts({ referee_authenticated: 'Referee authenticated' }),
    ...toldParts({ relationship: 'Relationship' }),
    ...parts({ period_known: 'Period known' }),
    ...toldParts({ reference: 'What it says' }),
  },
  properties: { known_since: 'date_or_month', relationship: 'text' },
} as const satisfies Partial<Family>;

/** As the words of `grownAndUnrelated` have it. */
const knownLong = [...person, { references: { count: 1, knownYears: 5 } }] as const;

const grownAndUnrelated = toKnow(
  from(
    'credence_services',
    'The referee is 18 or older, no relative, and has known the candidate for five years or the whole period.',
  ),
);

export const characterReference: Family = {
  ...reference,
  requires: knownLong,
  name: 'character_reference',
  label: 'Character reference',
  searchWords: ['referee', 'personal reference'],
  description: 'What somebody who knows the candidate well, and is no relative, says of their character.',
  answeredBy: unconfirmed('A person whom the candidate names'),
  guidance: [grownAndUnrelated, ...reference.guidance],
  soldBy: 'sanctis_services',
};

export const academicReference: Family = {
  ...reference,
  name: 'academic_reference',
  label: 'Academic reference',
  searchWords: ['referee', 'university', 'school'],
  description: 'What a teacher or tutor says of the candidate’s studies and conduct.',
  answeredBy: unconfirmed('A teacher or tutor, through the institution'),
  soldBy: 'credence_services',
};

export const clientReference: Family = {
  ...reference,
  name: 'client_reference',
  label: 'Client reference',
  searchWords: ['referee', 'self-employed'],
  description: 'What a client of a self-employed candidate says of their work.',
  answeredBy: unconfirmed('A client of the candidate'),
  soldBy: 'credence_services',
};

export const gapReference: Family = {
  ...reference,
  requires: knownLong,
  name: 'gap_reference',
  label: 'Personal reference for a gap',
  searchWords: ['referee', 'character reference'],
  description: 'Somebody who knew the candidate confirms what they did during a gap.',
  answeredBy: unconfirmed('A person who knew the candidate during the gap'),
  guidance: [grownAndUnrelated, ...reference.guidance],
  soldBy: 'credence_services',
};
