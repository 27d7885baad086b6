// What is known of reports on health and fitness for work.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, part, parts } from '../breakdown.ts';
import { adjustments } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const healthRequires = ['name', 'date_of_birth', 'contact'] as const;
const afterOffer = {
  ...from('fitness_for_work', 'Equality Act 2010 s.60: questions of health come after the offer.'),
  ofJobsIn: 'GBR',
};
const healthData = unconfirmed(
  'Health is special category data: the client learns whether the person is fit, never why.',
);

const fitness = answered('Fitness for the work', {
  fit: 'clear',
  fit_with_adjustments: 'clear',
  unfit: 'consider',
  not_assessed: 'unidentified',
});

export const occupationalHealth: Family = {
  name: 'occupational_health',
  area: 'health',
  label: 'Health and fitness for work',
  searchWords: ['occupational health', 'medical'],
  description: 'Whether the person is fit for the work, as an occupational health service says.',
  requires: healthRequires,
  workingDays: unconfirmed(5),
  answeredBy: from('work_health_assessment', 'An occupational health service.'),
  law: [afterOffer, healthData],
  validity: unconfirmed('For the role that it was given for.'),
  guidance: [
    toDo(unconfirmed('Keep the certificate of fitness alone; answers and records stay with the service.')),
    toDo(unconfirmed('Pass on adjustments as the service words them.')),
  ],
  clauses: [
    'The service confirms fitness for the work.',
    'The service asks for adjustments.',
    'The service has not answered.',
  ],
  breakdown: { fitness, adjustments: part('Adjustments', { properties: { adjustments } }) },
  properties: { assessed_on: 'date', provider: 'text' },
  soldBy: 'fitness_for_work',
  variants: {
    questionnaire: {
      label: 'Health questionnaire',
      description: 'The person answers a service’s questions, and the service says whether they are fit.',
      workingDays: from('work_health_assessment', 2),
      guidance: [
        toKnow(from('fitness_for_work', 'Most are decided on paper; some take a call or an appointment.')),
        toKnow(unconfirmed('The person sends the answers to the service, not to the employer.')),
      ],
    },
    fitness_certificate: {
      label: 'Certificate of fitness for work',
      description: 'A clinician examines the person for the work.',
      guidance: [
        toDo(from('fitness_for_work', 'Tell the service what the job involves: the assessment is of the job.')),
      ],
    },
    eyesight: {
      label: 'Eyesight',
      description: 'Whether the person sees well enough for the work.',
      breakdown: parts({ distance: 'Distance', near: 'Near', colour: 'Colours', field: 'Field of vision' }),
      soldBy: 'night_and_driver_medicals',
    },
    night_worker: {
      label: 'Health assessment for night work',
      description: 'Whether the person is fit to work at night.',
      law: [
        from(
          'night_and_driver_medicals',
          'Employers must offer it before night work and regularly after (Working Time Regulations).',
        ),
        healthData,
      ],
      guidance: [
        toKnow(
          from(
            'night_and_driver_medicals',
            'A night worker works at least three hours between 11 pm and 6 am as a rule.',
          ),
        ),
        toDo(unconfirmed('The worker may decline: record that it was offered.')),
      ],
      soldBy: 'night_and_driver_medicals',
    },
    seafarer_eng1: {
      label: 'Seafarer medical certificate (ENG1)',
      description: 'Whether the person is fit for work at sea.',
      requires: [...healthRequires, { evidence: { set: 'medical_certificate' } }],
      answeredBy: from('seafarer_medical', 'A doctor who is approved for seafarers.'),
      validity: from('seafarer_medical', 'Up to two years; one year for those of 16 to 18.'),
      guidance: [
        toKnow(from('seafarer_medical', 'Whoever was found unfit or restricted may ask for an independent review.')),
        toDo(unconfirmed('Confirm the certificate with the doctor who gave it.')),
      ],
      soldBy: 'seafarer_medical',
    },
    driver_d4: {
      label: 'Medical examination of a driver (D4)',
      description: 'Whether the person meets the medical standard for lorries and buses.',
      requires: [...healthRequires, { evidence: { set: 'medical_certificate' } }],
      answeredBy: unconfirmed('A doctor, and an optician for the eyesight; the DVLA decides.'),
      guidance: [toKnow(unconfirmed('From 45 on it is repeated every five years, from 65 on yearly.'))],
      soldBy: 'night_and_driver_medicals',
    },
  },
};

export const immunisation: Family = {
  name: 'immunisation',
  area: 'health',
  label: 'Immunisation',
  searchWords: ['vaccination', 'hepatitis'],
  description: 'Whether the person is protected against the diseases that matter in the role.',
  requires: [...healthRequires, { evidence: { set: 'immunisation' } }],
  workingDays: unconfirmed(5),
  answeredBy: from('immunisation_evidence', 'An occupational health service, from records and blood tests.'),
  law: [afterOffer, healthData],
  guidance: [
    toKnow(
      from(
        'immunisation_evidence',
        'Hepatitis B, tuberculosis, measles, mumps and rubella, and chickenpox are asked for in health care.',
      ),
    ),
    toKnow(
      from('immunisation_evidence', 'Blood tests count where the identity was checked when the sample was taken.'),
    ),
    toKnow(from('work_health_assessment', 'Exposure-prone procedures need more: hepatitis B and C, and HIV.')),
  ],
  breakdown: parts({
    hepatitis_b: 'Hepatitis B',
    tuberculosis: 'Tuberculosis',
    measles_mumps_rubella: 'Measles, mumps and rubella',
    chickenpox: 'Chickenpox',
  }),
  properties: { cleared_for_exposure_prone_procedures: 'flag', assessed_on: 'date' },
  soldBy: 'immunisation_evidence',
};
