// The check-answers page: the candidate checks every answer, declares and submits once; then the client's page or the
// status of the check follows.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { declarationOf } from '../../../features/candidate-form/consent.ts';
import type { FilledSlots } from '../../../features/candidate-form/document-actions.ts';
import { formLink } from '../../../features/candidate-form/form-access-actions.ts';
import { formFacts, submitForm, versionOf } from '../../../features/candidate-form/form-actions.ts';
import { formStandings } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { endSession } from '../../../features/mailed-links/access-actions.ts';
import { submitAddition } from '../../../features/orders/added-report-answer-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { pageRows, sectionsOf, sentSections } from '../../shared/fact-fields/answer-sections.ts';
import { clearSessionCookie, sessionTokenOf } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type FormPages,
  type FormRequest,
  formBase,
  formModel,
  openDevice,
  openPart,
  requireForm,
  requireSubmitted,
} from '../candidate-form-request.ts';
import { documentRows, isWhole, readDocuments } from '../documents/documents-page.ts';
import { statusModel } from '../status/status-page.ts';

interface Shown {
  readonly form: OpenForm;
  readonly documents: FilledSlots | undefined;
  readonly errors?: FieldMessages;
}

function show(request: FormRequest, reply: FastifyReply, { form, documents, errors }: Shown) {
  const base = formBase(request);
  // Unless the account demands one, nobody is kept from sending by a missing document: the page says what is wanted.
  const pages = formStandings(form.order.facts, form.scope, form.saved).map(({ page }) => page);
  const answers = pageRows(form, pages).map(({ at, ...row }) => ({
    ...row,
    href: at === undefined ? undefined : `${base}/${at}?from=answers`,
  }));
  const rows = [...answers, ...documentRows(documents, base)];
  return renderPage(request, reply, 'candidate/answers/answers.njk', {
    ...formModel(request, form, say('Check your answers')),
    sections: sectionsOf(rows),
    sentBefore: sentSections(form),
    isRepeated: form.isRepeated,
    seen: versionOf(form.saved),
    declaration: form.typist === undefined ? declarationOf(formFacts(form)) : takenDeclaration(form),
    errors,
  });
}

/** Only the candidate declares: who types says that they did. */
function takenDeclaration(form: OpenForm): string {
  const words = declarationOf(formFacts(form));
  return form.typist!.from === 'paper'
    ? `I typed what the paper says, which the candidate signed: “${words}”`
    : `I read the answers back to the candidate, who said: “${words}”`;
}

/** The form is sent: the desk types no more on this device. */
async function endTyping(ctx: Ctx, request: FormRequest, reply: FastifyReply, form: OpenForm): Promise<FastifyReply> {
  await endSession(ctx, formLink(form), sessionTokenOf(request)!);
  clearSessionCookie(request, reply);
  const model = formModel(request, form, 'The answers are sent');
  return renderPage(request, reply, 'candidate/answers/taken.njk', { ...model, sent: model.typing, typing: undefined });
}

export function answersPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/answers', requireForm, async (request, reply, form) => {
    const documents = await readDocuments(ctx, form);
    return isWhole(form, documents)
      ? show(request, reply, { form, documents })
      : reply.redirect(`${formBase(request)}/tasks`, 303);
  });

  pages.post('/answers', openDevice, async (request, reply, { front, form }) => {
    const base = formBase(request);
    if (form === undefined) return reply.redirect(base, 303);
    // A form that is submitted twice counts once; both requests lead to the same page.
    const open = openPart(form);
    if (open === undefined) return reply.redirect(front.isSubmitted ? `${base}/done` : base, 303);
    if (request.body?.declares !== 'yes') {
      const declares =
        open.typist === undefined
          ? say('Tick the box to say that your answers are true and complete')
          : 'Tick the box once the candidate has said so';
      const errors = { declares: [declares] };
      return show(request, reply.status(422), { form: open, documents: await readDocuments(ctx, open), errors });
    }
    const submit = front.isSubmitted ? submitAddition : submitForm;
    const outcome = await submit(ctx, open, Number(request.body?.seen));
    if (outcome === 'submitted' && open.typist !== undefined) return endTyping(ctx, request, reply, open);
    if (outcome === 'submitted') return reply.redirect(`${base}/done`, 303);
    if (outcome === 'incomplete') return reply.redirect(`${base}/tasks`, 303);
    const { form: newest } = await openDevice(ctx, request, reply);
    const shown = (newest && openPart(newest)) ?? open;
    return show(request, reply.status(409), {
      form: shown,
      documents: await readDocuments(ctx, shown),
      errors: {
        declares: [
          say(
            'You changed an answer somewhere else after you opened this page. Look at your answers again, then send them',
          ),
        ],
      },
    });
  });
}

/** Once the form is sent: the client's own page, where the order names one; else the status of the check. */
export function donePage(pages: FormPages, ctx: Ctx): void {
  pages.get('/done', requireSubmitted, async (request, reply, form) => {
    const { redirect_uri: given } = form.order;
    if (given === null)
      return renderPage(request, reply, 'candidate/status/status.njk', await statusModel(ctx, request, form));
    const { href, host } = new URL(given);
    return renderPage(request, reply, 'candidate/answers/done.njk', {
      ...formModel(request, form, say('Your form has been sent')),
      redirectUri: href,
      redirectHost: host,
    });
  });
}
