// Which complete results were reached with an answer that was corrected since; pure.
import type { Check } from '../checks/check.ts';
import type { HistoryEvent } from '../events/check-history-queries.ts';
import type { EventName } from '../events/event-types.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { askedBy } from '../requirements/requirement-rules.ts';

/** What the rule reads of the history of a check. */
export const outdatingEvents = [
  'check.facts_corrected',
  'report.awaiting_approval',
  'report.outcome_changed',
  'report.resumed',
  'report.completed',
  'report.reopened',
  'report.changed',
  'report.result_upheld',
] as const satisfies readonly EventName[];

/** Why a result holds although an answer was corrected, with the texts of the desk. */
export const upholdingReasons = {
  not_used: 'The result does not rest on what was corrected',
  asked_again: 'The source was asked again and answers the same',
} as const;
export type UpholdingReason = keyof typeof upholdingReasons;

export interface OutdatedResult {
  readonly reportId: string;
  /** Of the corrected answers that the report asks for, the ids of the requirements. */
  readonly requirements: readonly string[];
  /** When the last of them was corrected. */
  readonly correctedAt: Date;
}

/** No source is asked with how somebody is reached. */
const ofReaching: readonly string[] = ['contact'];

type Judged = Pick<Check, 'activityYears'> & {
  readonly reports: readonly Pick<Check['reports'][number], 'id' | 'status' | 'reportTypeId'>[];
};

const askedOf = (reportTypeId: number, activityYears: Check['activityYears']): ReadonlySet<string> => {
  const type = reportTypeById(reportTypeId);
  return new Set(type === undefined ? [] : askedBy(requiresOf([type], activityYears)).map(({ id }) => id));
};

type Told = Pick<HistoryEvent, 'type' | 'report_id' | 'occurred_at' | 'detail'>;

const proposing: readonly EventName[] = ['report.awaiting_approval', 'report.outcome_changed'];

/** When the result was reached: an approved one when it was proposed, because approving asks no source again. */
function judgedOn(history: readonly Told[], id: string): Date | undefined {
  const own = history.filter(({ report_id }) => report_id === id);
  const [last, before] = [own.at(-1), own.at(-2)];
  const isApproved = last?.type === 'report.completed' && before !== undefined && proposing.includes(before.type);
  return (isApproved ? before : last)?.occurred_at;
}

/** @param history the events of `outdatingEvents`, the oldest first */
export function outdatedResults({ reports, activityYears }: Judged, history: readonly Told[]): OutdatedResult[] {
  const corrections = history.filter(({ type }) => type === 'check.facts_corrected');
  if (corrections.length === 0) return [];
  return reports
    .filter(({ status }) => status === 'complete')
    .flatMap(({ id, reportTypeId }) => {
      const judgedAt = judgedOn(history, id);
      const asked = askedOf(reportTypeId, activityYears);
      const since = corrections.filter(({ occurred_at, detail }) => {
        const requirement = String((detail as { readonly requirement?: unknown } | null)?.requirement);
        return (
          judgedAt !== undefined &&
          occurred_at > judgedAt &&
          asked.has(requirement) &&
          !ofReaching.includes(requirement)
        );
      });
      const last = since.at(-1);
      if (last === undefined) return [];
      const requirements = [
        ...new Set(since.map(({ detail }) => String((detail as { readonly requirement: unknown }).requirement))),
      ];
      return [{ reportId: id, requirements, correctedAt: last.occurred_at }];
    });
}
