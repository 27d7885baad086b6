// The view model of the outcome pane: the form or the outcome as it is, the draft, and what changed while it was typed.
import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { verdictsIn } from '../../../features/assessments/assessment-rules.ts';
import { ownOutcomesApprovedUntil } from '../../../features/cases/approval-actions.ts';
import { hasEvidence, readOutstanding } from '../../../features/cases/outstanding-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { readSentences } from '../../../features/desk-texts/desk-text-actions.ts';
import { findHistory } from '../../../features/events/check-history-queries.ts';
import { factRows } from '../../../features/facts/fact-rows-rules.ts';
import type { Breakdown } from '../../../features/report-types/breakdown.ts';
import { orderedBreakdown } from '../../../features/report-types/ordered-list-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isOpen, reportMoveEvents } from '../../../features/reports/report-states.ts';
import { unconfirmedLead, unconfirmedSentence } from '../../../features/reports/unconfirmed-rules.ts';
import { askedBy } from '../../../features/requirements/requirement-rules.ts';
import { gradeOf, whyText } from '../../../features/result-rules/rule-set-rules.ts';
import type { RequirementId } from '../../../messages/en.ts';
import { verdictRows } from '../../shared/verdicts/verdict-rows.ts';
import { ownProposalText, stateTag } from '../queue/queue-words.ts';
import { clearableParts, formOfReport, type OutcomeForm, outcomeOf, partFields, wholeFields } from './outcome-form.ts';
import { rulesModel } from './proposed-result.ts';
import { colleagueOn } from './report-claim.ts';
import { seenText, takenOverSince } from './report-drafts.ts';
import { allowed, outcomeMoves, typeForJob, typeOf } from './report-moves.ts';
import { isScottish } from './report-needs.ts';
import type { Shown } from './report-view.ts';
import { noOutcomeTexts, subResultTexts, verdicts } from './report-words.ts';
import { anywayModel } from './unconfirmed.ts';

/** What an application to the DBS names, in the order of its form. */
const dbsFacts = [
  ...['title', 'first_name', 'middle_name', 'last_name', 'previous_names', 'dob', 'gender', 'town_of_birth'],
  ...[
    'country_of_birth',
    'nationality',
    'second_nationality',
    'third_nationality',
    'has_national_insurance_number',
    'id_numbers[social_insurance].value',
  ],
  ...['identity_documents[passport].number', 'has_driving_licence', 'id_numbers[driving_licence].value'],
  ...['mobile', 'email', 'has_unspent_convictions', 'has_read_dbs_privacy_policy'],
];

const manyParts = 10;

/** The parts that the page asks for: of the lists, those that were ordered. */
export function shownParts(form: OutcomeForm, report: Report): Breakdown {
  const isAnswered = (part: string) => (form.results[part] ?? '') !== '';
  return orderedBreakdown(typeOf(report), report.options, isAnswered);
}

/** An outcome as rows: what the report says, or what somebody typed. */
export function outcomeRowsOf(form: OutcomeForm, opened: Pick<OpenedReport, 'report' | 'check'>) {
  const { report } = opened;
  const parts = partFields(shownParts(form, report), form, report.findings.breakdown);
  return { form, parts, whole: wholeFields(typeForJob(opened), form, report) };
}

/** The texts of results, as the rows of an outcome take them. */
export const outcomeWords = ({ report }: Pick<OpenedReport, 'report'>) => ({
  verdicts,
  subResults: typeOf(report).hasSubResult
    ? Object.entries(subResultTexts).map(([value, text]) => ({ value, text }))
    : [],
});

/** Who changed the report last, and when. */
async function lastChange(ctx: Ctx, { check, report, caller, work }: OpenedReport) {
  const types = [...new Set(Object.values(reportMoveEvents))];
  const last = (await findHistory(ctx.db, caller, { checkId: check.id, reportId: report.id, types })).at(-1);
  if (last === undefined) return undefined;
  const nameOf = await readActorNames(ctx.db, caller.accountId, [last.actor]);
  return { by: nameOf(last.actor).name, at: last.occurred_at, status: stateTag(work).text };
}

/**
 * The parts that would be set to Clear although no source has answered and no file is with the report, and what was asked and
 * is not answered; none where there is something to rest on.
 */
export async function unaskedParts(ctx: Ctx, opened: OpenedReport, form: OutcomeForm): Promise<string[]> {
  const { report } = opened;
  const isFree = (path: string) => !form.results[path];
  const free = Object.entries(shownParts(form, report)).filter(([key, part]) =>
    clearableParts({ [key]: part }).some(isFree),
  );
  if (free.length === 0) return [];
  const { requests } = await readOutstanding(ctx, opened, report.findings);
  const unanswered = requests.map((one) => `Not answered yet: ${one}`);
  return (await hasEvidence(ctx, opened)) ? unanswered : [...free.map(([, { label }]) => label), ...unanswered];
}

export async function outcomeModel(
  ctx: Ctx,
  { user, opened, form, replaced, draft, seen = draft?.seen, anyway, clearing = [] }: Shown,
) {
  const { report, person } = opened;
  const type = typeForJob(opened);
  const outcomeButtons = allowed(user, opened, outcomeMoves);
  const mayDecide = outcomeButtons.length > 0;
  const { state } = opened;
  const isMoved = seen !== undefined && (seen.status !== state.status || seen.version !== state.version);
  const isTakenOver = isOpen(report.status) && takenOverSince(opened, seen).length > 0;
  const own = formOfReport(report);
  const isTyped = draft !== undefined || seen !== undefined;
  const filled = mayDecide ? form : own;
  const read = mayDecide ? outcomeOf(form, report, type, person) : undefined;
  const asks = (requirement: RequirementId) => askedBy(type.requires).some(({ id }) => id === requirement);
  return {
    ...outcomeRowsOf(filled, opened),
    seen: seenText(state),
    draft: draft && { savedAt: draft.savedAt },
    change: isMoved ? await lastChange(ctx, opened) : undefined,
    isTakenOver,
    /** What is stored and taken over, where it differs from what the typed form began with. */
    saved: mayDecide && ((isMoved && report.result !== null) || isTakenOver) ? outcomeRowsOf(own, opened) : undefined,
    replaced: mayDecide && replaced ? outcomeRowsOf(replaced, opened) : undefined,
    /** What was typed, where no form can show it. */
    typed: isTyped && !mayDecide ? outcomeRowsOf(form, opened) : undefined,
    assessed: verdictRows(read === undefined ? verdictsIn(report.findings.properties) : read.assessed, 'desk'),
    rules: read && (await rulesModel(ctx, opened, form, read.outcome)),
    why:
      mayDecide || report.trafficLight === null
        ? undefined
        : whyText(report.findings, gradeOf(report.trafficLight), 'desk'),
    mayAssess: mayDecide && type.assessments.length > 0,
    /** What the Home Office asks for, where it answers online. */
    askedOnline:
      person.facts.share_code !== null && asks('share_code')
        ? factRows(person.facts, ['share_code', 'dob'], person.today)
        : [],
    authority: isScottish(opened) ? 'Disclosure Scotland' : 'the DBS',
    /** What the form of the DBS asks, in one block to copy from; the addresses stand with the facts. */
    askedByDbs: asks('dbs_application') ? factRows(person.facts, dbsFacts, person.today) : [],
    ...outcomeWords(opened),
    sentences: mayDecide ? await readSentences(ctx, user, type) : [],
    buttons: outcomeButtons,
    /** Said before, because who presses Complete does not expect that the report is not complete. */
    approvedUntil:
      mayDecide && report.status !== 'awaiting_approval'
        ? await ownOutcomesApprovedUntil(ctx, opened.caller)
        : undefined,
    /** Few parts are chosen one by one. */
    mayClearAll: mayDecide && clearableParts(shownParts(filled, report)).length >= manyParts,
    clearing,
    anyway: anyway && anywayModel(anyway),
    colleague: colleagueOn(user, opened),
    /** Of the outcome as it stands. */
    unconfirmedLead,
    unconfirmed: (report.findings.unconfirmed ?? []).map(unconfirmedSentence),
    ownProposal: opened.proposer === 'self' ? ownProposalText : undefined,
    noneText: noOutcomeTexts[report.status],
  };
}
