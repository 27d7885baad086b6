// How suppliers answer, for their list and their pages: of what was sent to them in the last twelve months.

import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import {
  findSupplierFigures,
  findSupplierMargins,
  findSupplierMonths,
  type SupplierFigures,
} from '../../../features/lists/supplier-figure-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { addMonths, formatMonth } from '../../../lib/dates.ts';
import { inPounds } from '../../../lib/money.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import type { UserOf } from '../../shared/shell.ts';

const noFigures: SupplierFigures = {
  ...{ sent: 0, answered: 0, outstanding: 0, cancelled: 0, due: 0, late: 0 },
  ...{ corrected: 0, found_wrong: 0, reopened: 0 },
  ...{ median_days: null, p90_days: null, mean_cost_pence: null },
};

/** The first day of the twelve months. */
const firstDay = (now: Date) => addMonths(`${ukDateOf(now).slice(0, 7)}-01`, -11);

const shown = (figures: SupplierFigures) => ({
  ...figures,
  latePercent: figures.due === 0 ? undefined : Math.round((figures.late / figures.due) * 100),
  correctedPercent: figures.answered === 0 ? undefined : Math.round((figures.corrected / figures.answered) * 100),
});

/** Of every supplier, to compare them. */
export async function figuresOfAll(ctx: Ctx, user: UserOf<'desk'>) {
  const now = ctx.now();
  const figures = await findSupplierFigures(ctx.db, user, { since: firstDay(now), now });
  return (supplierId: string) => shown(figures.get(supplierId) ?? noFigures);
}

export async function supplierFigures(ctx: Ctx, user: UserOf<'desk'>, supplierId: string) {
  const now = ctx.now();
  const today = ukDateOf(now);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const wanted = { supplierId, since: firstDay(now), now };
  const [figures, months, margins] = await Promise.all([
    findSupplierFigures(ctx.db, user, wanted),
    findSupplierMonths(ctx.db, user, wanted),
    mayDo(user, 'read_charges') ? findSupplierMargins(ctx.db, user, wanted) : undefined,
  ]);
  return {
    figures: shown(figures.get(supplierId) ?? noFigures),
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
