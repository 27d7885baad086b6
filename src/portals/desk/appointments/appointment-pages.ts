// The desk's pages of appointments: one offers a candidate times, or keeps the one agreed; each that stands is called off
// before it, and afterwards somebody says whether the candidate came.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, timeFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { appointmentOutcomes } from '../../../features/appointments/appointment.ts';
import { offerAppointment, recordAppointment } from '../../../features/appointments/appointment-actions.ts';
import { MOST_TIMES, type TypedOffer } from '../../../features/appointments/appointment-rules.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { usualDueOn } from '../../../features/queries/query-schedule.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { appointmentWays, usualAppointmentText } from '../../../messages/en-appointments.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { mayOffer } from './appointment-panels.ts';

type AppointmentRequest = FastifyRequest<{
  Params: { reportId: string; appointmentId: string };
  Body: Record<string, unknown> | null;
}>;

const path = '/desk/reports/:reportId/appointments';
const permission = 'ask_queries' as const;
const positions = Array.from({ length: MOST_TIMES }, (_, position) => position);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');

function readTyped(body: AppointmentRequest['body']): TypedOffer {
  const { way, place, bring, text, due_on, is_agreed } = body ?? {};
  return {
    ...{ way: textOf(way), place: textOf(place), bring: textOf(bring), text: textOf(text), dueOn: textOf(due_on) },
    times: positions.map((position) => textOf(body?.[`time_${position}`])),
    isAgreed: is_agreed === 'yes',
  };
}

async function firstTyped(ctx: Ctx, { caller }: OpenedReport): Promise<TypedOffer> {
  const settings = await readAccountSettings(ctx, caller.accountId);
  const dueOn = usualDueOn('candidate', timeFor(ctx, caller), settings, ctx.calendar());
  return { way: 'in_person', place: '', bring: '', text: usualAppointmentText, times: [], isAgreed: false, dueOn };
}

export function appointmentPages(pages: Pages<'desk'>, ctx: Ctx): void {
  function show(
    request: AppointmentRequest,
    reply: FastifyReply,
    { report, check, accountName }: OpenedReport,
    typed: TypedOffer,
    errors?: FieldMessages,
  ) {
    const { facts } = check.order;
    return renderPage(request, reply, 'desk/appointments/new.njk', {
      title: 'Offer an appointment',
      environment: check.tenant.environment,
      base: `/desk/reports/${report.id}`,
      report: {
        order: orderNumber(check.orderId),
        label: reportTypeById(report.reportTypeId)?.label ?? report.name,
      },
      candidateName: fullName(facts.first_name, facts.last_name),
      accountName,
      errors,
      typed,
      times: positions.map((position) => ({
        name: `time_${position}`,
        label: position === 0 ? 'First time (UK time)' : `Time ${position + 1} (optional)`,
        value: typed.times[position] ?? '',
      })),
      ways: Object.entries(appointmentWays).map(([value, text]) => ({ value, text, checked: value === typed.way })),
    });
  }

  pages.get(`${path}/new`, { permission }, async (request: AppointmentRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    if (!mayOffer(opened)) throw new Refusal('state_does_not_allow');
    return show(request, reply, opened, await firstTyped(ctx, opened));
  });

  pages.post(`${path}/new`, { permission }, async (request: AppointmentRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const { check, report, caller } = opened;
    const typed = readTyped(request.body);
    try {
      await offerAppointment(ctx, caller, { checkId: check.id, reportId: report.id }, typed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason === 'invalid_fields') return show(request, reply.status(422), opened, typed, error.fields);
      if (error.reason !== 'state_does_not_allow') throw error;
      const over = { time_0: ['The report is not worked on any more. What you typed is kept below'] };
      return show(request, reply.status(409), opened, typed, over);
    }
    return reply.redirect(
      `/desk/reports/${report.id}?done=${typed.isAgreed ? 'appointment' : 'appointment_offered'}`,
      303,
    );
  });

  for (const outcome of appointmentOutcomes) {
    pages.post(
      `${path}/:appointmentId/${outcome}`,
      { permission },
      async (request: AppointmentRequest, reply, user) => {
        const { check, report, caller } = await openReport(ctx, user, request.params.reportId);
        const target = { checkId: check.id, appointmentId: request.params.appointmentId };
        await recordAppointment(ctx, caller, target, outcome);
        return reply.redirect(`/desk/reports/${report.id}?done=appointment_${outcome}`, 303);
      },
    );
  }
}
