// Lists the statements that were last checked more than a year ago, by source.
import { isStale } from '../../src/features/knowledge/known-rules.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import { codeOf, statementsOf } from '../../src/features/report-types/catalogue-rules.ts';
import type { IsoDate } from '../../src/lib/dates.ts';

/** One line for each source and day: the number of report types that use it. */
export function staleStatements(today: IsoDate): string[] {
  const codes = new Map<string, Set<string>>();
  for (const type of catalogue) {
    for (const statement of statementsOf(type).filter((one) => isStale(one, today))) {
      const line = `${statement.checkedOn} ${statement.source ?? 'without a source'}`;
      codes.set(line, (codes.get(line) ?? new Set()).add(codeOf(type)));
    }
  }
  return [...codes].map(([line, types]) => `${line}: ${types.size} report types`).sort();
}
