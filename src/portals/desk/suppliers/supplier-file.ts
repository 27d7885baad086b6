// What was sent to a supplier as a CSV file, to check its invoice.

import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { recordListedRequests } from '../../../features/lists/candidate-name-actions.ts';
import { findSentTo, type SentOutRow } from '../../../features/lists/sent-out-queries.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { openReferenceNumbers } from '../../../features/suppliers/listed-request-actions.ts';
import { readSupplierVersions } from '../../../features/suppliers/supplier-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { parseDate } from '../../../lib/dates.ts';
import { amountText } from '../../../lib/money.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { Pages } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { suppliersPath } from './supplier-words.ts';

const columnsOf = (numbers: ReadonlyMap<string, string>): CsvColumns<SentOutRow> => ({
  sent_on: (row) => row.sent_on,
  supplier_reference: (row) => numbers.get(row.id) ?? '',
  order: (row) => orderNumber(row.order_id),
  account: (row) => row.account_name,
  report: ({ report_type_id: id }) => {
    const type = reportTypeById(id);
    return type === undefined ? '' : codeOf(type);
  },
  status: (row) => row.status,
  expected_on: (row) => row.promised_on,
  received_on: (row) => row.received_on,
  chases: (row) => row.chases,
  cost: (row) => amountText(row.cost_pence),
  id: (row) => row.id,
});

export function supplierFile(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    `${suppliersPath}/:supplierId/file`,
    { permission: 'read_suppliers', stepUp: 'exports' },
    async (request: FormRequest, reply, user) => {
      const [supplier] = await readSupplierVersions(ctx, authorityOf(user), request.params.supplierId ?? '');
      const [from, to] = [parseDate(text(request.query.from)), parseDate(text(request.query.to))];
      if (from === undefined || to === undefined) throw new Refusal('not_found');
      const rows = await findSentTo(ctx.db, user, { supplierId: supplier.id, from, to, now: ctx.now() });
      recordListedRequests(ctx, user, rows, { list: 'supplier', supplier: supplier.id });
      const numbers = await openReferenceNumbers(ctx, user, rows);
      return sendCsv(reply, `supplier-${from}-${to}`, csvLines(columnsOf(numbers), [rows]));
    },
  );
}
