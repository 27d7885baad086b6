// A source that answers with the certificate of a criminal record is held to the rules of the desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectProvider } from '../../src/features/provider-requests/connection-actions.ts';
import { type NamedType, namedType } from '../../src/features/report-types/report-type-rules.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { openProviderWorld, speakAs } from './provider-world.ts';

const { type } = namedType('criminal_history:basic') as NamedType;
const world = await openProviderWorld(type.id);
const source = {
  ...{ name: 'record_house', url: world.receiver.url.replace(/\/hook$/, ''), types: ['criminal_history:basic'] },
  ...{ countries: [], facts: ['first_name'], personDecides: false, asksCandidate: false },
  ...{ timeoutMs: 5000, answersWithinHours: 1, callsPerMinute: 60, costPence: 0 },
};
await connectProvider(world.ctx, 'system', world.caller.accountId, source, []);
await world.choose([source.name]);

const job = {
  ...{ job_role: 'Driver', purpose: 'employment', place_of_work: 'England', employer_name: 'Acme Care' },
  ...{ employment_sector: 'Drivers', JobRoleId: null },
};

/** The report and the last exchange about it, after a Clear with this certificate. */
async function answered(certificate: Readonly<Record<string, string>>) {
  const properties = {
    ...{ number: '001234567890', issued_on: ukDateOf(world.now()), level: 'basic' },
    ...certificate,
  };
  const outcome = { result: 'clear', breakdown: { certificate: { result: 'clear', properties } } };
  speakAs(world.receiver, () => ({ status: 200, body: JSON.stringify({ status: 'complete', outcome }) }));
  const target = await world.report({ first_name: 'Alex', last_name: 'Sample' }, type, null, job);
  await world.workFor(target, 0);
  return { report: await world.statusOf(target), exchange: (await world.exchanges(target)).at(-1) };
}

test('the certificate that was ordered completes the report', async () => {
  const { report } = await answered({ name_as_printed: 'ALEX SAMPLE' });
  assert.deepEqual([report.status, report.result], ['complete', 'clear']);
});

test('a Clear on a certificate of another person or level waits for a person', async () => {
  for (const other of [{ name_as_printed: 'John Smith' }, { level: 'enhanced' }]) {
    const { report } = await answered(other);
    assert.deepEqual([report.status, report.result], ['awaiting_approval', 'clear'], JSON.stringify(other));
  }
});

test('an impossible certificate is an answer that cannot be read', async () => {
  for (const impossible of [{ number: '12345' }, { issued_on: '2999-01-01' }, { level: 'everything' }]) {
    const { report, exchange } = await answered(impossible);
    assert.equal(report.result, null, JSON.stringify(impossible));
    assert.equal(exchange?.reason, 'The answer could not be understood.');
  }
});
