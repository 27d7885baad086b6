// What is known of reports on the right to rent, and on tenants.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, part, parts, toldParts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const holder = ['name', 'date_of_birth', 'nationality'] as const;

export const rightToRent: Family = {
  name: 'right_to_rent',
  area: 'right_to_work',
  label: 'Right to rent',
  searchWords: ['RTR', 'share code', 'passport', 'landlord'],
  description: 'Establishes whether the person may rent a home in England.',
  requires: holder,
  workingDays: unconfirmed(1),
  answeredBy: unconfirmed(
    'The landlord or agent, by documents; a digital verification service; or the Home Office online.',
  ),
  law: [
    from(
      'right_to_rent_service',
      'England only: tenancies in Scotland, Wales and Northern Ireland need no such check.',
    ),
    from(
      'tenant_reference_guide',
      'Immigration Act 2014: civil penalties for each tenant or lodger.',
      'check_before_relying',
    ),
  ],
  validity: unconfirmed('Without a time limit; or twelve months or until the permission ends, whichever is later.'),
  retention: unconfirmed('For the tenancy and one year after it.'),
  guidance: [
    toDo(from('right_to_rent_service', 'Check every adult who will live there, named in the tenancy or not.')),
    toDo(from('right_to_rent_service', 'Complete the check before the tenancy begins.')),
    toDo(
      unconfirmed('Compare the person with the photograph, face to face or by live video with the original in hand.'),
    ),
  ],
  breakdown: {
    document: part('What shows the right', { properties: { type: 'text', number_last_4: 'text', expires_on: 'date' } }),
    holder_match: part('The person is its holder'),
    permission: answered('Permission to rent', { unlimited: 'clear', limited: 'clear', none: 'consider' }),
    copy_kept: part('A copy is kept'),
  },
  properties: { route: 'text', follow_up_on: 'date', checked_by: 'text', checked_at: 'text' },
  soldBy: 'right_to_rent_service',
  variants: {
    manual_a: {
      label: 'Right to rent, documents of List A',
      description: 'Original documents that show a right to rent without a time limit.',
      requires: [...holder, { evidence: { set: 'right_to_rent_list_a' } }],
    },
    manual_b1: {
      label: 'Right to rent, documents of List B, group 1',
      description: 'Original documents that show a right to rent for a time.',
      requires: [...holder, { evidence: { set: 'right_to_rent_list_b' } }],
    },
    manual_b2: {
      label: 'Right to rent, documents of List B, group 2',
      description: 'Papers of an application that is under way, confirmed by the Home Office.',
      requires: [...holder, { evidence: { set: 'application_registration' } }],
      guidance: [
        toDo(unconfirmed('Ask the Landlord Checking Service: only its positive answer counts, for twelve months.')),
      ],
      soldBy: null,
    },
    digital_verification: {
      label: 'Right to rent, digital verification',
      description: 'A certified digital verification service checks a British or Irish passport.',
      requires: [...holder, { identity_documents: { set: 'passport' } }, { evidence: { set: 'selfie' } }],
      guidance: [toKnow(unconfirmed('British and Irish passports only.'))],
      soldBy: 'dbs_digital_identity',
    },
    online_share_code: {
      label: 'Right to rent, online with a share code',
      description: 'The Home Office confirms online what the person may do, by their share code and date of birth.',
      requires: [...holder, { share_code: { purpose: 'rent' } }],
      answeredBy: from('tenant_reference_guide', 'The online service of the Home Office.'),
      guidance: [toKnow(unconfirmed('A code for renting begins with R; one for work shows the right to work only.'))],
      soldBy: 'tenant_reference_guide',
    },
    landlord_checking_service: {
      label: 'Right to rent, Landlord Checking Service',
      description: 'The Home Office confirms a right that the person cannot prove yet.',
      requires: [...holder, { evidence: { set: 'application_registration' } }],
      workingDays: unconfirmed(2),
      answeredBy: unconfirmed('The Landlord Checking Service of the Home Office.'),
      soldBy: null,
    },
  },
};

export const tenant: Family = {
  name: 'tenant',
  area: 'right_to_work',
  label: 'Tenant',
  searchWords: ['landlord reference'],
  description: 'Looks at whether the person can and will keep to a tenancy.',
  requires: person,
  workingDays: unconfirmed(3),
  law: [
    from('tenant_reference_guide', 'The tenant pays nothing for it.'),
    from('tenant_reference_guide', 'Refusing all who receive benefits, or by nationality, is unlawful.'),
  ],
  validity: unconfirmed('Three months.'),
  soldBy: 'tenant_references',
  variants: {
    identity_affordability: {
      label: 'Tenant, identity and affordability',
      description: 'Identity, judgments and insolvencies, and the rent compared with the income.',
      requires: [...person, { address_history: { years: 3 } }, { evidence: { set: 'income' } }],
      answeredBy: from('tenant_references', 'A credit reference agency, and papers on the income.'),
      guidance: [
        toKnow(
          from(
            'tenant_reference_guide',
            'As a rule of thumb the rent is at most 33 to 40 % of the gross monthly income.',
          ),
        ),
      ],
      breakdown: parts({
        identity: 'Identity',
        judgments: 'No judgment that is unpaid',
        insolvency: 'Not insolvent',
        affordability: 'The income carries the rent',
      }),
      properties: { monthly_income: 'number', monthly_rent: 'number' },
    },
    landlord_reference: {
      label: 'Tenant, landlord reference',
      description: 'An earlier landlord or agent says how the person kept to the tenancy.',
      requires: [...person, { address_history: { years: 3 } }, { references: { count: 1 } }],
      answeredBy: from('tenant_reference_guide', 'The most recent earlier landlord or agent.'),
      guidance: [
        toDo(
          from(
            'tenant_reference_guide',
            'Ask the landlord of before: the present one may praise a tenant to be rid of them.',
          ),
        ),
        toDo(unconfirmed('Confirm independently that the referee owns or manages the home.')),
      ],
      breakdown: toldParts({
        landlord: 'The referee is the landlord or agent',
        rent_paid: 'The rent was paid on time',
        condition: 'The home was kept in order',
        let_again: 'Would let to the person again',
      }),
      properties: { from: 'date_or_month', to: 'date_or_month' },
    },
    income: {
      label: 'Tenant, income',
      description: 'Confirms the income that the person states.',
      requires: [...person, { evidence: { set: 'income' } }],
      answeredBy: from(
        'tenant_references',
        'The employer; an accountant, tax return or bank statements where self-employed.',
      ),
      guidance: [
        toDo(
          from(
            'tenant_reference_guide',
            'Ask for the payslips and bank statements of three months, or two years of accounts.',
          ),
        ),
      ],
      breakdown: parts({ source: 'The source of the income', amount: 'The amount of the income' }),
      properties: { monthly_income: 'number' },
    },
  },
};
