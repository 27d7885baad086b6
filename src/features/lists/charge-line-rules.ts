// How the lines of the ledger are named, and the reports of a package with a price of its own as one line; pure.
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Charge } from './charge-actions.ts';
import type { Charged } from './charge-queries.ts';

export const reportLabel = (reportTypeId: number): string => reportTypeById(reportTypeId)?.label ?? 'Report';

/** VAT of a net amount, rounded to the nearest penny, half a penny away from zero, as `vatOf` does in the ledger. */
export const vatPence = (pence: number, percent: number): number =>
  Math.sign(pence) * Math.round((Math.abs(pence) * percent) / 100);

/** A report type, a package that is charged as one, or what was written of a charge that was added by hand. */
export function chargeLabel({ description, report_type_id: typeId, package: pack }: Charged): string {
  if (description !== null) return description;
  if (typeId === null) return pack!;
  return pack === null ? reportLabel(typeId) : `${pack}, ${reportLabel(typeId)}`;
}

/** What was ordered of each order's package as one line, where the first of it stood; what was credited of it stays by report. */
export function withPackages(charges: readonly Charge[]): Charge[] {
  const packageOf = (one: Charge) => (one.kind === 'order' && one.package !== null ? one.check_id! : one);
  return [...Map.groupBy(charges, packageOf).values()].map((parts) => {
    const [first] = parts as [Charge, ...Charge[]];
    if (first.kind !== 'order' || first.package === null) return first;
    const sum = (of: (part: Charge) => number) => parts.reduce((all, part) => all + of(part), 0);
    return {
      ...{ ...first, report_type_id: null, amount_pence: sum(({ amount_pence }) => amount_pence ?? 0) },
      ...{ fee_pence: sum(({ fee_pence }) => fee_pence), vat_pence: sum(({ vat_pence }) => vat_pence) },
    };
  });
}
