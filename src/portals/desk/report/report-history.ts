// What happened to a report or an order, as a timeline: who did what, and when; and how long a report was in each state.
import { type Caller, type Ctx, timeFor } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { readWaits } from '../../../features/cases/work-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { findHistory, type HistoryEvent } from '../../../features/events/check-history-queries.ts';
import type { EventName } from '../../../features/events/event-types.ts';
import { isOpen, type ReportState, reportStates } from '../../../features/reports/report-states.ts';
import { timeInStates } from '../../../features/reports/state-time-rules.ts';
import { findSupplierNames } from '../../../features/suppliers/supplier-queries.ts';
import { readDetail, readsAmounts } from '../../shared/amounts-in-history.ts';
import { durationWords, handedOver, handOverNames, historyWords, waitingTexts } from '../../shared/history-words.ts';
import { reportTags } from '../../shared/status-tags.ts';
import { typeOf } from './report-moves.ts';
import type { ReportPanel } from './report-panel.ts';

const isState = (status: string | null): status is ReportState =>
  status !== null && (reportStates as readonly string[]).includes(status);

const changesOf = (events: readonly HistoryEvent[]) =>
  events.flatMap(({ type, status, occurred_at }) =>
    type.startsWith('report.') && isState(status) ? [{ status, at: occurred_at }] : [],
  );

/** The newest first. */
async function timelineOf(
  ctx: Ctx,
  caller: Caller,
  events: readonly HistoryEvent[],
  aboutOf: (event: HistoryEvent) => string = () => '',
) {
  const nameOf = await readActorNames(
    ctx.db,
    caller.accountId,
    events.flatMap(({ actor, detail }) => [actor, ...handedOver(detail)]),
  );
  const suppliers = await findSupplierNames(ctx.db, [
    ...new Set(events.flatMap(({ detail }) => (typeof detail.supplier_id === 'string' ? [detail.supplier_id] : []))),
  ]);
  const wordsOf = ({ type, detail }: HistoryEvent) =>
    historyWords[type]!({
      ...readDetail(readsAmounts(caller), type, detail),
      ...handOverNames(detail, nameOf),
      supplier: suppliers.get(String(detail.supplier_id)),
    });
  return events.toReversed().map((event) => ({
    title: `${aboutOf(event)}${wordsOf(event)}`,
    by: nameOf(event.actor).name,
    at: event.occurred_at,
  }));
}

const types = Object.keys(historyWords) as EventName[];

/** Of the order with all its reports, each of which is named. */
export async function orderTimeline(ctx: Ctx, caller: Caller, check: Check) {
  const labels = new Map(check.reports.map((report) => [report.id, typeOf(report).label]));
  const about = ({ report_id }: HistoryEvent) => (report_id === null ? '' : `${labels.get(report_id)}: `);
  return timelineOf(ctx, caller, await findHistory(ctx.db, caller, { checkId: check.id, types }), about);
}

export const reportHistory: ReportPanel = {
  place: 'below',
  template: 'desk/report/history.njk',
  async model(ctx, { report, check, caller }) {
    const events = await findHistory(ctx.db, caller, { checkId: check.id, reportId: report.id, types });
    const now = timeFor(ctx, caller);
    return {
      items: await timelineOf(ctx, caller, events),
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
