// The page on which the candidate tells the desk that something is wrong: in what they sent, or in a result.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { reportProblem } from '../../../features/cases/candidate-message-actions.ts';
import { showsOwnResults } from '../../../features/checks/candidate-result-mail-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';
import { disputesOf } from '../status/status-page.ts';

const typedText = ({ body }: FormRequest): string =>
  typeof body?.text === 'string' ? body.text.replaceAll('\r\n', '\n').trim() : '';

const reportsOf = ({ reports }: Check) =>
  reports.map(({ id, reportTypeId, name }) => ({
    id,
    label: sayText(reportTypeById(reportTypeId)?.label ?? name),
  }));

export function problemPage(pages: FormPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const chosen = String(request.body?.report ?? '');
    const check = await showCheck(ctx, form.caller, form.link.checkId);
    const reports = reportsOf(check);
    return renderPage(request, reply, 'candidate/problem/problem.njk', {
      ...formModel(request, form, say('Tell us what is wrong, or has changed')),
      errors,
      text: typedText(request),
      certificateDisputes: disputesOf(check),
      areUnseen: check.status === 'complete' && !(await showsOwnResults(ctx, form.caller, check)),
      reports: reports.map(({ id, label }) => ({ value: id, text: label, checked: id === chosen })),
    });
  }

  pages.get('/problem', requireSubmitted, (request, reply, form) => show(request, reply, form));

  pages.post('/problem', requireSubmitted, async (request, reply, form) => {
    const check = await showCheck(ctx, form.caller, form.link.checkId);
    const about = reportsOf(check).find(({ id }) => id === request.body?.report);
    try {
      await reportProblem(ctx, form, { text: typedText(request), reportId: about?.id ?? null });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), form, sayFields(error.fields));
    }
    return reply.redirect(`${formBase(request)}/status?told`, 303);
  });
}
