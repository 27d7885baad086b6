// What a certificate of a criminal record cannot say, and where it differs from what was ordered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { type NamedType, namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  type CertificateOrder,
  certificateDeviations,
  certificateFaults,
} from '../../../src/features/reports/certificate-rules.ts';
import { outcomeProblems } from '../../../src/features/reports/report-rules.ts';

const today = '2026-11-24';
const list = (name: string) => ({ name, options: null });
const typeOf = (code: string) => (namedType(code) as NamedType).type;
const certificate = (properties: Readonly<Record<string, unknown>>, result = 'clear') => ({
  certificate: { result, properties },
});

const faults: readonly (readonly [
  says: string,
  type: string,
  breakdown: Parameters<typeof certificateFaults>[1]['breakdown'],
  options: readonly string[],
  expected: readonly string[],
])[] = [
  [
    'the DBS numbers its certificates with 12 digits',
    'criminal_history:basic',
    certificate({ number: '12345' }),
    [],
    ['certificate.number number_form'],
  ],
  [
    '12 digits are a number of the DBS, also in groups',
    'criminal_history:basic',
    certificate({ number: '0012 3456 7890' }),
    [],
    [],
  ],
  [
    'the self-employed have certificates of the DBS',
    'criminal_history_self_employed:enhanced',
    certificate({ number: 'x' }),
    [],
    ['certificate.number number_form'],
  ],
  [
    'the form of a number of AccessNI is not known',
    'criminal_history_northern_ireland:basic',
    certificate({ number: '12345' }),
    [],
    [],
  ],
  [
    'the form of a number of Disclosure Scotland is not known',
    'criminal_history_scotland:level_1',
    certificate({ number: '12345' }),
    [],
    [],
  ],
  [
    'a certificate of tomorrow is impossible',
    'criminal_history:enhanced',
    certificate({ issued_on: '2026-11-25' }),
    [],
    ['certificate.issued_on issued_in_future'],
  ],
  [
    'a certificate of tomorrow is impossible in Scotland too',
    'criminal_history_scotland:pvg_join',
    certificate({ issued_on: '2026-11-25' }),
    [],
    ['certificate.issued_on issued_in_future'],
  ],
  ['a certificate of today is possible', 'criminal_history:enhanced', certificate({ issued_on: today }), [], []],
  [
    'a list that was not ordered has no answer',
    'criminal_history:enhanced',
    { childrens_barred_list: { result: 'clear' }, adults_barred_list: { result: 'consider' } },
    [],
    ['childrens_barred_list list_not_ordered', 'adults_barred_list list_not_ordered'],
  ],
  [
    'only the list that was ordered has an answer',
    'criminal_history:enhanced',
    { childrens_barred_list: { result: 'clear' }, adults_barred_list: { result: 'clear' } },
    ['adults_barred_list'],
    ['childrens_barred_list list_not_ordered'],
  ],
  [
    'a list that was not ordered is not requested',
    'criminal_history:enhanced',
    { adults_barred_list: { result: 'not_requested' } },
    [],
    [],
  ],
  [
    'a type of one list answers it',
    'childrens_barred_list_standalone',
    { childrens_barred_list: { result: 'clear' } },
    [],
    [],
  ],
  ['nothing recorded is nothing impossible', 'criminal_history:enhanced', {}, [], []],
];

for (const [says, code, breakdown, options, expected] of faults) {
  test(says, () => {
    const found = certificateFaults(typeOf(code), { breakdown }, { options: options.map(list), today });
    assert.deepEqual(
      found.map((fault) => `${fault.path} ${fault.code}`),
      expected,
    );
  });
}

test('a list that the self-employed do not order is no part of their report', () => {
  const parts = (code: string) => Object.keys(typeOf(code).breakdown).filter((key) => key.endsWith('_barred_list'));
  assert.deepEqual(parts('criminal_history_self_employed:enhanced'), []);
  assert.deepEqual(parts('criminal_history_self_employed:enhanced_adults'), ['adults_barred_list']);
  assert.deepEqual(parts('criminal_history_self_employed:enhanced_both'), [
    'childrens_barred_list',
    'adults_barred_list',
  ]);
});

test('an outcome with an impossible certificate is refused whoever gives it, by the paths of its findings', () => {
  const breakdown = {
    ...certificate({ number: '12345', issued_on: '2030-01-01', level: 'top' }),
    adults_barred_list: { result: 'clear' },
  };
  const outcome = { result: 'consider', subResult: null, findings: { breakdown, properties: {}, notes: '' } } as const;
  const { fields } = outcomeProblems(outcome, typeOf('criminal_history:enhanced'), { options: null, today });
  assert.deepEqual(fields, {
    'breakdown.certificate.properties.level': ['must be one of basic, standard, enhanced'],
    'breakdown.certificate.properties.number': ['is not a number of a DBS certificate (12 digits)'],
    'breakdown.certificate.properties.issued_on': ['is in the future'],
    'breakdown.adults_barred_list.result': ['must be not_requested: the list was not ordered'],
  });
});

const facts = {
  ...noFacts,
  first_name: 'Zoë',
  middle_name: 'Anne',
  last_name: "O'Neil",
  previous_last_name: 'Brown',
  previous_names: [
    {
      ...{
        title: null,
        middle_name: null,
        has_one_name: null,
        for_authorities_only: null,
        known_from: null,
        known_to: null,
      },
      first_name: 'Suzanne',
      last_name: 'Smith-Jones',
    },
  ],
} as unknown as CertificateOrder['facts'];
const order: CertificateOrder = { options: null, orderedOn: '2026-11-01', workforce: 'adult', facts };

const deviations: readonly (readonly [
  says: string,
  type: string,
  breakdown: Parameters<typeof certificateDeviations>[1]['breakdown'],
  more: Partial<CertificateOrder>,
  expected: readonly RegExp[],
])[] = [
  [
    'another level than was ordered is said',
    'criminal_history:enhanced',
    certificate({ level: 'basic' }),
    {},
    [/level of the certificate is “Basic”, and “Enhanced” was ordered/],
  ],
  [
    'the level that was ordered is not worth a word',
    'criminal_history:enhanced',
    certificate({ level: 'enhanced' }),
    {},
    [],
  ],
  [
    'Scotland has levels of its own',
    'criminal_history_scotland:pvg_join',
    certificate({ level: 'level_2' }),
    {},
    [/“Level 2”, and “PVG scheme” was ordered/],
  ],
  [
    'another workforce than that of the role is said',
    'criminal_history:enhanced',
    certificate({ workforce: 'child' }),
    {},
    [/workforce “Child”, and the job role is of the workforce “Adult”/],
  ],
  [
    'the workforce of the role is not worth a word',
    'criminal_history:enhanced',
    certificate({ workforce: 'adult' }),
    {},
    [],
  ],
  [
    'a role that does not say its workforce is compared with nothing',
    'criminal_history:enhanced',
    certificate({ workforce: 'child' }),
    { workforce: undefined },
    [],
  ],
  [
    'a basic certificate names no workforce',
    'criminal_history:basic',
    certificate({ workforce: 'child' }),
    {},
    [/level “Basic” names none/],
  ],
  [
    'a certificate from before the order is said',
    'criminal_history:basic',
    certificate({ issued_on: '2026-10-31' }),
    {},
    [/issued on 31 October 2026, before it was ordered on 1 November 2026/],
  ],
  [
    'a certificate of the day of the order is not',
    'criminal_history:basic',
    certificate({ issued_on: '2026-11-01' }),
    {},
    [],
  ],
  [
    'the name of somebody else is said',
    'criminal_history:basic',
    certificate({ name_as_printed: 'John Smith' }),
    {},
    [/“John Smith”, which is no name that the candidate stated/],
  ],
  [
    'names are compared without case, accents, order and middle names',
    'criminal_history:basic',
    certificate({ name_as_printed: 'ONEIL ZOE MARIA' }),
    {},
    [],
  ],
  [
    'an earlier last name is a name of the candidate',
    'criminal_history:basic',
    certificate({ name_as_printed: 'Zoe Brown' }),
    {},
    [],
  ],
  [
    'an earlier first name is a name of the candidate',
    'criminal_history:basic',
    certificate({ name_as_printed: 'Suzanne Smith Jones' }),
    {},
    [],
  ],
  [
    'a list that was ordered needs an answer',
    'criminal_history:enhanced',
    certificate({}),
    { options: [list('adults_barred_list')] },
    [/adults’ barred list was ordered/],
  ],
  [
    'a list that was ordered was not left unrequested',
    'criminal_history_self_employed:enhanced_adults',
    { ...certificate({}), adults_barred_list: { result: 'not_requested' } },
    {},
    [/adults’ barred list was ordered/],
  ],
  [
    'a list that was ordered and answered is not worth a word',
    'criminal_history:enhanced',
    { ...certificate({}), adults_barred_list: { result: 'clear' } },
    { options: [list('adults_barred_list')] },
    [],
  ],
  [
    'a report without a certificate says nothing of one',
    'identity',
    certificate({ name_as_printed: 'John Smith' }),
    {},
    [],
  ],
];

for (const [says, code, breakdown, more, expected] of deviations) {
  test(says, () => {
    const found = certificateDeviations(typeOf(code), { breakdown }, { ...order, ...more });
    assert.equal(found.length, expected.length, found.join('\n'));
    for (const [index, sentence] of found.entries()) assert.match(sentence, expected[index]!);
  });
}
