// The appointments of a report on its page, and the link to offer one.
import { type Ctx, timeFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Appointment } from '../../../features/appointments/appointment.ts';
import { listAppointments } from '../../../features/appointments/appointment-actions.ts';
import { isStanding, isToCome } from '../../../features/appointments/appointment-rules.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { appointmentWays } from '../../../messages/en-appointments.ts';
import type { ReportPanel } from '../report/report-panel.ts';

/** Without a form the candidate has no page on which to choose. */
export const mayOffer = ({ report, check }: Pick<OpenedReport, 'report' | 'check'>): boolean =>
  check.type === 'standard' && allowsAction(report.status, 'ask_query');

export const appointmentAction: ReportPanel = {
  place: 'more',
  template: 'desk/appointments/appointment-link.njk',
  model: (_ctx, opened, user) =>
    mayDo(user, 'ask_queries') && mayOffer(opened)
      ? { href: `/desk/reports/${opened.report.id}/appointments/new` }
      : undefined,
};

const tags = {
  kept: { text: 'Came', classes: 'govuk-tag--green' },
  missed: { text: 'Did not come', classes: 'govuk-tag--red' },
  called_off: { text: 'Called off', classes: 'govuk-tag--grey' },
  booked: { text: 'Agreed', classes: 'govuk-tag--blue' },
  offered: { text: 'Offered', classes: 'govuk-tag--yellow' },
  unchosen: { text: 'Not chosen', classes: 'govuk-tag--grey' },
} as const;

const stateOf = ({ outcome, at, isOffered }: Appointment): keyof typeof tags =>
  outcome ?? (at !== null ? 'booked' : isOffered ? 'offered' : 'unchosen');

const viewOf = (ctx: Ctx, { caller }: OpenedReport, one: Appointment) => {
  const now = timeFor(ctx, caller);
  return {
    ...one,
    tag: tags[stateOf(one)],
    wayText: appointmentWays[one.way],
    isByCandidate: one.endedBy === 'candidate',
    isToCome: isToCome(one, now),
    isOver: isStanding(one) && !isToCome(one, now),
  };
};

export const appointmentPanel: ReportPanel = {
  place: 'evidence',
  template: 'desk/appointments/appointment-panel.njk',
  async model(ctx, opened, user) {
    const { report, check, key } = opened;
    const all = key === undefined ? [] : await listAppointments(ctx, check, key);
    const appointments = all.filter(({ reportId }) => reportId === report.id);
    if (appointments.length === 0) return undefined;
    return {
      base: `/desk/reports/${report.id}/appointments`,
      mayRecord: mayDo(user, 'ask_queries'),
      appointments: appointments.map((one) => viewOf(ctx, opened, one)),
    };
  },
};
