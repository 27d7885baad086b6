// What each version of an outcome says, as rows, and what one changed of the one before.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../../context.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { openFindings } from '../../../features/reports/report-actions.ts';
import { findOutcomeVersions } from '../../../features/results/outcome-version-queries.ts';
import { resultTag } from '../../shared/status-tags.ts';
import { formOfReport } from '../report/outcome-form.ts';
import { outcomeRowsOf } from '../report/outcome-view.ts';

type Rows = ReturnType<typeof outcomeRowsOf>;

export interface ShownVersion {
  readonly number: number;
  readonly light: ReturnType<typeof resultTag>;
  readonly rows: Rows;
}

/** The oldest first; empty if the candidate was erased. */
export async function shownVersions(
  ctx: Ctx,
  opened: Pick<OpenedReport, 'caller' | 'check' | 'report' | 'key'>,
): Promise<ShownVersion[]> {
  const { caller, check, report, key } = opened;
  if (key === undefined) return [];
  const stored = await findOutcomeVersions(ctx.db, caller, check.id);
  return stored
    .filter(({ reportId }) => reportId === report.id)
    .map(({ sealedFindings, ...version }) => {
      const findings = openFindings(key, report.id, sealedFindings);
      return {
        ...{ number: version.version, light: resultTag(version) },
        rows: outcomeRowsOf(formOfReport({ ...report, ...version, findings }), { report, check }),
      };
    });
}

/** Of the first list what the second has otherwise, or not at all. */
const without = <One>(all: readonly One[], others: readonly One[]): One[] =>
  all.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));

/** Of one version what the other says otherwise. */
const differing = (one: Rows, other: Rows): Rows => {
  const unless = (field: 'verdict' | 'subResult' | 'notes') =>
    one.form[field] === other.form[field] ? '' : one.form[field];
  return {
    form: { ...one.form, verdict: unless('verdict'), subResult: unless('subResult'), notes: unless('notes') },
    parts: without(one.parts, other.parts),
    whole: {
      ...one.whole,
      fields: without(one.whole.fields, other.whole.fields),
      lists: without(one.whole.lists, other.whole.lists),
    },
  };
};

/** What a reviewer changed of the version that was proposed; undefined if that is not known any more. */
export function changeOf(versions: readonly ShownVersion[], proposed: number) {
  const [before, after] = [proposed, proposed + 1].map((number) => versions.find((one) => one.number === number));
  if (before === undefined || after === undefined) return undefined;
  return { before: differing(before.rows, after.rows), after: differing(after.rows, before.rows) };
}
