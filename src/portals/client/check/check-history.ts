// What happened to a check, for the client: a line for each event that concerns them.

import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { SubsidiaryWords } from '../../../features/accounts/subsidiary-words.ts';
import type { Check } from '../../../features/checks/check.ts';
import { findHistory, type HistoryEvent } from '../../../features/events/check-history-queries.ts';
import type { EventName } from '../../../features/events/event-types.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readDetail } from '../../shared/amounts-in-history.ts';
import { handedOver, handOverNames, historyWords } from '../../shared/history-words.ts';

/** They tell that a result is not clear. */
const ofResults = [
  'check.decided',
  'check.decision_proposed',
  'check.decision_sent_back',
  'check.decision_taken_back',
  'check.follow_up_recorded',
  'check.hearing_asked',
  'check.hearing_answered',
  'check.hearing_lapsed',
  'check.hearing_ended',
  'check.decision_told',
  'check.letter_handed_over',
] as const satisfies readonly EventName[];

/** Who works on a report, and what they write to each other, concerns the desk alone. */
const shownEvents = [
  'check.created',
  'check.form_opened',
  'check.form_completed',
  'check.on_hold',
  'check.resumed',
  'applicant.restricted',
  'applicant.restriction_lifted',
  'check.candidate_reminded',
  'check.submission_extended',
  'check.email_corrected',
  'check.details_corrected',
  'check.facts_corrected',
  'check.identity_confirmed',
  'check.identity_replaced',
  'check.fingerprints_invited',
  'check.person_compared',
  'check.consent_seen',
  'check.answers_taken',
  'check.list_grounds_stated',
  'check.law_stated',
  'check.completed',
  'check.handed_over',
  'check.order_changed',
  'check.subsidiary_changed',
  ...ofResults,
  'check.urgency_changed',
  'check.work_start_planned',
  'check.work_start_recorded',
  'check.work_stopped',
  'check.work_start_removed',
  'check.work_start_overdue',
  'check.reopened',
  'check.withdrawn',
  'check.cancelled',
  'check.order_approved',
  'check.ordered_again',
  'appointment.booked',
  'appointment.called_off',
  'appointment.kept',
  'appointment.missed',
  'query.sent',
  'query.answered',
  'query.withdrawn',
  'reference.requested',
  'reference.answered',
  'reference.corrected',
  'reference.updated',
  'reference.declined',
  'reference.retracted',
  'reference.reconsidered',
  'report.added',
  'report.completed',
  'report.result_upheld',
  'report.contents_deleted',
  'check.files_deleted',
  'attachment.deleted',
  'report.reopened',
  'report.changed',
  'report.monitoring_stopped',
  'report.withdrawn',
  'report.credited',
  'report.part_credited',
  'check.charge_added',
  'check.charge_taken_back',
  'report.cancelled',
] as const satisfies readonly EventName[];

/** What costs the client money is said to be the desk's, if it is. */
const orders: ReadonlySet<EventName> = new Set(['check.created', 'report.added']);

/** What the detail of an event about a report, the person or money adds concerns the desk. */
const detailOf = ({ type, detail }: HistoryEvent) =>
  type === 'attachment.deleted'
    ? { reason: detail.reason }
    : type !== 'report.contents_deleted' &&
        ['report.', 'applicant.', 'check.charge_'].some((start) => type.startsWith(start))
      ? {}
      : detail;

interface HistoryReader {
  /** Whether they read charges. */
  readonly seesAmounts: boolean;
  readonly seesResults: boolean;
  /** The name of a subsidiary by its id, for who sees the whole account. */
  readonly subsidiaryOf: ((id: unknown) => string) | undefined;
  readonly units: SubsidiaryWords;
}

/** The newest first. What was decided tells of the results, so only their readers see it. */
export async function historyOf(
  ctx: Pick<Ctx, 'db'>,
  check: Check,
  { seesAmounts, seesResults, subsidiaryOf, units }: HistoryReader,
) {
  const labels = new Map(
    check.reports.map(({ id, reportTypeId, name }) => [id, reportTypeById(reportTypeId)?.label ?? name]),
  );
  const events = await findHistory(ctx.db, check.tenant, { checkId: check.id, types: shownEvents });
  const shown = events.filter(({ type }) => seesResults || !(ofResults as readonly EventName[]).includes(type));
  const nameOf = await readActorNames(
    ctx.db,
    check.tenant.accountId,
    shown.flatMap(({ actor, detail }) => [actor, ...handedOver(detail)]),
  );
  const byWhom = ({ type, actor }: HistoryEvent) => {
    const { kind, name } = nameOf(actor);
    if (kind === 'client') return name;
    // Without it, it reads as if the screening company had dropped a part.
    if (kind === 'candidate' && type === 'report.withdrawn') return 'The candidate';
    // Clients are not told the names of screeners.
    return kind === 'desk' && orders.has(type) ? 'The screening company' : undefined;
  };
  // Who proposed it has an event of their own, so the name is known.
  const proposerIn = ({ detail: { proposed_by: actor } }: HistoryEvent) =>
    typeof actor === 'string' ? { proposer: nameOf(actor).name } : {};
  const told = (event: HistoryEvent) =>
    handOverNames(event.detail, nameOf) ?? {
      ...readDetail(seesAmounts, event.type, detailOf(event)),
      ...proposerIn(event),
      is_own: true,
    };
  const titleOf = (event: HistoryEvent) =>
    event.type === 'check.subsidiary_changed' && subsidiaryOf !== undefined
      ? `${units.One} changed from ${subsidiaryOf(event.detail.from)} to ${subsidiaryOf(event.detail.to)}`
      : historyWords[event.type]!(told(event));
  return shown.toReversed().map((event) => ({
    title: titleOf(event),
    about: event.report_id === null ? undefined : labels.get(event.report_id),
    at: event.occurred_at,
    by: byWhom(event),
  }));
}
