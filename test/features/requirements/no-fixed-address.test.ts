// An address that is no home: told to the screener where sources are searched by address, and never refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factRows } from '../../../src/features/facts/fact-rows-rules.ts';
import { type Address, type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { moments } from '../../../src/features/facts/finding.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { requiresOf } from '../../../src/features/report-types/report-type-rules.ts';
import { allFindings, askedBy } from '../../../src/features/requirements/requirement-rules.ts';
import { apiSentence } from '../../../src/messages/sentences.ts';
import { noAddress } from '../../support/empty-entries.ts';

const centre: Address = {
  ...noAddress,
  ...{ building_name: 'Shelter Day Centre', street: 'High Street', town: 'Leeds', postcode: 'LS1 4AP' },
  ...{ country: 'GBR', start_date: '2015-04-01', no_fixed_address: true },
};
const factsAt = (address: Address): ApplicantFacts => ({
  ...{ ...noFacts, first_name: 'Sam', last_name: 'Sample', email: 'sam@candidate.test', dob: '1990-03-04' },
  ...{ name_is_from_birth: true, addresses: [address] },
});

function toldOf(name: string, address: Address, variant: string | null = null) {
  const type = catalogue.find((one) => one.name === name && one.variant === variant)!;
  const subject = { facts: factsAt(address), job: null, today: '2026-03-04' };
  return allFindings(askedBy(requiresOf([type], null)), subject, 'examined').filter(
    ({ code }) => code === 'no_fixed_address',
  );
}

test('the screener of a report that is searched by address is told that it is no home, and no order is refused', () => {
  for (const name of ['identity', 'credit', 'proof_of_address']) {
    const [told, ...others] = toldOf(name, centre);
    assert.deepEqual([told?.at, told?.moment, others.length], ['addresses[0]', 'examined', 0], name);
    assert.ok(moments.indexOf(told!.moment) > moments.indexOf('needed'), 'it stops nothing');
    assert.match(apiSentence(told!), /^is no home: the candidate has no fixed address/);
  }
});

test('an address in care of somebody is no home either, whoever stated it', () => {
  const stated = { ...centre, no_fixed_address: null };
  const isTold = (more: Partial<Address>) => toldOf('identity', { ...stated, ...more }).length > 0;
  assert.equal(isTold({}), false);
  for (const building_name of [
    'c/o Shelter Day Centre',
    'C/O J. Sample',
    'Care of the Shelter',
    'No fixed abode',
    'NFA',
  ])
    assert.equal(isTold({ building_name }), true, building_name);
  for (const building_name of ['Cow House', 'Co-operative House', 'Careful Court'])
    assert.equal(isTold({ building_name }), false, building_name);
});

test('the rules of the DBS take an address in care of somebody', () => {
  assert.deepEqual(toldOf('criminal_history', centre, 'basic'), []);
});

test('it stands beside the address at the desk and in the results', () => {
  const [row] = factRows(factsAt(centre), ['addresses']);
  assert.equal(row?.lines.at(-1), 'No fixed address: mail alone reached them here');
  const [home] = factRows(factsAt({ ...centre, no_fixed_address: null }), ['addresses']);
  assert.equal(home?.lines.at(-1), 'LS1 4AP');
});
