// The words of an agreed report type in the history of an account: what it is called, and on which terms.
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { volumeWords } from '../../../features/report-types/volume-price-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { britishDate } from '../page-filters.ts';

export const typeLabel = (id: unknown): string => reportTypeById(Number(id))?.label ?? `Report type ${id}`;

const pounds = (value: unknown) => (typeof value === 'number' ? inPounds(value) : undefined);

/** A row of an agreement, as it was agreed, and the price and fee before where they differ; what was left out stayed as it was. */
export function termsText(row: Readonly<Record<string, unknown>>): string {
  const { working_days, renew_after_months, next_price_pence, next_fee_pence, next_from } = row;
  const volume = (kept: unknown) => (typeof kept === 'string' ? volumeWords(kept) : undefined);
  const before = (row.before ?? {}) as Readonly<Record<string, unknown>>;
  const changed = (name: 'price_pence' | 'fee_pence') => {
    const [is, was] = [pounds(row[name]), pounds(before[name])];
    return row.before === undefined || is === undefined || is === was ? is : `${is} (before: ${was ?? 'none'})`;
  };
  const part = (text: string, value: unknown) => (value === undefined || value === null ? [] : [`${text} ${value}`]);
  const terms = [
    ...part('price', changed('price_pence')),
    ...part('fee', changed('fee_pence')),
    ...part('working days', working_days),
    ...part('renewed after months:', renew_after_months),
    ...part('price to come', pounds(next_price_pence)),
    ...part('fee to come', pounds(next_fee_pence)),
    ...part('volume prices to come:', volume(row.next_volume_prices)),
    ...part('from', typeof next_from === 'string' ? britishDate(next_from) : undefined),
    ...part('volume prices:', volume(row.volume_prices)),
  ];
  return terms.length === 0 ? typeLabel(row.report_type_id) : `${typeLabel(row.report_type_id)}: ${terms.join(', ')}`;
}
