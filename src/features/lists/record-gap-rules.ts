// What is missing of a person of the record, and why, in words; pure.
import { formatLongDate } from '../../lib/dates.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { criminalLevels, recordKinds } from '../stated-staff/record-kind-rules.ts';
import type { RecordGap } from './record-gap-queries.ts';

const waits: Readonly<Record<NonNullable<RecordGap['waiting_for']>, string>> = {
  client: 'waits for you',
  candidate: 'waits for the candidate',
  source: 'waits for an answer from outside',
};

const dayText = ({ day }: RecordGap) => (day === null ? '' : formatLongDate(day));

const reasons: Readonly<Record<RecordGap['code'], (gap: RecordGap) => string>> = {
  open: (gap) => {
    const due = gap.day === null ? 'being worked on' : `due ${dayText(gap)}`;
    return `not complete, ${gap.waiting_for === null ? due : waits[gap.waiting_for]}`;
  },
  overdue: (gap) => `was to be renewed by ${dayText(gap)}`,
  renewing: (gap) => `was to be renewed by ${dayText(gap)}, and is being renewed`,
  ended: (gap) => `permission ended on ${dayText(gap)}`,
  licence_ended: (gap) => `licence ended on ${dayText(gap)}`,
  not_clear: () => 'not clear',
  not_compared: () => 'nobody has recorded who compared the person',
  no_excuse: () => 'no statutory excuse',
  unconfirmed: () => 'clear, although not everything was confirmed',
  stopped: () => 'ended without a result',
  never: ({ level }) => (level === null ? 'never ordered' : `never ordered (needed: ${criminalLevels[level]})`),
  level: ({ level }) =>
    `a higher level is needed (${criminalLevels[level ?? 'basic']}): what there is is lower, or does not say its level`,
  agency: () => 'no written confirmation is recorded',
  agency_identity: () => 'nobody has recorded who saw the identity on arrival',
  undecided: ({ order_id }) => `nobody has decided about VF${order_id}`,
};

function aboutOf({ code, report_type_id, kind }: RecordGap): string {
  if (code === 'agency' || code === 'agency_identity') return 'Agency';
  if (kind !== null) return recordKinds[kind].label;
  return report_type_id === null ? 'Decision' : (reportTypeById(report_type_id)?.label ?? String(report_type_id));
}

/** `Criminal record, enhanced: was to be renewed by 4 March 2026`. */
export const gapText = (gap: RecordGap): string => `${aboutOf(gap)}: ${reasons[gap.code](gap)}`;

/** What says of a report what it found: also that it found a last day. Nobody without results is told of `undecided`. */
const isOfResult: readonly RecordGap['code'][] = [
  ...(['ended', 'licence_ended', 'not_clear', 'not_compared', 'no_excuse', 'unconfirmed'] as const),
];

/** For readers who see no results: what was found does not show, but that the client has not settled it. */
export const gapTextWithoutResults = (gap: RecordGap): string =>
  isOfResult.includes(gap.code) ? `${aboutOf(gap)}: not settled yet` : gapText(gap);
