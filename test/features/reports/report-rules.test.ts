// Whether a result that is not Clear says why, and which parts say that a document was seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { sourceLinks } from '../../../src/features/report-types/source-links.ts';
import { noFindings, propertiesOf, saysWhy } from '../../../src/features/reports/report-rules.ts';
import { isDocumentSeen, pointsDifference, seenParts } from '../../../src/features/reports/unconfirmed-rules.ts';

const typeOf = (name: string) => catalogue.find((type) => type.name === name)!;

const isExplained = (name: string, properties: Readonly<Record<string, unknown>>) =>
  saysWhy(typeOf(name), {
    ...{ result: 'consider', subResult: null },
    findings: { breakdown: {}, properties, notes: '' },
  });

test('a list of where was searched, or of what was confirmed, does not say why a report is not Clear', () => {
  assert.equal(isExplained('sanctions', { lists: ['UK sanctions list'] }), false);
  assert.equal(isExplained('directorship', { appointments: [{ company_name: 'Acme Ltd' }] }), false);
  assert.equal(isExplained('document', { document_numbers: [{ value: '1' }] }), false);
});

test('a list of what speaks against the candidate says why a report is not Clear', () => {
  assert.equal(isExplained('credit', { records: [{ kind: 'bankruptcy' }] }), true);
  assert.equal(isExplained('credit', { records: [] }), false);
  assert.equal(isExplained('directorship', { disqualifications: [{ reason: 'Fraud' }] }), true);
  const ofSomebodyElse = { reason: 'Fraud', decision: 'false_positive' };
  assert.equal(isExplained('directorship', { disqualifications: [ofSomebodyElse] }), false);
});

test('programs read of an entry about somebody else not who that is', () => {
  const appointment = { company_name: 'Acme', registered_name: 'SAMPLE, Jo', registered_address: '1 High Street' };
  const findings = {
    ...noFindings,
    properties: {
      appointments: [
        { ...appointment, decision: 'true_match' },
        { ...appointment, decision: 'false_positive', decision_reason: 'Another birth date' },
      ],
    },
  };
  const { appointments } = propertiesOf({
    ...{ status: 'complete', result: 'clear', subResult: null, trafficLight: 'Green' },
    findings,
  });
  assert.deepEqual(appointments, [
    { ...appointment, decision: 'true_match' },
    { company_name: 'Acme', decision: 'false_positive', decision_reason: 'Another birth date' },
  ]);
});

test('a living face is no document that somebody saw', () => {
  const breakdown = { visual_authenticity: { result: 'clear' } };
  const isSeen = (name: string) => isDocumentSeen(typeOf(name), { findings: { breakdown, properties: {}, notes: '' } });
  assert.equal(isSeen('facial_similarity'), false);
  assert.equal(isSeen('document'), true);
});

test('each part that says that a document was seen is a part of its report type', () => {
  for (const [name, parts] of Object.entries(seenParts)) {
    const types = catalogue.filter((type) => type.name === name);
    for (const part of parts)
      assert.ok(
        types.some(({ breakdown }) => part in breakdown),
        `${name}: ${part}`,
      );
  }
});

test('points of a licence are questioned where the listed endorsements cannot make them up', () => {
  const said = (points: unknown, listed: readonly object[]) =>
    pointsDifference({
      ...{ properties: {}, notes: '' },
      breakdown: { endorsements: { result: 'consider', properties: { points, endorsements: listed } } },
    }).length > 0;
  assert.equal(said(6, [{ points: 3 }]), true);
  assert.equal(said(6, [{ points: 3 }, { points: 3 }]), false);
  assert.equal(said(6, [{ points: 3 }, { code: 'SP30' }]), false, 'the second may have the rest');
  assert.equal(said(2, [{ points: 3 }, { code: 'SP30' }]), true);
  assert.equal(said(6, []), false, 'none is listed');
  assert.equal(said(undefined, [{ points: 3 }]), false);
});

test('the public pages of sources are secure addresses, and a body has that of its register', () => {
  const links = catalogue.flatMap((type) => sourceLinks(type));
  for (const { address } of links) assert.equal(new URL(address).protocol, 'https:', address);
  const nurses = catalogue.find((type) => type.name === 'professional_membership' && type.variant === 'nmc');
  assert.deepEqual(
    sourceLinks(nurses!).map(({ address }) => address),
    ['https://nmc.org.uk/'],
  );
});
