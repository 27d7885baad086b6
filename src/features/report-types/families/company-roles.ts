// What is known of reports on roles in companies, charities and schools, and on bans from them.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { part, parts } from '../breakdown.ts';
import { appointments, charities, controlledCompanies, disqualifications } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const roles = {
  area: 'financial',
  requires: person,
  workingDays: unconfirmed(1),
  clauses: [
    'No appointment is on the register under the names given.',
    'The register shows appointments; none is a concern.',
    'The register shows a disqualification or a ban.',
    'Entries of the same name were ruled out on the date of birth.',
  ],
} as const satisfies Partial<Family>;

const disqualified = part('Disqualification', {
  properties: { from: 'date', until: 'date', reason: 'text', case_id: 'text' },
});
const sameName = toDo(
  unconfirmed('Compare the month and year of birth and the address: names alone do not tell people apart.'),
);

export const directorship: Family = {
  ...roles,
  name: 'directorship',
  label: 'UK directorships and disqualifications',
  searchWords: ['Companies House', 'director'],
  description: 'Appointments at Companies House, past and present, and disqualifications.',
  answeredBy: unconfirmed('Companies House'),
  guidance: [sameName],
  breakdown: { appointments: part('Appointments'), disqualified },
  properties: { appointments, disqualifications },
  soldBy: 'verifile_international',
};

export const disqualifiedDirector: Family = {
  ...roles,
  name: 'disqualified_director',
  label: 'Disqualified directors',
  searchWords: ['Companies House'],
  description: 'Disqualifications and undertakings of directors.',
  guidance: [
    sameName,
    toDo(
      from('open_sanctions', 'Look each person up: the search is incomplete, and the whole register is not shipped.'),
    ),
  ],
  breakdown: { disqualified },
  properties: { disqualifications },
  soldBy: 'verifile_international',
  variants: {
    gb: { label: 'Disqualified directors, Great Britain', answeredBy: unconfirmed('Companies House') },
    ni: {
      label: 'Disqualified directors, Northern Ireland',
      answeredBy: unconfirmed('The Department for the Economy'),
    },
  },
};

export const personsOfSignificantControl: Family = {
  ...roles,
  name: 'persons_of_significant_control',
  label: 'Persons with significant control',
  searchWords: ['PSC', 'beneficial owner', 'Companies House'],
  description: 'Companies that the candidate controls, as Companies House shows them.',
  answeredBy: unconfirmed('Companies House'),
  guidance: [sameName],
  breakdown: parts({ control: 'Control of companies' }),
  properties: { companies: controlledCompanies },
  soldBy: 'verifile_international',
};

export const charityTrustee: Family = {
  ...roles,
  name: 'charity_trustee',
  label: 'Charity trustees',
  description: 'Roles as a trustee of charities, and removals from them.',
  guidance: [sameName],
  breakdown: parts({ roles: 'Roles as a trustee', removed: 'Removal' }),
  properties: { charities },
  variants: {
    ew_removed: {
      label: 'Removed charity trustees, England and Wales',
      answeredBy: unconfirmed('The Charity Commission, register of removed trustees'),
      guidance: [
        toKnow(unconfirmed('The register of removed trustees can only be searched, not downloaded.')),
        sameName,
      ],
    },
    oscr: { label: 'Charity trustees, Scotland', answeredBy: unconfirmed('The Scottish Charity Regulator') },
    ccni: {
      label: 'Charity trustees, Northern Ireland',
      answeredBy: unconfirmed('The Charity Commission for Northern Ireland'),
    },
    trustee_roles: {
      label: 'Charity trustee roles, England and Wales',
      answeredBy: unconfirmed('The Charity Commission'),
    },
  },
};

export const section128: Family = {
  ...roles,
  name: 'section_128',
  label: 'Section 128 direction',
  description: 'Whether the candidate is barred from the management of an independent school, academy or free school.',
  answeredBy: from('dfe_qualifications', 'The Department for Education'),
  law: [unconfirmed('Education and Skills Act 2008, section 128.')],
  guidance: [
    toDo(unconfirmed('Search by name and date of birth; it concerns governors, trustees, heads and senior leaders.')),
  ],
  breakdown: parts({ direction: 'Direction' }),
  properties: { checked_on: 'date' },
  soldBy: 'dfe_qualifications',
};

export const companiesHouseIdentity: Family = {
  ...roles,
  name: 'companies_house_identity_verified',
  label: 'Identity verified at Companies House',
  description: 'Whether Companies House has verified the identity of a director or person with control.',
  answeredBy: unconfirmed('Companies House'),
  law: [unconfirmed('Since November 2025 directors and persons with significant control verify their identity.')],
  guidance: [toKnow(unconfirmed('Ask the candidate for nothing but the proof: a personal code is not passed on.'))],
  breakdown: parts({ identity_verified: 'Identity verified' }),
  properties: { verified_on: 'date' },
};
