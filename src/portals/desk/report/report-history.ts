// What happened to a report, as a timeline: who did what, and when; and how long it was in each state.
import { timeFor } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { readWaits } from '../../../features/cases/work-actions.ts';
import { findHistory, type HistoryEvent } from '../../../features/events/check-history-queries.ts';
import type { EventName } from '../../../features/events/event-types.ts';
import { isOpen, type ReportState, reportStates } from '../../../features/reports/report-states.ts';
import { timeInStates } from '../../../features/reports/state-time-rules.ts';
import { durationWords, historyWords, waitingTexts } from '../../shared/history-words.ts';
import { reportTags } from '../../shared/status-tags.ts';
import type { ReportPanel } from './report-panels.ts';

const isState = (status: string | null): status is ReportState =>
  status !== null && (reportStates as readonly string[]).includes(status);

const changesOf = (events: readonly HistoryEvent[]) =>
  events.flatMap(({ type, status, occurred_at }) =>
    type.startsWith('report.') && isState(status) ? [{ status, at: occurred_at }] : [],
  );

export const reportHistory: ReportPanel = {
  place: 'below',
  template: 'desk/report/history.njk',
  async model(ctx, { report, check, caller }) {
    const types = Object.keys(historyWords) as EventName[];
    const about = { checkId: check.id, reportId: report.id, types };
    const events = await findHistory(ctx.db, caller, about);
    const nameOf = await readActorNames(
      ctx.db,
      caller.accountId,
      events.map(({ actor }) => actor),
    );
    const now = timeFor(ctx, caller);
    return {
      items: events.toReversed().map(({ type, actor, occurred_at, detail }) => ({
        title: historyWords[type]!(detail),
        by: nameOf(actor).name,
        at: occurred_at,
      })),
      waits: (await readWaits(ctx, caller, report.id)).map(({ waiting_for, started_at, ended_at }) => ({
        label: waitingTexts[waiting_for],
        time: durationWords((ended_at ?? now).getTime() - started_at.getTime()),
        isOpen: ended_at === null,
      })),
      times: timeInStates(changesOf(events), now)
        .filter(({ status }) => isOpen(status))
        .map(({ status, milliseconds }) => ({ label: reportTags[status].text, time: durationWords(milliseconds) })),
    };
  },
};
