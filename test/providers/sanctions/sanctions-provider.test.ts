// The provider of sanctions reports: no hit gives a clear result that a person releases, any hit goes to a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ApplicantFacts } from '../../../src/features/facts/facts.ts';
import { emptyOf } from '../../../src/features/facts/facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { importSanctionsList } from '../../../src/providers/sanctions/import-actions.ts';
import { searchedPerson } from '../../../src/providers/sanctions/outcome-rules.ts';
import { sanctionsProvider } from '../../../src/providers/sanctions/sanctions-provider.ts';
import { conforms } from '../conformance.ts';
import { openProviderWorld } from '../provider-world.ts';

const world = await openProviderWorld(catalogue.find(({ name }) => name === 'sanctions')!.id);
await world.choose([sanctionsProvider.name]);

const importFixture = (list: 'uk' | 'un', file: string) =>
  importSanctionsList(world.ctx, { list, path: fileURLToPath(new URL(`fixtures/${file}`, import.meta.url)) });

async function answered(facts: Partial<ApplicantFacts>) {
  const target = await world.report(facts);
  await world.workFor(target, 1);
  return { target, report: await world.statusOf(target) };
}

const nationality = 'GBR';
const listed = { nationality, first_name: 'Ondravia', last_name: 'Quillbrandt', dob: '1980-04-11' };

test('without a list in force a person is asked', async () => {
  const { target, report } = await answered(listed);
  assert.deepEqual([report.status, report.provider], ['awaiting_data', 'manual']);
  assert.deepEqual(
    (await world.exchanges(target)).map(({ outcome, reason }) => [outcome, reason]),
    [['A person is needed', 'The provider has nothing on this kind of person.']],
  );
});

test('no hit gives a clear result that a person releases, with the lists and their versions', async () => {
  const { row } = await importFixture('uk', 'uk.csv');
  const { report } = await answered({ first_name: 'Somebody', last_name: 'Else', nationality });
  assert.deepEqual([report.status, report.result], ['awaiting_approval', 'clear']);
  const fetchedAt = `${row.imported_at.toISOString().slice(0, 19)}Z`;
  assert.deepEqual(report.findings, {
    breakdown: { sanction: { result: 'clear' } },
    properties: {
      algorithm: 'token-set-jaro-winkler/1',
      lists: [{ name: 'UK Sanctions List', version: '2026-06-24', fetched_at: fetchedAt }],
      records: [],
    },
    notes: 'No match in: UK Sanctions List (version 2026-06-24).',
  });
});

test('a hit awaits a person, with its explanation and without a result against the candidate', async () => {
  const { report } = await answered({ ...listed, last_name: 'Quilbrandt' });
  assert.deepEqual([report.status, report.result, report.trafficLight], ['awaiting_approval', 'unidentified', 'Amber']);
  const { records } = report.findings.properties as { records: Record<string, unknown>[] };
  assert.equal(records.length, 1);
  const { score, matched_words, list, ...record } = records[0]!;
  assert.ok(Number(score) > 0.9);
  assert.equal((matched_words as unknown[]).length, 2);
  assert.equal((list as Record<string, unknown>).version, '2026-06-24');
  assert.deepEqual(record, {
    full_name: 'Ondravia Mestaline QUILLBRANDT',
    date_of_birth: ['1980-04'],
    entry: 'TST0003',
    regime: 'Fixture Regime',
    name_kind: 'primary',
    searched_name: 'Ondravia Quilbrandt',
    algorithm: 'token-set-jaro-winkler/1',
    date_of_birth_verdict: 'agrees',
    decision: null,
    reason: null,
  });
  assert.equal(report.findings.notes, '');
});

conforms(world, 'sanctions_lists', {
  make: () => sanctionsProvider,
  facts: (says) => (says === 'clear' ? { first_name: 'Somebody', last_name: 'Else', nationality } : listed),
});

test('earlier names are searched', async () => {
  const before = { ...emptyOf(previousNameFacts), last_name: 'Quillbrandt' };
  const { report } = await answered({ ...listed, last_name: 'Newname', previous_names: [before] });
  assert.equal(report.result, 'unidentified');
  const searchedAs = ({ findings }: typeof report) =>
    (findings.properties.records as { searched_name: unknown }[]).map((one) => one.searched_name);
  assert.deepEqual(searchedAs(report), ['Ondravia Quillbrandt']);
  const hidden = { ...before, for_authorities_only: true };
  const untold = await answered({
    ...{ ...listed, last_name: 'Newname', previous_last_name: 'Quillbrandt', previous_names: [hidden] },
  });
  assert.equal(untold.report.result, 'unidentified');
  assert.deepEqual(searchedAs(untold.report), [null], 'the client may read the record');
});

test('a later version of a list does not change finished reports', async () => {
  const { target, report } = await answered(listed);
  await importFixture('un', 'un.xml');
  await world.workFor(target, 24);
  assert.deepEqual(await world.statusOf(target), report);
});

test('a variant is answered from its own list, and by a person if there is no such list', async () => {
  const { ctx, caller: tenant } = world;
  const nobody = () => Promise.reject(new Error('it calls nobody'));
  const tools = { ctx, tenant, send: nobody, signIn: nobody };
  const ask = (variant: string) =>
    sanctionsProvider.request(tools, {
      reportId: '1',
      checkId: '2',
      type: { name: 'sanctions', variant },
      options: [],
      facts: { first_name: 'Ondravia', last_name: 'Quillbrandt', dob: '1959-01-01' },
    });
  const [un, uk, eu, au] = await Promise.all(['un', 'uk', 'eu', 'au'].map(ask));
  assert.equal(un?.kind === 'result' && un.outcome.result, 'unidentified');
  assert.equal(uk?.kind === 'result' && uk.outcome.result, 'clear');
  assert.deepEqual([eu?.kind, au?.kind], ['needs_person', 'needs_person']);
});

test('the placeholder of a missing date of birth is not used', () => {
  assert.deepEqual(searchedPerson({ first_name: 'A', middle_name: 'B', last_name: 'C', dob: '1900-01-01' }), {
    names: ['A B C'],
    born: undefined,
  });
});

test('an earlier last name is searched with the current first name', () => {
  const { names } = searchedPerson({
    first_name: 'A',
    middle_name: null,
    last_name: 'C',
    previous_last_name: 'D',
    previous_names: [
      { first_name: 'E', middle_name: null, last_name: 'F' },
      { first_name: '', last_name: 'D' },
    ],
  });
  assert.deepEqual(names, ['A C', 'E F', 'A D']);
});
