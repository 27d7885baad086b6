// Who has to be told of a breach and by when, and what its account must say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BreachFacts } from '../../../src/features/breaches/breach.ts';
import { type BreachField, openDuties, readBreach, typedBreach } from '../../../src/features/breaches/breach-rules.ts';
import { ukMoment, ukMomentText } from '../../../src/lib/uk-times.ts';
import { stolenPassword } from './stolen-password.ts';

const knownAt = new Date('2026-07-01T08:30:00Z');
const now = new Date('2026-07-10T12:00:00Z');
const facts: BreachFacts = { ...stolenPassword(knownAt), measures: 'The sessions were ended.' };
const hours = (count: number) => new Date(knownAt.getTime() + count * 3_600_000);

for (const [what, change, duties] of [
  ['nothing is judged', {}, ['commissioner', 'clients']],
  ['no risk is likely', { risk: 'unlikely', reasons: 'The papers were encrypted.' }, ['clients']],
  ['a risk is likely', { risk: 'risk' }, ['commissioner', 'clients']],
  ['a high risk is likely', { risk: 'high' }, ['commissioner', 'clients', 'people']],
  ['all but the people were told', { risk: 'high', toldCommissionerAt: hours(5), toldClientsAt: hours(5) }, ['people']],
  [
    'all were told',
    { risk: 'high', toldCommissionerAt: hours(5), toldClientsAt: hours(5), toldPeopleAt: hours(6) },
    [],
  ],
  ['it is closed', { closedOn: '2026-07-09' }, []],
] as const) {
  test(`when ${what}, ${duties.join(' and ') || 'nobody'} has to be told`, () => {
    const open = openDuties({ ...facts, ...change });
    assert.deepEqual(
      open.map(({ who }) => who),
      duties,
    );
    for (const { who, by } of open) assert.deepEqual(by, who === 'commissioner' ? hours(72) : null);
  });
}

test('what is typed is read as it was', () => {
  const whole = { ...facts, risk: 'high', toldCommissionerAt: hours(70), toldPeopleAt: hours(80), people: 12 } as const;
  const read = readBreach(typedBreach(whole), now);
  assert.deepEqual([read.problems.fields, read.facts], [{}, whole]);
});

for (const [what, change, field] of [
  ['no name', { name: ' ' }, 'name'],
  ['no data', { data: '' }, 'data'],
  ['an unknown cause', { cause: 'magic' }, 'cause'],
  ['no time at which it became known', { known_at: '' }, 'known_at'],
  ['a time that is none', { known_at: 'noon' }, 'known_at'],
  ['a time to come', { known_at: '2026-07-11T09:00' }, 'known_at'],
  ['no day on which it began', { happened_from: '' }, 'happened_from'],
  ['an end before it began', { happened_until: '2026-06-30' }, 'happened_until'],
  ['half a person', { people: '1.5' }, 'people'],
  ['a notification before it was known', { told_commissioner_at: '2026-06-30T09:00' }, 'told_commissioner_at'],
  ['a late notification without its reason', { told_commissioner_at: '2026-07-05T09:00', risk: 'risk' }, 'reasons'],
  ['no risk without a reason', { risk: 'unlikely' }, 'reasons'],
  ['an end before the risk is judged', { closed_on: '2026-07-09' }, 'risk'],
  ['an end without what was done', { closed_on: '2026-07-09', measures: '' }, 'measures'],
  ['an end before the Commissioner was told', { closed_on: '2026-07-09', risk: 'risk' }, 'told_commissioner_at'],
  ['an end before the people were told', { closed_on: '2026-07-09', risk: 'high' }, 'told_people_at'],
  ['an end before the clients were told', { closed_on: '2026-07-09', risk: 'risk' }, 'told_clients_at'],
  ['an end before it was known', { closed_on: '2026-06-30' }, 'closed_on'],
  ['a beginning after it was known', { happened_from: '2026-07-02' }, 'happened_from'],
  ['2,001 characters of data', { data: 'x'.repeat(2001) }, 'data'],
] as const satisfies readonly (readonly [string, Partial<Record<BreachField, string>>, BreachField])[]) {
  test(`refuses ${what}`, () => {
    const { problems } = readBreach({ ...typedBreach(facts), ...change }, now);
    assert.ok(field in problems.fields, JSON.stringify(problems.fields));
  });
}

test('moments are typed by the clocks of the UK, in summer and in winter', () => {
  for (const [text, utc] of [
    ['2026-07-01T09:30', '2026-07-01T08:30:00.000Z'],
    ['2026-12-01T09:30', '2026-12-01T09:30:00.000Z'],
  ] as const) {
    assert.equal(ukMoment(text)?.toISOString(), utc);
    assert.equal(ukMomentText(new Date(utc)), text);
  }
  for (const text of ['2026-07-01', '2026-13-01T09:30', '']) assert.equal(ukMoment(text), undefined);
});
