// What withdrawing an order costs, as a table: of each report what is credited and what stays, and the sums.

import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { EndCost } from '../../../features/reports/end-cost-actions.ts';
import { inPounds } from '../../../lib/money.ts';

const money = (pence: number | undefined): string => (pence === undefined ? 'No price agreed' : inPounds(pence));

/** What is credited and what stays of all of them. */
export function endCostSums(costs: readonly EndCost[]) {
  const sum = (of: (cost: EndCost) => number | undefined) =>
    inPounds(costs.reduce((all, cost) => all + (of(cost) ?? 0), 0));
  return { credited: sum(({ creditedPence }) => creditedPence), stays: sum(({ staysPence }) => staysPence) };
}

/** Undefined where nothing is charged: of a test order, or of one that another system bills. */
export function endCostsView(costs: readonly EndCost[]) {
  if (costs.length === 0) return undefined;
  return {
    rows: costs.map(({ reportTypeId, isComplete, creditedPence, staysPence }) => ({
      label: reportTypeId === undefined ? 'Urgent' : (reportTypeById(reportTypeId)?.label ?? 'Report'),
      note: isComplete ? 'Complete' : undefined,
      credited: money(creditedPence),
      stays: money(staysPence),
    })),
    ...endCostSums(costs),
  };
}
