// What is known of reports on driving licences.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { part } from '../breakdown.ts';
import { drivingCategories, drivingEndorsements } from '../found-lists.ts';
import { toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const licence = ['name', 'date_of_birth', 'gender', 'driving_licence'] as const;

const licenceGuidance = [
  toKnow(
    from(
      'driving_licence_checks',
      'Endorsements stay on the record for four years, those for drink and drugs for eleven.',
    ),
  ),
  toKnow(from('driving_licence_checks', 'Ask again yearly; half-yearly at 6 to 8 points; quarterly at 9 or more.')),
  toKnow(from('driving_licence_answers', 'The DVLA tells nobody of changes: only a new check shows them.')),
];

export const drivingLicence: Family = {
  name: 'driving_licence',
  area: 'driving',
  label: 'UK driving licence',
  searchWords: ['DVLA', 'points', 'DL check'],
  description: 'Entitlements, endorsements and disqualifications, from the authority that issued the licence.',
  isPlain: true,
  requires: [...licence, { driving_licence_check_code: { mayLack: true } }],
  workingDays: from('driving_licence_checks', 1, 'check_before_relying'),
  answeredBy: from('driving_licence_answers', 'The DVLA; for Northern Ireland the DVA.'),
  law: [
    unconfirmed(
      'Only with the driver’s agreement; an employer who lets somebody drive without a licence commits an offence.',
    ),
  ],
  validity: from('driving_licence_checks', 'A year; less with points.'),
  guidance: licenceGuidance,
  clauses: [
    'The licence is valid, without points or a disqualification.',
    'The licence has penalty points; the endorsements are listed.',
    'The person is disqualified from driving.',
    'The licence does not give the entitlement that the job needs.',
    'The check code had lapsed, and no new one was given.',
  ],
  breakdown: {
    licence_valid: part('The licence is valid'),
    entitlement: part('Entitled to what the job needs', { properties: { categories: drivingCategories } }),
    endorsements: part('Endorsements', { properties: { endorsements: drivingEndorsements, points: 'number' } }),
    disqualified: part('Not disqualified'),
    photocard_expiry: part('The photocard has not expired', { properties: { expires_on: 'date' } }),
  },
  properties: { licence_type: 'text', checked_at: 'text' },
  soldBy: 'driving_licence_checks',
  variants: {
    gb_check_code: {
      label: 'Driving licence, Great Britain, by check code',
      description: 'The DVLA shows the record by a code that the driver makes.',
      requires: [...licence, { driving_licence_check_code: { mayLack: false } }],
      answeredBy: unconfirmed('The DVLA’s service to view a shared licence, at once.'),
      guidance: [
        toKnow(unconfirmed('A code has 8 characters, holds for 21 days and is used once.')),
        ...licenceGuidance,
      ],
    },
    gb_mandate_add: {
      label: 'Driving licence, Great Britain, by mandate',
      description: 'The DVLA answers from its record, as often as the driver’s mandate allows.',
      requires: [...licence, { evidence: { set: 'driving_mandate' } }],
      answeredBy: unconfirmed('The DVLA’s Access to Driver Data, by the driver’s signed mandate.'),
      guidance: [
        toKnow(unconfirmed('A mandate holds for three years, or until the driver leaves.')),
        ...licenceGuidance,
      ],
    },
    ni_dva: {
      label: 'Driving licence, Northern Ireland, online',
      description: 'The DVA shows the record that the driver shares.',
      requires: licence,
      answeredBy: unconfirmed('The DVA of Northern Ireland.'),
      guidance: [
        toKnow(unconfirmed('A licence of Northern Ireland has 8 digits; the DVLA knows nothing of it.')),
        ...licenceGuidance,
      ],
      soldBy: 'driving_licence_answers',
    },
    ni_manual: {
      label: 'Driving licence, Northern Ireland, by letter',
      description: 'The DVA answers a written request.',
      requires: licence,
      workingDays: from('driving_licence_answers', 10),
      answeredBy: from('driving_licence_answers', 'The DVA of Northern Ireland, on paper.'),
      soldBy: 'driving_licence_answers',
    },
  },
};
