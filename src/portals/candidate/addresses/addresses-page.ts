// The list of addresses with the picture of its gaps, and the page that removes one.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  hasCurrent,
  historyGaps,
  historyPeriod,
  historyTimeline,
  MOST_ADDRESSES,
  missingOf,
  addressesPage as page,
  withoutAddress,
} from '../../../features/candidate-form/address-rules.ts';
import { formFacts } from '../../../features/candidate-form/form-actions.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import { pageProblems } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel } from '../candidate-form-request.ts';
import { afterSaving } from '../questions/question-page.ts';
import {
  addressesOf,
  addressPath,
  conflict,
  formFields,
  requireAddress,
  requireAddresses,
  saveAddresses,
} from './addresses-request.ts';
import { addressesView, addressLines, stayText } from './addresses-view.ts';
import { gapTexts, timelinePicture } from './timeline-picture.ts';

function showList(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
  const base = formBase(request);
  const answer = addressesOf(form);
  const facts = formFacts(form);
  const fields = formFields(request, form);
  const addresses = answer.addresses.map((address) => ({
    ...address,
    lines: addressLines(address),
    stay: stayText(address),
    missing: missingOf(address),
  }));
  return renderPage(request, reply, addressesView.template, {
    ...formModel(request, form, addressesView.question),
    ...fields,
    action: `${base}/addresses`,
    backHref: fields.returnTo === undefined ? `${base}/tasks` : `${base}/answers`,
    since: historyPeriod(form.scope, facts).from,
    picture: timelinePicture(historyTimeline(answer, form.scope, facts)),
    gaps: gapTexts(historyGaps(answer, form.scope, facts), answer),
    isComplete: !page.problems(answer, form.scope, facts).any,
    hasCurrent: hasCurrent(answer),
    isFull: answer.addresses.length >= MOST_ADDRESSES,
    addresses,
    firstMissing: addresses.find(({ missing }) => missing !== undefined)?.key,
    errors,
  });
}

function removePage(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/addresses/:key/remove', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    if (opened === undefined) return reply;
    const { form, address } = opened;
    return renderPage(request, reply, 'candidate/addresses/remove.njk', {
      ...formModel(request, form, 'Remove this address?'),
      ...formFields(request, form),
      action: `${formBase(request)}/addresses/${address.key}/remove`,
      backHref: addressPath(request),
      backText: 'Back to your addresses',
      lines: addressLines(address),
      stay: stayText(address),
    });
  });

  app.post('/form/:token/addresses/:key/remove', async (request: FormRequest, reply) => {
    const opened = await requireAddress(ctx, request, reply);
    if (opened === undefined) return reply;
    const { form, address } = opened;
    const saved = await saveAddresses(ctx, request, form, withoutAddress(addressesOf(form), address.key));
    return saved ? reply.redirect(addressPath(request), 303) : showList(request, reply.status(409), form, conflict);
  });
}

export function addressListPages(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/addresses', async (request: FormRequest, reply) => {
    const form = await requireAddresses(ctx, request, reply);
    return form === undefined ? reply : showList(request, reply, form);
  });

  app.post('/form/:token/addresses', async (request: FormRequest, reply) => {
    const form = await requireAddresses(ctx, request, reply);
    if (form === undefined) return reply;
    const answer = addressesOf(form);
    // Kept also while something is missing: from here on it is the candidate's own list.
    if (!(await saveAddresses(ctx, request, form, answer))) {
      return showList(request, reply.status(409), form, conflict);
    }
    const problems = pageProblems(page as FormPage, answer, form.scope, formFacts(form));
    if (problems.any) return showList(request, reply.status(422), form, problems.fields);
    const saved = new Map(form.saved).set(page.id, { version: 0, answer });
    return reply.redirect(afterSaving(request, { ...form, saved }, page.id), 303);
  });

  removePage(app, ctx);
}
