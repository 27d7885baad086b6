// The suppliers of the demo, what is out with them, and an invoice of one that differs from what was ordered.
import type { Ctx } from '../context.ts';
import { openReport, type Screener } from '../features/cases/screening-actions.ts';
import { findQueuedReports } from '../features/lists/work-queue-queries.ts';
import { namedType } from '../features/report-types/report-type-rules.ts';
import { readInvoiceFile } from '../features/supplier-invoices/invoice-file-rules.ts';
import { decideLines, loadSupplierInvoice } from '../features/supplier-invoices/supplier-invoice-actions.ts';
import { keepSupplier } from '../features/suppliers/supplier-actions.ts';
import { sendOut } from '../features/suppliers/supplier-request-actions.ts';
import type { SupplierFacts } from '../features/suppliers/supplier-rules.ts';
import { addDays, addMonths } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';

const suppliers = {
  degrees: {
    name: 'Demo Degree Verification',
    kind: 'education',
    countries: ['GBR'],
    types: ['education'],
    orderBy: 'portal',
    orderAt: 'https://degrees.demo.example',
    workingDays: 5,
    costPence: 1200,
    dataRole: 'controller',
    agreementUntil: null,
    country: 'GBR',
    safeguard: 'none',
    remarks: 'Asks for the consent of the graduate, as a file.',
  },
  courts: {
    name: 'Demo Court Researchers',
    kind: 'court_researcher',
    countries: ['USA', 'CAN'],
    types: ['criminal_history_international'],
    orderBy: 'email',
    orderAt: 'orders@courts.demo.example',
    workingDays: 10,
    costPence: 4500,
    dataRole: 'processor',
    agreementUntil: '2028-03-31',
    country: 'USA',
    safeguard: 'idta',
    remarks: '',
  },
  criminalRecords: {
    name: 'Demo Umbrella Body',
    kind: 'record_body',
    countries: ['GBR'],
    types: ['criminal_history'],
    orderBy: 'email',
    orderAt: 'applications@umbrella.demo.example',
    workingDays: 8,
    costPence: 950,
    dataRole: 'controller',
    agreementUntil: '2028-03-31',
    country: 'GBR',
    safeguard: 'none',
    remarks: 'Sends applications to the Disclosure and Barring Service.',
  },
} as const satisfies Readonly<Record<string, SupplierFacts>>;

const HOUR_MS = 3_600_000;

/** Our prices and the supplier's differ by a line, one is charged twice, and one was ordered from nobody. */
async function loadDemoInvoice(tx: Ctx, screener: Screener, supplierId: string): Promise<void> {
  const today = ukDateOf(tx.now());
  const file = readInvoiceFile(
    [
      ['Their number', 'Report', 'Cost'],
      ['DDV-1042', 'Degree', '12.00'],
      ['DDV-1043', 'Degree, with transcript', '14.50'],
      ['DDV-1042', 'Degree', '12.00'],
      ['DDV-0977', 'Degree', '12.00'],
    ],
    {},
  );
  const days = { datedOn: today, sentFrom: addMonths(today, -1), sentTo: today };
  const id = await loadSupplierInvoice(tx, screener, supplierId, { number: 'DDV-2026-118', ...days }, file);
  const words = 'We ordered it once, as DDV-1042.';
  await decideLines(tx, screener, { supplierId, id }, { lines: [4], decision: 'disputed', words });
}

/** Sends reports about education out: the one that is due first soon after it was requested, so that its answer is overdue. */
export async function sendOutDemo(tx: Ctx, screener: Screener): Promise<void> {
  await keepSupplier(tx, 'system', suppliers.courts);
  await keepSupplier(tx, 'system', suppliers.criminalRecords);
  const supplierId = await keepSupplier(tx, 'system', suppliers.degrees);
  const education = namedType('education:uk');
  const reportTypeIds = 'type' in education ? [education.type.id] : [];
  const page = { view: 'all', now: tx.now(), sort: 'due', offset: 0, limit: 2 } as const;
  const filter = { environment: 'live', status: 'awaiting_data', reportTypeIds } as const;
  const queued = await findQueuedReports(tx.db, screener, filter, page);
  for (const [index, { report_id, check_id, requested_at }] of queued.entries()) {
    const at = index === 0 ? new Date(requested_at.getTime() + 2 * HOUR_MS) : tx.now();
    const then = { ...tx, now: () => at };
    const { caller } = await openReport(then, screener, report_id);
    const sentOn = ukDateOf(at);
    const sending = { supplierId, seen: 0, reference: `DDV-${1042 + index}`, sentOn, expectedOn: addDays(sentOn, 5) };
    const target = { checkId: check_id, reportId: report_id };
    await sendOut(then, caller, target, { ...sending, cost: '12.00' });
    const transcript = { ...sending, seen: 1, reference: 'DDV-1051', cost: '6.00' };
    if (index === 1) await sendOut(then, caller, target, transcript);
  }
  await loadDemoInvoice(tx, screener, supplierId);
}
