// The catalogue of report types, made from the families, from which everything else follows.
import { codeOf, typesOf, withNewIds } from './catalogue-rules.ts';
import { families } from './families.ts';
import type { ReportType } from './report-type.ts';
import givenIds from './report-type-ids.json' with { type: 'json' };

const unnumbered = families.flatMap(typesOf);

/** By code; `npm run docs` appends the numbers of new types to the file. No number is reused. */
export const reportTypeIds = withNewIds(givenIds, unnumbered.map(codeOf));

/** By number. */
export const catalogue: readonly ReportType[] = unnumbered
  .map((type) => ({ ...type, id: reportTypeIds[codeOf(type)]! }))
  .sort((one, other) => one.id - other.id);
