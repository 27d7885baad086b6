// The page on which the candidate asks for a copy of their data or their erasure, and sees what became of what they asked.

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { isOfClient } from '../../../features/data-requests/data-request.ts';
import { listRequestsOf } from '../../../features/data-requests/data-request-actions.ts';
import { recordRequest } from '../../../features/data-requests/data-request-record-actions.ts';
import { ownCopyLacks, ownCopyMore } from '../../../features/retention/own-copy-rules.ts';
import { takeOwnCopy } from '../../../features/retention/person-copy-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { explainData } from '../../shared/about/about-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSession } from '../candidate-form-request.ts';
import { choices, OTHER_COMPLAINT, otherComplaint, requestRow } from './request-row.ts';

const isChoice = (kind: string): kind is keyof typeof choices => Object.hasOwn(choices, kind);

export function rightsPage(pages: FormPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const requests = await listRequestsOf(ctx, { tenant: form.link, applicantId: form.applicantId }, form.key);
    const chosen = textIn(request.body, 'kind');
    return renderPage(request, reply, 'candidate/rights/rights.njk', {
      ...formModel(request, form, say('Your rights over your data')),
      errors,
      backHref: form.isSubmitted ? `${formBase(request)}/status` : formBase(request),
      hasAsked: request.query.asked !== undefined,
      hasAdded: request.query.added !== undefined,
      hasTakenBack: request.query.withdrawn !== undefined,
      isSubmitted: form.isSubmitted,
      isGoingOn: isOngoing(form.status),
      requests: requests.filter((one) => !isOfClient(one)).map((one) => requestRow(ctx, form, one, formBase(request))),
      ownCopy: { lacks: ownCopyLacks, more: ownCopyMore },
      words: textIn(request.body, 'words'),
      kinds: [...Object.entries(choices), [OTHER_COMPLAINT, otherComplaint] as const].map(([value, text]) => ({
        value,
        text: sayText(text),
        checked: value === chosen,
      })),
    });
  }

  pages.get('/rights', requireSession, (request, reply, form) => show(request, reply, form));

  pages.get('/rights/:request/file', requireSession, async (request, reply, form) => {
    const { request: id } = request.params as unknown as { readonly request: string };
    const { content } = await takeOwnCopy(ctx, form, id, explainData(ctx));
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="your-data.zip"')
      .header('cache-control', 'no-store')
      .send(Readable.from(content));
  });

  pages.post('/rights', requireSession, async (request, reply, form) => {
    const chosen = textIn(request.body, 'kind');
    const kind = chosen === OTHER_COMPLAINT ? 'complaint' : chosen;
    const subject = chosen === OTHER_COMPLAINT ? 'other' : 'data_protection';
    const errors = await refusedFieldsOf(async () => {
      if (!isChoice(kind)) throw new Refusal('invalid_fields', { kind: ['Choose what you ask for'] });
      if (kind === 'complaint' && textIn(request.body, 'words').trim() === '')
        throw new Refusal('invalid_fields', { words: ['Write what you complain about'] });
      const { caller, link } = form;
      const asked = {
        kind,
        subject,
        way: 'own_page',
        identity: 'mailed_code',
        words: textIn(request.body, 'words'),
      } as const;
      await recordRequest(ctx, caller, { ...asked, receivedOn: todayFor(ctx, caller), checkId: link.checkId });
    });
    if (errors !== undefined) return show(request, reply.status(422), form, sayFields(errors));
    return reply.redirect(`${formBase(request)}/rights?asked`, 303);
  });
}
