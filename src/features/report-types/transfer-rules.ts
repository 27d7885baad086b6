// To which other countries reports send data of the candidate, and what allows it there (UK GDPR Art. 44 to 49); pure.
import { europeanUnion } from '../../lib/countries.ts';
import type { Safeguard } from '../../messages/en-suppliers.ts';
import type { ReportType } from './report-type.ts';

/**
 * Covered whole by UK adequacy regulations: Data Protection Act 2018, Schedule 21, paragraphs 4 and 5, and the regulations of
 * 2022 for the Republic of Korea. Those for Canada, Japan and the United States cover some companies, and no authority.
 */
const adequate: ReadonlySet<string> = new Set([
  ...europeanUnion,
  ...['ISL', 'LIE', 'NOR', 'GIB', 'AND', 'ARG', 'CHE', 'FRO', 'GGY', 'IMN', 'ISR', 'JEY', 'KOR', 'NZL', 'URY'],
]);

export interface Transfer {
  /** Three letters. */
  readonly country: string;
  /** With `exception` the candidate agrees to it, and is told of the risk (Art. 49(1)(a)). */
  readonly safeguard: Extract<Safeguard, 'adequacy' | 'exception'>;
}

/** Each country once, in the order of the reports. */
export function transfersOf(types: readonly Pick<ReportType, 'country'>[]): Transfer[] {
  const countries = new Set(types.flatMap(({ country }) => country ?? []));
  return [...countries].map((country) => ({ country, safeguard: adequate.has(country) ? 'adequacy' : 'exception' }));
}
