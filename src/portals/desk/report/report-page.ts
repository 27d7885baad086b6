// The page of a report at the desk, the form of its outcome, and the moves that its state allows.
import { type Ctx, inTransaction } from '../../../context.ts';
import { addNote } from '../../../features/cases/note-actions.ts';
import { type OpenedReport, openReport, screenReport } from '../../../features/cases/screening-actions.ts';
import { closingMoves } from '../../../features/cases/screening-rules.ts';
import type { Check } from '../../../features/checks/check.ts';
import { discardDraft } from '../../../features/drafts/draft-actions.ts';
import { endInput, lacksEnd } from '../../../features/monitoring/monitor-rules.ts';
import { words } from '../../../features/report-types/breakdown.ts';
import { undecided } from '../../../features/report-types/meaning-rules.ts';
import type { SeenState } from '../../../features/reports/outcome-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { type Outcome, saysWhy } from '../../../features/reports/report-rules.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import type { UnconfirmedReason } from '../../../features/reports/unconfirmed-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { keepDraft } from '../../shared/drafts/drafts.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { propertyName } from '../../shared/fields/property-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { applicationPages } from './application.ts';
import { withoutUnexamined } from './known-particulars.ts';
import { type OutcomeForm, outcomeFields, outcomeOf, readOutcomeForm, withPartsClear } from './outcome-form.ts';
import { shownParts } from './outcome-view.ts';
import { rulesProblems } from './proposed-result.ts';
import { claimForWork, colleagueProblems } from './report-claim.ts';
import {
  isStale,
  keepOutcome,
  openForWork,
  outcomeDraft,
  seenIn,
  shownOf,
  withTakenOverSince,
} from './report-drafts.ts';
import { filePages } from './report-files.ts';
import { identityPages } from './report-identity.ts';
import { moves, outcomeMoves, typeOf } from './report-moves.ts';
import { notePages } from './report-notes.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import { closeModel, reportModel, type Show } from './report-view.ts';
import { workPages } from './report-work.ts';
import { anywayProblems, askedProblems, type Confirmed, confirmedOutcome, noteAnyway } from './unconfirmed.ts';

/** A monitored report that ends on a day nobody stated would never be looked at again. */
const endProblems = ({ monitor }: Report, outcome: Outcome | undefined): FieldMessages =>
  monitor !== null && outcome !== undefined && lacksEnd(monitor, outcome.findings)
    ? { [propertyName(endInput(monitor))]: ['Enter the day on which it ends: it is looked at again before then'] }
    : {};

/** Each hit of a source takes a decision before the outcome is released. */
const decisionProblems = (report: Report, outcome: Outcome | undefined): FieldMessages =>
  Object.fromEntries(
    undecided(typeOf(report), outcome?.findings.properties ?? {}).map(({ path, label }) => [
      propertyName(path),
      [`${label}: select the decision`],
    ]),
  );

/** A client who reads Consider or Unidentified must learn why. */
const saidProblems = (report: Report, outcome: Outcome | undefined): FieldMessages =>
  outcome === undefined || saysWhy(typeOf(report), outcome)
    ? {}
    : { notes: [`Write for the client why it is ${words(outcome.result)}, or record the finding that says it`] };

/** Those that matter before the outcome is decided. */
const typingErrors = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('properties[')));

/** Why a report ends is a note that the client reads. */
function closePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${reportPath}/close`;
  pages.get(path, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.query.move);
    if (move === undefined) throw new Refusal('not_found');
    const opened = await openReport(ctx, user, request.params.reportId);
    return renderPage(request, reply, 'desk/report/close.njk', await closeModel(ctx, user, opened, move));
  });

  pages.post(path, { permission: 'close_reports' }, async (request: ReportRequest, reply, user) => {
    const move = closingMoves.find((candidate) => candidate === request.body?.move);
    if (move === undefined) throw new Refusal('not_found');
    const { reportId } = request.params;
    const text = String(request.body?.note ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    const refuse = async (errors: FieldMessages) => {
      const model = await closeModel(ctx, user, await openReport(ctx, user, reportId), move);
      return renderPage(request, reply.status(422), 'desk/report/close.njk', { ...model, note: text, errors });
    };
    if (text === '') return refuse({ note: ['Write for the client why the report ends'] });
    try {
      await inTransaction(ctx, async (tx) => {
        await addNote(tx, user, { reportId, audience: 'client', text });
        await screenReport(tx, user, reportId, { move });
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return refuse(error.fields);
    }
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?moved=${move}`, 303);
  });
}

/** The form with a standard sentence at the end of its notes. */
const withClause = (form: OutcomeForm, clause: string): OutcomeForm => ({
  ...form,
  notes: [form.notes, clause].filter((text) => text !== '').join(' '),
});

/** As typed, after what the buttons of the form fill. */
function filledBy(body: Readonly<Record<string, unknown>>, report: Report): OutcomeForm {
  const typed = readOutcomeForm(body);
  if (body.move === 'insert' && typeof body.clause === 'string') return withClause(typed, body.clause);
  return body.move === 'all_clear' ? withPartsClear(typed, shownParts(typed, report)) : typed;
}

/** What must be approved awaits approval instead of being complete. */
function doneBy(move: ScreeningMove, before: Report, { reports }: Check): ScreeningMove {
  const isAwaiting = reports.some(({ id, status }) => id === before.id && status === 'awaiting_approval');
  if (move !== 'complete' || !isAwaiting) return move;
  return before.status === 'awaiting_approval' ? 'change' : 'await_approval';
}

interface Sent {
  readonly move: ScreeningMove;
  /** Undefined for a move that decides nothing. */
  readonly decided: Confirmed | undefined;
  readonly seen: SeenState | undefined;
  readonly rulesReason: string;
}

/** Moves the report, ends the draft of its outcome, and notes what was confirmed all the same. */
function record(ctx: Ctx, user: UserOf<'desk'>, opened: OpenedReport, { move, decided, seen, rulesReason }: Sent) {
  const { report } = opened;
  return inTransaction(ctx, async (tx) => {
    const { anyway } = decided ?? {};
    const isClearAnyway = anyway !== undefined && anyway.unconfirmed.length > 0;
    const because = isClearAnyway && { unconfirmedBecause: anyway.code as UnconfirmedReason };
    const outcome = decided && { outcome: decided.outcome, seen, otherThanRules: rulesReason };
    const check = await screenReport(tx, user, report.id, { move, ...outcome, ...because });
    if (isClearAnyway) await noteAnyway(tx, user, report.id, anyway);
    const draft = outcomeDraft(user, opened);
    if (decided !== undefined && draft !== undefined) await discardDraft(tx, draft);
    return doneBy(move, report, check);
  });
}

/** The form of the outcome, and the buttons beside it, which send it too. What is typed is kept whatever happens. */
function outcomePage(pages: Pages<'desk'>, ctx: Ctx, show: Show): void {
  const options = { permission: 'record_outcomes', stepUp: 'outcomes' } as const;
  pages.post(reportPath, options, async (request: ReportRequest, reply, user) => {
    // A pause keeps it, and an outcome ends it with its own commit.
    keepDraft(request);
    const body = request.body ?? {};
    const move = moves.find((candidate) => candidate === body.move && !closingMoves.includes(candidate));
    const seen = seenIn(body);
    const opened = await openForWork(ctx, user, request.params.reportId);
    const { report, person } = opened;
    const sent = filledBy(body, report);
    // Who decides the report has it afterwards.
    if (move === undefined || !outcomeMoves.includes(move)) await claimForWork(ctx, user, opened);
    // Pause and resume are also sent without the form.
    const isFilled = body.move === 'insert' || body.move === 'all_clear';
    await keepOutcome(ctx, user, opened, isFilled ? { ...body, ...outcomeFields(sent), notes: sent.notes } : body);
    if (body.move === 'keep') return reply.redirect(`/desk/reports/${report.id}?done=kept#outcome`, 303);
    const kept = await withTakenOverSince(ctx, opened, sent, seen);
    const { form } = kept;
    const isOutcome = move === undefined || outcomeMoves.includes(move);
    const read = isOutcome
      ? outcomeOf(withoutUnexamined(form, opened.known), report, typeOf(report), person)
      : undefined;
    const errors =
      move === undefined
        ? typingErrors(read!.problems.fields)
        : {
            ...decisionProblems(report, read?.outcome),
            ...read?.problems.fields,
            ...endProblems(report, read?.outcome),
            ...(read && (await askedProblems(ctx, opened, read.outcome))),
            ...saidProblems(report, read?.outcome),
          };
    const shown = { user, opened, ...kept, seen };
    if (Object.keys(errors).length > 0) return show(request, reply.status(422), { ...shown, errors });
    if (move === undefined) return show(request, reply, shown);
    const decided = read && (await confirmedOutcome(ctx, opened, read.outcome, body));
    const { anyway } = decided ?? {};
    const missing =
      decided === undefined || isStale(opened, seen)
        ? {}
        : {
            ...(anyway && anywayProblems(anyway)),
            ...colleagueProblems(user, opened, body),
            ...(await rulesProblems(ctx, opened, decided.outcome, form.rulesReason)),
          };
    if (Object.keys(missing).length > 0) return show(request, reply.status(422), { ...shown, anyway, errors: missing });
    try {
      const { rulesReason } = form;
      const done = await record(ctx, user, opened, { move, decided, seen, rulesReason });
      return reply.redirect(`/desk/reports/${report.id}?moved=${done}`, 303);
    } catch (error) {
      if (move === 'change' && error instanceof Refusal && error.reason === 'invalid_fields') {
        const same = { verdict: ['The outcome is as it was: approve it, or change it'] };
        return show(request, reply.status(422), { ...shown, errors: same });
      }
      if (!(error instanceof Refusal) || error.reason !== 'state_does_not_allow' || seen === undefined) throw error;
      const now = await openForWork(ctx, user, report.id);
      const keptNow = await withTakenOverSince(ctx, now, sent, seen);
      return show(request, reply.status(409), { user, opened: now, ...keptNow, seen });
    }
  });
}

export function reportPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const show: Show = async (request, reply, shown) => {
    const model = await reportModel(ctx, shown, request);
    return renderPage(request, reply, 'desk/report/report.njk', model);
  };

  pages.get(reportPath, { permission: 'read_reports' }, async (request: ReportRequest, reply, user) => {
    const opened = await openForWork(ctx, user, request.params.reportId);
    const find = { text: 'Find an order', href: '/desk/search' };
    const erased = opened.key === undefined ? await erasedOrder(ctx, opened.check, find) : undefined;
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    const wasMoved = moves.find((move) => move === request.query.moved);
    const done = String(request.query.done ?? '');
    return show(request, reply, { ...(await shownOf(ctx, user, opened)), wasMoved, done });
  });

  identityPages(pages, ctx);
  filePages(pages, ctx, show);
  closePages(pages, ctx);
  notePages(pages, ctx, show);
  workPages(pages, ctx, show);
  applicationPages(pages, ctx);
  outcomePage(pages, ctx, show);
}
