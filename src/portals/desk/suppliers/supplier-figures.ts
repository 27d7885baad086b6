// How a supplier answers, for its page: of what was sent to it in the last twelve months.

import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  findSupplierFigures,
  findSupplierMargins,
  findSupplierMonths,
} from '../../../features/lists/supplier-figure-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { addMonths, formatMonth } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import type { UserOf } from '../../shared/shell.ts';

export async function supplierFigures(ctx: Ctx, user: UserOf<'desk'>, supplierId: string) {
  const now = ctx.now();
  const today = ukDateOf(now);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const wanted = { supplierId, since: addMonths(thisMonth, -11), now };
  const [figures, months, margins] = await Promise.all([
    findSupplierFigures(ctx.db, user, wanted),
    findSupplierMonths(ctx.db, user, wanted),
    mayDo(user, 'read_charges') ? findSupplierMargins(ctx.db, user, wanted) : undefined,
  ]);
  return {
    figures: {
      ...figures,
      latePercent: figures.due === 0 ? undefined : Math.round((figures.late / figures.due) * 100),
    },
    months: months.map(({ month, sent, cost_pence }) => ({
      ...{ sent, cost: inPounds(cost_pence), label: formatMonth(`${month}-01`) },
    })),
    margins: margins?.map(({ report_type_id, charged_pence, cost_pence, ...one }) => ({
      ...one,
      label: reportTypeById(report_type_id)?.label ?? 'Report',
      cost: inPounds(cost_pence),
      charged: charged_pence === null ? undefined : inPounds(charged_pence),
      // Where a report has no price, its cost would count as a loss.
      margin: charged_pence === null || one.unpriced > 0 ? undefined : inPounds(charged_pence - cost_pence),
    })),
    file: { from: addMonths(thisMonth, -1), to: today },
  };
}
