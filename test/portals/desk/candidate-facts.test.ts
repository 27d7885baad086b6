// The candidate's facts as the desk reads them: everything that an order or the form told, in people's words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../../../src/features/checks/check.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { candidateFacts } from '../../../src/portals/desk/report/candidate-facts.ts';
import { readSample, wholeBody, withValue } from '../../features/orders/order-samples.ts';

const today = new Date('2026-03-04T12:00:00Z');
const order = {
  ...{ tags: [], redirect_uri: null, criminal_details: null, consider: [], notes: [] },
  facts: { ...noFacts, first_name: 'Jane', last_name: 'Applicant', dob: '1985-06-14', email: 'jane@candidate.test' },
} as Partial<Order> as Order;

const textOf = (shown: Order) =>
  candidateFacts(shown, today).flatMap(({ title, facts }) => [
    title,
    ...facts.map(({ label, lines }) => `${label}: ${lines.filter((line) => line !== '').join('; ')}`),
  ]);

test('little that was given makes few lines, none of them empty', () => {
  assert.deepEqual(textOf(order), [
    'Candidate',
    'Name: Jane Applicant',
    'Date of birth: 14 June 1985 (age 40)',
    'Contact',
    'Email: jane@candidate.test',
  ]);
});

test('an order that the client entered whole is read whole', () => {
  const body = withValue(wholeBody(['sanctions']), 'Candidate.EmploymentHistory[0].ReasonForLeaving', 'Redundancy');
  const { command, fields } = readSample(withValue(body, 'Candidate.EmploymentHistory[0].To', '2024-03-01'));
  assert.deepEqual(fields, {});
  const lines = textOf({ ...order, facts: command!.facts });
  for (const line of [
    'Name: Dr Jane Ann Applicant',
    'Previous name: Miss Jane Former; 14 June 1985 to 30 April 2010',
    'Nationality: United Kingdom',
    'Name from birth: No',
    'Name since: 1 May 2010',
    'Nationality at birth: Irish',
    'Approved by the FCA or PRA: Not approved',
    'Holds a valid driving licence: Yes',
    'Kind of driving licence: Great Britain, full',
    'Country of the mobile: United Kingdom',
    'Passport: 925665416, United Kingdom; issued 1 March 2020, expires 1 March 2030',
    'Driving licence: APPLI856145JA9AA; issued 1 January 2012',
    '1 January 2006 to 1 March 2024: Driver, Example Ltd; Full-time employee; Left: Redundancy; May be contacted: After an offer; Personnel, 020 7946 0000',
    'BA, History: University of Leeds; 15 July 2006',
    'Law Society: Member, 123456',
  ]) {
    assert.ok(lines.includes(line), `${line}\n\n${lines.join('\n')}`);
  }
  assert.ok(!lines.some((line) => line.startsWith('Previous last name')), 'the name stands there whole');
});
