// The report types that can be ordered; families hold what is known of them, and everything else follows.
import { codeOf, typesOf, withNewIds } from './catalogue-rules.ts';
import { families } from './families.ts';
import type { ReportType } from './report-type.ts';
import givenIds from './report-type-ids.json' with { type: 'json' };

const unnumbered = families.flatMap(typesOf);

/** By code; `npm run docs` appends those of new types to the file, and no number is ever given twice. */
export const reportTypeIds = withNewIds(givenIds, unnumbered.map(codeOf));

/** In the order of their numbers. */
export const catalogue: readonly ReportType[] = unnumbered
  .map((type) => ({ ...type, id: reportTypeIds[codeOf(type)]! }))
  .sort((one, other) => one.id - other.id);
