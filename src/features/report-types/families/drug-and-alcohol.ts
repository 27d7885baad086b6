// What is known of drug and alcohol tests.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, type Breakdown, part } from '../breakdown.ts';
import { substances } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const tested = ['name', 'date_of_birth', 'contact'] as const;

const law = [
  unconfirmed('Health data: explicit consent, a written policy, and only where the risk of the work justifies it.'),
  unconfirmed('A person may decline; record that and draw no other conclusion.'),
];

const chain = {
  identity_at_collection: part('The identity was checked at the collection'),
  chain_of_custody: part('The chain of custody is whole', { properties: { barcode: 'text' } }),
};
const drugs: Breakdown = {
  ...chain,
  outcome: answered('Outcome', { negative: 'clear', non_negative: 'consider', declined: 'unidentified' }),
  laboratory: part('Confirmed by a laboratory', { properties: { substances, laboratory: 'text' } }),
  medical_review: part('Reviewed by a medical review officer'),
};

const guidance = [
  toDo(
    from('workplace_drug_tests', 'Choose the sample by what is asked: oral fluid shows about two days, hair months.'),
  ),
  toKnow(unconfirmed('A non-negative result is none until an accredited laboratory has confirmed it.')),
  toKnow(unconfirmed('A medical review officer asks for prescribed medicine before anything is reported.')),
];

export const drugTest: Family = {
  name: 'drug_test',
  area: 'health',
  label: 'Drug test',
  description: 'Whether a sample shows drugs, as a laboratory finds.',
  requires: tested,
  workingDays: unconfirmed(3),
  answeredBy: unconfirmed('An accredited laboratory, after collection under a chain of custody.'),
  law,
  validity: unconfirmed('The day of the sample.'),
  guidance,
  clauses: ['The result is negative.', 'The laboratory confirmed the result.', 'The person declined the test.'],
  breakdown: drugs,
  properties: { collected_on: 'date', panel: 'text' },
  soldBy: 'workplace_drug_tests',
  variants: {
    urine_5: {
      label: 'Drug test, urine, five groups of drugs',
      description: 'A urine sample is tested for five groups of drugs.',
    },
    urine_10: {
      label: 'Drug test, urine, ten groups of drugs',
      description: 'A urine sample is tested for ten groups of drugs.',
    },
    oral_fluid: {
      label: 'Drug test, oral fluid',
      description: 'A sample of saliva is tested for drugs of the last two days.',
    },
    hair: {
      label: 'Drug test, hair',
      description: 'A lock of hair is tested for drugs over months.',
      guidance: [
        toKnow(from('point_of_care_drug_tests', 'Hair shows a history: it is used for posts of high trust.')),
        ...guidance,
      ],
    },
    point_of_care: {
      label: 'Drug test, on the spot',
      description: 'A device shows within minutes whether a sample must go to a laboratory.',
      workingDays: unconfirmed(1),
      answeredBy: from('point_of_care_drug_tests', 'A collection officer with a device.'),
      guidance: [
        toKnow(
          from(
            'point_of_care_drug_tests',
            'It answers negative or non-negative; a non-negative sample goes to the laboratory.',
          ),
        ),
      ],
      soldBy: 'point_of_care_drug_tests',
    },
  },
};

export const alcoholTest: Family = {
  name: 'alcohol_test',
  area: 'health',
  label: 'Alcohol test',
  description: 'Whether a sample shows alcohol, or use of it over time.',
  requires: tested,
  workingDays: unconfirmed(3),
  answeredBy: unconfirmed('A collection officer with a device, or an accredited laboratory.'),
  law,
  validity: unconfirmed('The day of the sample.'),
  breakdown: {
    ...chain,
    outcome: answered('Outcome', { negative: 'clear', non_negative: 'consider', declined: 'unidentified' }),
  },
  properties: { collected_on: 'date', value: 'number', unit: 'text' },
  soldBy: 'workplace_drug_tests',
  variants: {
    breath: {
      label: 'Alcohol test, breath',
      description: 'A device shows at once how much alcohol is in the breath.',
      workingDays: unconfirmed(1),
      guidance: [
        toDo(from('point_of_care_drug_tests', 'Use an approved device; repeat a reading above zero after 15 minutes.')),
      ],
      soldBy: 'point_of_care_drug_tests',
    },
    urine_etg: {
      label: 'Alcohol test, urine',
      description: 'A urine sample shows whether alcohol was drunk in the last days.',
      guidance: [
        toKnow(unconfirmed('Ethyl glucuronide also comes of mouthwash and food: go by the laboratory’s threshold.')),
      ],
    },
    peth: {
      label: 'Alcohol test, blood',
      description: 'A drop of blood shows how much alcohol was drunk over about a month.',
      workingDays: from('peth_tests', 3),
      guidance: [toKnow(from('peth_tests', 'It is used together with a hair test, which looks further back.'))],
      soldBy: 'peth_tests',
    },
  },
};
