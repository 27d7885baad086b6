// How the VAT of credit notes is worked out, and what an invoice is called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceLine, Settlement } from '../../../src/features/invoices/invoice.ts';
import { statusOf, sumsOf, withCreditedVat } from '../../../src/features/invoices/invoice-rules.ts';
import { seededRandom } from '../../support/random.ts';

const line = (netPence: number, vatPercent: number, vatPence = 0): InvoiceLine => ({
  ...{ description: 'Identity', quantity: 1, pricePence: netPence, feePence: 0, feesPence: 0 },
  ...{ netPence, vatPercent, vatPence },
});

const rounded = (netPence: number, percent: number) => line(netPence, percent, Math.round((netPence * percent) / 100));

test('single credit notes of three reports at £4.99 credit the £2.99 of VAT that their invoice charged, not £3.00', () => {
  const invoice = [line(3 * 499, 20, 299)];
  const notes: InvoiceLine[] = [];
  const vats = [1, 2, 3].map(() => {
    const [note] = withCreditedVat([line(-499, 20)], invoice, notes);
    notes.push(note!);
    return note!.vatPence;
  });
  assert.deepEqual(vats, [-100, -99, -100]);
});

test('an invoice that is credited in any parts loses exactly its VAT, at each rate', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 200; round += 1) {
    const invoice = Array.from({ length: 1 + random.below(5) }, () =>
      rounded(1 + random.below(2000), random.pick([0, 5, 20])),
    );
    const notes: InvoiceLine[] = [];
    const left = invoice.map(({ netPence }) => netPence);
    for (const isLast of [false, false, false, true]) {
      const parts = invoice.flatMap(({ vatPercent }, at) => {
        const part = isLast ? left[at]! : random.below(left[at]! + 1);
        left[at]! -= part;
        return part === 0 ? [] : [line(-part, vatPercent)];
      });
      notes.push(...withCreditedVat(parts, invoice, notes));
    }
    for (const percent of [0, 5, 20]) {
      const vatOf = (lines: readonly InvoiceLine[]) =>
        sumsOf(lines.filter((one) => one.vatPercent === percent)).vatPence;
      assert.equal(vatOf(notes) + vatOf(invoice), 0, `round ${round}, ${percent}%`);
    }
  }
});

test('an invoice without a price, of fees alone, is credited without VAT', () => {
  assert.deepEqual(withCreditedVat([line(0, 20)], [line(0, 20)], []), [line(0, 20)]);
});

test('an invoice is paid by what is set against it, credited if that is credit notes alone, and overdue as long as a penny is left', () => {
  const set = (source: Settlement['source'], pence: number): Settlement => ({
    ...{ source, sourceId: 'a', invoiceId: 'b', creditNote: null, invoice: 'INV-000001', on: '2026-04-01' },
    ...{ isWriteOff: false, pence },
  });
  const statusWith = (...settlements: Settlement[]) =>
    statusOf({ kind: 'invoice', marks: [], dueOn: '2026-03-31', totalPence: 1000, settlements }, '2026-05-01');
  assert.equal(statusWith(set('credit_note', 1000)), 'credited');
  assert.equal(statusWith(set('credit_note', 999)), 'overdue');
  assert.equal(statusWith(set('credit_note', 400), set('receipt', 600)), 'paid');
  assert.equal(statusWith(set('receipt', 599), set('credit_note', 400)), 'overdue');
  const note = { kind: 'credit_note', marks: [], dueOn: null, totalPence: -1000 } as const;
  assert.equal(statusOf({ ...note, settlements: [] }, '2026-05-01'), 'issued');
  assert.equal(statusOf({ ...note, settlements: [set('credit_note', 1000)] }, '2026-05-01'), 'paid');
});
