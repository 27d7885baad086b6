// What the client's result rules say of an outcome as it is typed, and the reason that another light takes.
import type { Ctx } from '../../../context.ts';
import {
  isOtherwise,
  type LitOutcome,
  LONGEST_RULES_REASON,
  readSaid,
} from '../../../features/cases/result-rule-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { type Outcome, trafficLightOf } from '../../../features/reports/report-rules.ts';
import type { AppliedRules } from '../../../features/result-rules/rule-set.ts';
import { firedLine, gradeOf, setText } from '../../../features/result-rules/rule-set-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import type { OutcomeForm } from './outcome-form.ts';
import { verdicts } from './report-words.ts';

const litOf = ({ result, subResult, trafficLight, findings }: Outcome): LitOutcome => ({
  ...{ result, subResult, findings },
  trafficLight: trafficLightOf(result, trafficLight),
});

const saidOf = (ctx: Ctx, { caller, report }: OpenedReport, outcome: Outcome): Promise<AppliedRules | undefined> =>
  readSaid(ctx, caller, report, litOf(outcome));

const proposedText = ({ proposes }: AppliedRules): string =>
  verdicts.find(({ light, result }) => gradeOf(light) === proposes && result !== 'unidentified')!.text;

/** The model of `proposed-result.njk`; undefined where the client has no rule for reports of the type. */
export async function rulesModel(ctx: Ctx, opened: OpenedReport, form: OutcomeForm, outcome: Outcome) {
  const said = await saidOf(ctx, opened, outcome);
  if (said === undefined) return undefined;
  const chosen = verdicts.find(({ value }) => value === form.verdict);
  const given = chosen && { ...litOf(outcome), trafficLight: chosen.light };
  const isOther = given !== undefined && isOtherwise(said, given, opened.report.reportTypeId);
  return {
    of: setText(said, 'desk'),
    proposes: said.proposes === null ? undefined : { text: proposedText(said), light: said.proposes },
    lines: said.fired.map(firedLine),
    asksReason: said.proposes !== null && (isOther || form.rulesReason !== ''),
    reason: form.rulesReason,
  };
}

/** Another light than the rules propose takes a reason. */
export async function rulesProblems(
  ctx: Ctx,
  opened: OpenedReport,
  outcome: Outcome,
  reason: string,
): Promise<FieldMessages> {
  const said = await saidOf(ctx, opened, outcome);
  if (said === undefined || !isOtherwise(said, litOf(outcome), opened.report.reportTypeId)) return {};
  if (reason.length > LONGEST_RULES_REASON)
    return { rules_reason: [`Write at most ${LONGEST_RULES_REASON} characters`] };
  return reason === ''
    ? {
        rules_reason: [`Say why it is not ${proposedText(said)}, as the client’s result rules propose`],
      }
    : {};
}
