// The candidate's page of an agreed appointment: where and when, an entry for their calendar, and that they cannot come.

import type { FastifyReply } from 'fastify';
import { type Ctx, timeFor } from '../../../context.ts';
import type { Appointment } from '../../../features/appointments/appointment.ts';
import { listAppointments, refuseAppointment } from '../../../features/appointments/appointment-actions.ts';
import { isToCome, overAt } from '../../../features/appointments/appointment-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { calendarFile } from '../../../lib/calendar-file.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';
import { appointmentView, refusedFields } from './appointment-view.ts';

interface Opened {
  readonly form: OpenForm;
  readonly appointment: Appointment & { readonly at: Date };
}

/** One that is agreed; the others are offered by a query. */
async function openAppointment(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<Opened | undefined> {
  const form = await requireSubmitted(ctx, request, reply);
  if (form === undefined) return undefined;
  const check = await showCheck(ctx, form.caller, form.link.checkId);
  const appointment = (await listAppointments(ctx, check, form.key)).find(({ id }) => id === request.params.key);
  if (appointment?.at == null) throw new Refusal('not_found');
  return { form, appointment: { ...appointment, at: appointment.at } };
}

export function appointmentPages(pages: FormPages, ctx: Ctx): void {
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    { form, appointment }: Opened,
    also: { readonly errors?: FieldMessages; readonly reason?: string } = {},
  ) =>
    renderPage(request, reply, 'candidate/appointments/appointment.njk', {
      ...formModel(request, form, say('Your appointment')),
      appointment: appointmentView(appointment),
      isToCome: isToCome(appointment, timeFor(ctx, form.caller)),
      action: `${formBase(request)}/appointments/${appointment.id}`,
      wasBooked: request.query.booked !== undefined,
      ...also,
    });

  pages.get('/appointments/:key', openAppointment, (request, reply, opened) => show(request, reply, opened));

  pages.post('/appointments/:key', openAppointment, async (request, reply, opened) => {
    const { form, appointment } = opened;
    const reason = String(request.body?.reason ?? '').replaceAll('\r\n', '\n');
    const target = { checkId: appointment.checkId, appointmentId: appointment.id };
    const errors = await refusedFields(() => refuseAppointment(ctx, form.caller, target, reason));
    if (errors !== undefined) return show(request, reply.status(422), opened, { errors, reason });
    return reply.redirect(`${formBase(request)}/status?told`, 303);
  });

  pages.get('/appointments/:key/file', openAppointment, (_request, reply, { form, appointment }) => {
    const { id, at, place, bring } = appointment;
    const title = say('Appointment for your background check for {account}', { account: form.accountName });
    const entry = { id, title, place, notes: bring, from: at, until: overAt(at), writtenAt: timeFor(ctx, form.caller) };
    return reply
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .type('text/calendar; charset=utf-8')
      .send(calendarFile(entry));
  });
}
