// Judges the outcomes of the desk by the client's result rules: what they propose is kept, and another light takes a reason.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import type { ReportMoveArguments } from '../reports/report-actions.ts';
import { contradictionsOf, type Findings, type TrafficLight } from '../reports/report-rules.ts';
import type { AppliedRules, RuleSet } from '../result-rules/rule-set.ts';
import { rulesOn } from '../result-rules/rule-set-actions.ts';
import { appliedTo, deviates, gradeOf } from '../result-rules/rule-set-rules.ts';

export const LONGEST_RULES_REASON = 1000;

/** An outcome with its light. */
export type LitOutcome = Pick<Report, 'result' | 'subResult' | 'findings'> & { readonly trafficLight: TrafficLight };

type Awaiting = Pick<Report, 'reportTypeId' | 'status' | 'result' | 'subResult' | 'trafficLight' | 'findings'>;

const stored = ({
  result,
  subResult,
  trafficLight,
  findings: { result_rules: _, ...findings },
}: Omit<Awaiting, 'reportTypeId' | 'status'>): unknown =>
  JSON.parse(JSON.stringify([result, subResult, trafficLight, findings]));

/**
 * What the rules say of an outcome; undefined where none is for reports of its type. Of one that is approved as it was
 * proposed: what they said then, so that rules that changed meanwhile do not judge it again.
 */
function saidOf(
  set: RuleSet | undefined,
  report: Awaiting,
  outcome: LitOutcome,
  today: IsoDate,
): AppliedRules | undefined {
  const { breakdown, properties } = outcome.findings;
  const isAsProposed = report.status === 'awaiting_approval' && isDeepStrictEqual(stored(outcome), stored(report));
  return isAsProposed
    ? report.findings.result_rules
    : appliedTo(set, { type: reportTypeById(report.reportTypeId)!, breakdown, properties, today });
}

async function readSaidOf(ctx: Ctx, caller: Caller, report: Awaiting, outcome: LitOutcome) {
  const today = todayFor(ctx, caller);
  return saidOf(await rulesOn(ctx, caller.accountId, today), report, outcome, today);
}

/** As `judgeOf` keeps it, before the outcome is given. */
export function readSaid(ctx: Ctx, caller: Caller, report: Awaiting, outcome: LitOutcome) {
  demand(caller, 'read_reports');
  return readSaidOf(ctx, caller, report, outcome);
}

const withRules = ({ result_rules: _, ...findings }: Findings, applied: AppliedRules | undefined): Findings =>
  applied === undefined ? findings : { ...findings, result_rules: applied };

/** Whether an outcome has another light than the rules propose, though that one could be given. */
export function isOtherwise(
  said: AppliedRules,
  { trafficLight, subResult, findings }: Omit<LitOutcome, 'result'>,
  reportTypeId: number,
): boolean {
  if (!deviates(said, gradeOf(trafficLight))) return false;
  const clear = { result: 'clear', subResult, findings } as const;
  return said.proposes !== 'green' || contradictionsOf(clear, reportTypeById(reportTypeId)!).length === 0;
}

/** The reason is kept only where the outcome differs, and asked for only where it need not. */
function explained(
  { because: before, ...said }: AppliedRules,
  outcome: LitOutcome,
  typed: string,
  reportTypeId: number,
): AppliedRules {
  if (!deviates(said, gradeOf(outcome.trafficLight))) return said;
  const because = typed === '' ? before : typed;
  if (because === undefined && !isOtherwise(said, outcome, reportTypeId)) return said;
  if (because === undefined) throw new Refusal('invalid_fields', { otherThanRules: ["can't be blank"] });
  if (because.length <= LONGEST_RULES_REASON) return { ...said, because };
  const tooLong = `is too long (maximum is ${LONGEST_RULES_REASON} characters)`;
  throw new Refusal('invalid_fields', { otherThanRules: [tooLong] });
}

/** Refuses with `invalid_fields` (otherThanRules) an outcome that differs from what the rules propose without a word on why. */
export async function judgeOf(
  ctx: Ctx,
  caller: Caller,
  otherThanRules = '',
): Promise<NonNullable<ReportMoveArguments['judge']>> {
  const today = todayFor(ctx, caller);
  const set = await rulesOn(ctx, caller.accountId, today);
  return ({ trafficLight, ...outcome }, report) => {
    const lit = { ...outcome, trafficLight: trafficLight! };
    const said = saidOf(set, report, lit, today);
    return withRules(outcome.findings, said && explained(said, lit, otherThanRules.trim(), report.reportTypeId));
  };
}

/** The findings of a provider's answer with what the rules say of it, and whether a person must look because they propose otherwise. */
export async function judgeAnswer(ctx: Ctx, caller: Caller, report: Report, outcome: LitOutcome) {
  const said = await readSaidOf(ctx, caller, report, outcome);
  return {
    findings: withRules(outcome.findings, said),
    isOtherwise: said !== undefined && isOtherwise(said, outcome, report.reportTypeId),
  };
}
