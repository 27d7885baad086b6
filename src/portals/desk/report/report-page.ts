// The page of a report at the desk, the form of its outcome, and the moves that its state allows.
import type { Ctx } from '../../../context.ts';
import { closeReport } from '../../../features/cases/close-actions.ts';
import { openReport } from '../../../features/cases/screening-actions.ts';
import { closingMoves } from '../../../features/cases/screening-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { keepDraft } from '../../shared/drafts/drafts.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { actPath } from '../many/many-address.ts';
import { applicationPages } from './application.ts';
import { listGroundsPage } from './list-grounds.ts';
import { orderLawPage } from './order-law.ts';
import { confirmationProblems, outcomeProblems, readOutcome, recordOutcome } from './outcome-decision.ts';
import { type OutcomeForm, outcomeFields, readOutcomeForm, withPartsClear } from './outcome-form.ts';
import { shownParts, unaskedParts } from './outcome-view.ts';
import { claimForWork } from './report-claim.ts';
import { isStale, keepOutcome, openForWork, seenIn, shownOf, withTakenOverSince } from './report-drafts.ts';
import { filePages } from './report-files.ts';
import { identityPages } from './report-identity.ts';
import { moves, outcomeMoves } from './report-moves.ts';
import { notePages } from './report-notes.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import { closeModel, reportModel, type Show } from './report-view.ts';
import { workPages } from './report-work.ts';
import { seenConsentPage } from './seen-consent.ts';
import { confirmedOutcome } from './unconfirmed.ts';

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
    try {
      await closeReport(ctx, user, reportId, { move, text });
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

const isClearing = ({ move }: Readonly<Record<string, unknown>>) => move === 'all_clear' || move === 'all_clear_anyway';

/** As typed, after what the buttons of the form fill. */
function filledBy(body: Readonly<Record<string, unknown>>, report: Report): OutcomeForm {
  const typed = readOutcomeForm(body);
  if (body.move === 'insert' && typeof body.clause === 'string') return withClause(typed, body.clause);
  return isClearing(body) ? withPartsClear(typed, shownParts(typed, report)) : typed;
}

/** The form of the outcome, and the buttons beside it, which send it too. What is typed is kept whatever happens. */
function outcomePage(pages: Pages<'desk'>, ctx: Ctx, show: Show): void {
  const options = { permission: 'record_outcomes', stepUp: 'outcomes' } as const;
  pages.post(reportPath, options, async (request: ReportRequest, reply, user) => {
    // The page that asks why it is paused keeps it, and an outcome ends it with its own commit.
    keepDraft(request);
    const body = request.body ?? {};
    const move = moves.find((candidate) => candidate === body.move && !closingMoves.some((one) => one === candidate));
    const seen = seenIn(body);
    const opened = await openForWork(ctx, user, request.params.reportId);
    const { report } = opened;
    const clearing = body.move === 'all_clear' ? await unaskedParts(ctx, opened, readOutcomeForm(body)) : [];
    const sent = clearing.length > 0 ? readOutcomeForm(body) : filledBy(body, report);
    // Who decides the report has it afterwards.
    if (move === undefined || !outcomeMoves.includes(move)) await claimForWork(ctx, user, opened);
    // Pause and resume are also sent without the form.
    const isFilled = body.move === 'insert' || isClearing(body);
    await keepOutcome(ctx, user, opened, isFilled ? { ...body, ...outcomeFields(sent), notes: sent.notes } : body);
    if (move === 'pause') return reply.redirect(`${actPath('pause')}?reports=${report.id}`, 303);
    if (body.move === 'keep') return reply.redirect(`/desk/reports/${report.id}?done=kept#outcome`, 303);
    const kept = await withTakenOverSince(ctx, opened, sent, seen);
    const { form } = kept;
    const isOutcome = move === undefined || outcomeMoves.includes(move);
    const read = isOutcome ? readOutcome(opened, form) : undefined;
    const errors =
      move === undefined
        ? typingErrors(read!.problems.fields)
        : read === undefined
          ? {}
          : await outcomeProblems(ctx, opened, read);
    const shown = { user, opened, ...kept, seen, clearing };
    if (Object.keys(errors).length > 0) return show(request, reply.status(422), { ...shown, errors });
    if (move === undefined) return show(request, reply, shown);
    const decided = read && (await confirmedOutcome(ctx, opened, read.outcome, body));
    const { anyway } = decided ?? {};
    const missing =
      decided === undefined || isStale(opened, seen)
        ? {}
        : await confirmationProblems(ctx, user, opened, { decided, body, rulesReason: form.rulesReason });
    if (Object.keys(missing).length > 0) return show(request, reply.status(422), { ...shown, anyway, errors: missing });
    try {
      const { rulesReason } = form;
      const done = await recordOutcome(ctx, user, opened, { move, decided, seen, rulesReason });
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
  seenConsentPage(pages, ctx);
  listGroundsPage(pages, ctx);
  orderLawPage(pages, ctx);
  filePages(pages, ctx, show);
  closePages(pages, ctx);
  notePages(pages, ctx, show);
  workPages(pages, ctx, show);
  applicationPages(pages, ctx);
  outcomePage(pages, ctx, show);
}
