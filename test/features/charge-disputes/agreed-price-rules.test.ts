// The price that was agreed on the day of an order, from what the events of the agreement say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgreementEvent, agreedPriceAt } from '../../../src/features/charge-disputes/agreed-price-rules.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const agreedBy = (actor: string, day: string, terms: AgreementEvent['terms'], cleared: string[] = []) => ({
  ...{ at: on(day), actor, terms, cleared },
});
const briefly = (events: readonly AgreementEvent[], day: string) => {
  const found = agreedPriceAt(events, on(day));
  return found && [found.pricePence, found.feePence, found.from, found.setBy];
};

test('the price of an order is what was agreed before it, since the day on which it became that, by who set it', () => {
  const events = [
    agreedBy('ada', '2026-01-05', { price_pence: 700, fee_pence: 2150 }),
    agreedBy('ben', '2026-02-05', { price_pence: 700 }),
    agreedBy('cy', '2026-03-05', { price_pence: 900 }),
    agreedBy('dee', '2026-05-05', null),
  ];
  assert.equal(briefly(events, '2026-01-04'), undefined);
  assert.deepEqual(briefly(events, '2026-02-20'), [700, 2150, '2026-01-05', 'ada'], 'agreed again is no change');
  assert.deepEqual(briefly(events, '2026-04-01'), [900, 2150, '2026-03-05', 'cy'], 'a term that is left out stays');
  assert.equal(briefly(events, '2026-06-01'), undefined, 'switched off');
});

test('a price to come applies from its day, unless it was taken away or replaced before', () => {
  const start = agreedBy('ada', '2026-01-05', { price_pence: 700, fee_pence: 100 });
  const coming = agreedBy('ben', '2026-01-10', { next_price_pence: 800, next_from: '2026-02-01' });
  assert.deepEqual(briefly([start, coming], '2026-01-31'), [700, 100, '2026-01-05', 'ada']);
  assert.deepEqual(briefly([start, coming], '2026-02-01'), [800, 100, '2026-02-01', 'ben']);
  const other = agreedBy('cy', '2026-01-20', { next_price_pence: 850, next_from: '2026-03-01' });
  assert.deepEqual(briefly([start, coming, other], '2026-02-10'), [700, 100, '2026-01-05', 'ada']);
  const away = agreedBy('cy', '2026-01-20', {}, ['nextFrom']);
  assert.deepEqual(briefly([start, coming, away], '2026-02-10'), [700, 100, '2026-01-05', 'ada']);
  const whole = agreedBy('cy', '2026-01-20', { price_pence: 700, fee_pence: null, before: {} });
  assert.deepEqual(briefly([start, coming, whole], '2026-02-10'), [700, null, '2026-01-20', 'cy']);
});
