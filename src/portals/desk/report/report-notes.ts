// The notes and the guidance of a report: panels of its page, and the routes of their forms.

import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { addNote } from '../../../features/cases/note-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { readTasks, tickTasks } from '../../../features/cases/task-actions.ts';
import { citationOf } from '../../../features/knowledge/rule.ts';
import type { Guidance } from '../../../features/report-types/guidance.ts';
import { guidanceFor } from '../../../features/report-types/report-type-rules.ts';
import { situationGuidance } from '../../../features/report-types/right-to-work-situations.ts';
import type { Pages } from '../../shared/shell.ts';
import { mayAddNotes, noteIn, notesModel, typedText } from './order-notes.ts';
import { shownRefused } from './report-drafts.ts';
import type { ReportPanel } from './report-panel.ts';
import { type ReportRequest, reportPath } from './report-request.ts';
import type { Show } from './report-view.ts';

/** Leads to the form of a note, which stands far below. */
export const noteLink: ReportPanel = {
  place: 'actions',
  template: 'desk/report/note-link.njk',
  model: (_ctx, { key }, user) => (mayAddNotes(user, key) ? {} : undefined),
};

export const notesPanel: ReportPanel = {
  place: 'below',
  template: 'desk/report/notes.njk',
  async model(ctx, { check, report, caller, key }, user) {
    const base = `/desk/reports/${report.id}`;
    const action = `${base}/notes`;
    const { notes, ...model } = await notesModel(ctx, user, { check, caller, key, action });
    const callHref = mayAddNotes(user, key) ? `${base}/call` : undefined;
    return { ...model, callHref, notes: notes.filter((note) => note.isOfOrder || note.reportId === report.id) };
  },
};

/** The lines of guidance by where they come from. */
function sourcesOf(lines: readonly Guidance[]) {
  const bySource = Map.groupBy(lines, citationOf);
  return {
    sources: [...bySource].map(([source, own]) => ({ source, lines: own.map(({ value }) => value) })),
    isToBeChecked: lines.some(({ confidence }) => confidence === 'check_before_relying'),
  };
}

/** What the document or the status of this person demands; nothing of reports on other matters. */
async function caseGuidance(ctx: Ctx, { check, report, caller }: OpenedReport): Promise<Guidance[]> {
  if (report.name !== 'right_to_work') return [];
  const files = await listAttachments(ctx, caller, check.orderId);
  const { document, permission } = report.findings.breakdown;
  return situationGuidance({
    facts: check.order.facts,
    kinds: files.flatMap(({ given }) => given?.kind ?? []),
    entry: typeof document?.properties?.type === 'string' ? document.properties.type : undefined,
    permission: permission?.result,
  });
}

export const tasksPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/tasks.njk',
  async model(ctx, opened, user) {
    const { report, caller } = opened;
    const usual = guidanceFor(report.reportTypeId);
    const ofCase = await caseGuidance(ctx, opened);
    const inLines = (kind: Guidance['kind'], lines: readonly Guidance[]) =>
      [...lines, ...ofCase.filter((line) => line.kind === kind)].filter(
        (line, at, all) => all.findIndex(({ value }) => value === line.value) === at,
      );
    const [toDo, toKnow] = [inLines('to_do', usual.toDo), inLines('to_know', usual.toKnow)];
    const tasks = await readTasks(
      ctx,
      caller,
      report,
      toDo.map(({ value }) => value),
    );
    if (tasks.length + toKnow.length === 0) return undefined;
    const nameOf = await readActorNames(
      ctx.db,
      caller.accountId,
      tasks.flatMap(({ done }) => done?.by ?? []),
    );
    return {
      toKnow: toKnow.map(({ value }) => value),
      tasks: tasks.map(({ done, ...task }) => ({ ...task, done: done && { at: done.at, by: nameOf(done.by).name } })),
      // One line each.
      ticked: tasks.flatMap(({ done, text: step }) => (done === undefined ? [] : step)).join('\n'),
      mayTick: mayDo(user, 'write_notes'),
      ...sourcesOf([...toKnow, ...toDo]),
    };
  },
};

export function notePages(pages: Pages<'desk'>, ctx: Ctx, show: Show): void {
  pages.post(`${reportPath}/notes`, { permission: 'write_notes' }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    try {
      await addNote(ctx, user, { reportId, ...noteIn(request.body) });
    } catch (error) {
      return show(request, reply.status(422), await shownRefused(ctx, user, reportId, error));
    }
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=noted#report-notes`, 303);
  });

  pages.post(`${reportPath}/tasks`, { permission: 'write_notes' }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    const done = [request.body?.task ?? []].flat().map(String);
    const shown = typedText(request.body?.shown_tasks).split('\n');
    await tickTasks(ctx, user, { reportId, done, shown });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=ticked#tasks`, 303);
  });
}
