// What an evidence bundle says of a start before the screening was complete; pure.
import { toTimestamp } from '../../lib/dates.ts';
import type { Results } from './results-actions.ts';

const limitedJson = ({ terms, screening }: NonNullable<NonNullable<Results['start']>['terms']>) => ({
  standard: terms.label,
  complete_on: screening.completeOn,
  items: screening.items.map(({ label, doneOn }) => ({ label, done_on: doneOn })),
});

export const startJson = (start: Results['start']) =>
  start === undefined
    ? null
    : {
        starts_on: start.startsOn,
        complete_by: start.completeBy,
        without_clearance: start.withoutClearance,
        limited_screening: start.terms === undefined ? null : limitedJson(start.terms),
        risk: start.risks.map(({ text, supervisor, longer, beforeLimited, by, recordedAt }) => ({
          ...{ text, supervisor, longer, before_limited: beforeLimited },
          ...{ recorded_by: by.name, recorded_at: toTimestamp(recordedAt) },
        })),
      };
