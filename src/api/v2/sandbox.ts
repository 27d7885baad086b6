// The operations of the sandbox, under the staging path: move a test check, and the clock of test data (ours).
import { withdrawSandboxConsent } from '../../features/cases/withdrawal-actions.ts';
import {
  advanceCheck,
  advanceTestClock,
  moveSandboxReport,
  readClock,
  type SandboxMove,
} from '../../features/checks/sandbox-actions.ts';
import { changeSandboxReport } from '../../features/monitoring/sandbox-change-actions.ts';
import { reportResults } from '../../features/report-types/breakdown.ts';
import { type UnableReason, unableReasons } from '../../features/report-types/unable-to-verify.ts';
import { trafficLights } from '../../features/reports/report-rules.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { type Answer, type ApiCall, argumentsOf, done, ok } from '../shared/route.ts';
import { integer, nullableOneOf, optional, Type, timestamp } from '../shared/schemas.ts';
import type { V2Route } from './route.ts';

const CompleteReport = Type.Object(
  {
    result: optional(
      nullableOneOf(reportResults, { description: 'Outcome instead of the fixed one.', examples: ['consider'] }),
    ),
    traffic_light: optional(
      nullableOneOf(trafficLights, {
        description: 'Red or Amber for consider, which it also implies; otherwise the light follows from the result.',
        examples: ['Red'],
      }),
    ),
    unable_to_verify: optional(
      nullableOneOf(Object.keys(unableReasons) as UnableReason[], {
        description: 'Why nobody could confirm it; implies unidentified.',
        examples: [null],
      }),
    ),
  },
  { title: 'CompleteReport', description: 'Outcome of the test report.' },
);
const ChangeReport = Type.Object(
  {
    result: optional(
      nullableOneOf(reportResults, { description: 'The new result; by default another one.', examples: ['consider'] }),
    ),
  },
  { title: 'ChangeReport', description: 'What monitoring finds.' },
);
const tenYears = 315_360_000;
const AdvanceClock = Type.Object(
  {
    seconds: integer(
      { description: 'How far to move the clock of test data forward.', examples: [86400] },
      { minimum: 1, maximum: tenYears },
    ),
  },
  { title: 'AdvanceClock', description: 'A step of the clock.' },
);
const ClockReply = Type.Object(
  { now: timestamp('The present time of test data.') },
  { title: 'Clock', description: 'The clock of test data.' },
);

function moveReport(call: ApiCall, given: SandboxMove): Promise<Answer> {
  const { check_id, report_id } = call.params;
  return done(moveSandboxReport(call.ctx, call.caller, { checkId: check_id!, reportId: report_id! }, given));
}

const about = { permission: 'order_checks', tag: 'Sandbox', sandboxOnly: true } as const;

export const sandboxRoutes: readonly V2Route[] = [
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/advance',
    operationId: 'advanceSandboxCheck',
    summary: 'Move a test check one step',
    description: 'The form is submitted first, then each report completes, then the check.',
    refusals: ['state_does_not_allow'],
    handle: (call) => done(advanceCheck(call.ctx, call.caller, call.params.check_id!)),
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/withdraw_consent',
    operationId: 'withdrawSandboxConsent',
    summary: 'Let the candidate of a test check withdraw their consent',
    description:
      'As the candidate can on their own page while the check is ongoing: `report.withdrawn` of each open report and `check.withdrawn` are sent, and the client gets the mail.',
    refusals: ['state_does_not_allow'],
    handle: (call) => done(withdrawSandboxConsent(call.ctx, call.caller, call.params.check_id!)),
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/reports/:report_id/complete',
    operationId: 'completeSandboxReport',
    summary: 'Complete a test report',
    description: 'Without a body with its fixed outcome, which the last name of the applicant decides.',
    body: CompleteReport,
    handle: (call) => {
      const { result, traffic_light: light, unable_to_verify: unable } = argumentsOf<typeof CompleteReport>(call);
      const asked = {
        result: result ?? undefined,
        trafficLight: light ?? undefined,
        unable: unable ?? undefined,
      };
      return moveReport(call, { move: 'complete', asked });
    },
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/reports/:report_id/pause',
    operationId: 'pauseSandboxReport',
    summary: 'Pause a test report',
    description: 'Simulates a question to you: the check is on hold until the report, or the check, is resumed.',
    refusals: ['state_does_not_allow'],
    handle: (call) => moveReport(call, { move: 'pause' }),
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/reports/:report_id/approval',
    operationId: 'sendSandboxReportToApproval',
    summary: 'Send a test report to approval',
    description: "Simulates a screener's outcome that awaits approval; completing the report approves it.",
    refusals: ['state_does_not_allow'],
    handle: (call) => moveReport(call, { move: 'await_approval' }),
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/checks/:check_id/reports/:report_id/change',
    operationId: 'changeSandboxReport',
    summary: 'Let monitoring find a change of a test report',
    description:
      'The report must be complete, and ordered with `monitor`. It is opened again with another result, which awaits approval: `report.changed`, `report.awaiting_approval` and `check.reopened` are sent. Completing the report approves it.',
    body: ChangeReport,
    refusals: ['state_does_not_allow'],
    handle: (call) => {
      const { check_id, report_id } = call.params;
      const { result } = argumentsOf<typeof ChangeReport>(call);
      const target = { checkId: check_id!, reportId: report_id! };
      return done(changeSandboxReport(call.ctx, call.caller, target, result ?? undefined));
    },
  },
  {
    ...about,
    method: 'GET',
    url: '/sandbox/clock',
    operationId: 'readSandboxClock',
    summary: 'Read the clock of test data',
    answer: ClockReply,
    handle: async (call) => ok({ now: toTimestamp(await readClock(call.ctx, call.caller)) }),
  },
  {
    ...about,
    method: 'POST',
    url: '/sandbox/clock/advance',
    operationId: 'advanceSandboxClock',
    summary: 'Move the clock of test data forward',
    changesCallers: true,
    body: AdvanceClock,
    answer: ClockReply,
    async handle(call) {
      const { seconds } = argumentsOf<typeof AdvanceClock>(call);
      return ok({ now: toTimestamp(await advanceTestClock(call.ctx, call.caller, seconds)) });
    },
  },
];
