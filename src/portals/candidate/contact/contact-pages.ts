// The pages on which a candidate changes their telephone numbers and their email address while the check goes on.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { prefilled } from '../../../features/candidate-form/answer-rules.ts';
import { changeOwnEmail } from '../../../features/candidate-form/awaited-order-actions.ts';
import type { QuestionPage, Typed } from '../../../features/candidate-form/form-page.ts';
import { pageOfForm, readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { type Doubts, doubtsOn } from '../../../features/candidate-form/page-doubts.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { CONTACT_PAGE, changeOwnContact } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { correctableInputs, fingerprintOf } from '../../../features/fact-corrections/fact-correction-rules.ts';
import { emailFaults } from '../../../lib/email-addresses.ts';
import { suggestedEmail } from '../../../lib/email-suggestions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';

/** The page of the form with the telephone numbers; undefined where the order asks for none. */
export function contactPageOf(form: OpenForm): QuestionPage | undefined {
  const page = pageOfForm(form.sentScope, CONTACT_PAGE);
  return page?.kind === 'questions' ? page : undefined;
}

async function requireOngoing(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const form = await requireSubmitted(ctx, request, reply);
  if (form === undefined || isOngoing(form.status)) return form;
  reply.redirect(`${formBase(request)}/status`, 303);
  return undefined;
}

interface OpenContact {
  readonly form: OpenForm;
  readonly page: QuestionPage;
}

async function openContact(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenContact | undefined> {
  const form = await requireOngoing(ctx, request, reply);
  if (form === undefined) return undefined;
  const page = contactPageOf(form);
  if (page === undefined) throw new Refusal('not_found');
  return { form, page };
}

/** What was changed meanwhile is shown, and sent again with what is shown now. */
const CHANGED = { version: 'It was changed meanwhile. Look at it again, then save it' } as const;

export function contactPages(pages: FormPages, ctx: Ctx): void {
  function showTelephone(
    request: FormRequest,
    reply: FastifyReply,
    { form, page }: OpenContact,
    typed: Typed,
    { errors, doubts }: { readonly errors?: FieldMessages; readonly doubts?: Doubts } = {},
  ) {
    return renderPage(request, reply, 'candidate/contact/telephone.njk', {
      ...formModel(request, form, say('Change your telephone number')),
      errors,
      doubts,
      typed,
      fields: fieldsOf(correctableInputs(page), typed),
      seen: fingerprintOf(page, form.order.facts, form.scope.today),
    });
  }

  pages.get('/telephone', openContact, (request, reply, open) => {
    const { form, page } = open;
    return showTelephone(request, reply, open, prefilled(page, form.order.facts, form.scope.today) as Typed);
  });

  pages.post('/telephone', openContact, async (request, reply, open) => {
    const typed = readTyped(open.page, request.body ?? {});
    const isSure = (asked: Doubts) => asked.seen === request.body?.sure;
    const doubts = await doubtsOn(open.form, open.page, typed);
    if (doubts !== undefined && !isSure(doubts))
      return showTelephone(request, reply.status(422), open, typed, { doubts });
    try {
      await changeOwnContact(ctx, open.form, String(request.body?.seen ?? ''), typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const { unchanged, version, ...fields } = error.fields;
      const isSame = unchanged !== undefined && Object.keys(fields).length === 0 && version === undefined;
      if (isSame) return reply.redirect(`${formBase(request)}/status`, 303);
      const [first] = open.page.inputs;
      const said = version === undefined ? {} : { [first!.name]: [say(CHANGED.version)] };
      return showTelephone(request, reply.status(422), open, typed, { errors: { ...sayFields(fields), ...said } });
    }
    return reply.redirect(`${formBase(request)}/status?changed`, 303);
  });

  function showEmail(
    request: FormRequest,
    reply: FastifyReply,
    form: OpenForm,
    more: { readonly [n: string]: unknown },
  ) {
    return renderPage(request, reply, 'candidate/contact/email.njk', {
      ...formModel(request, form, say('Change your email address')),
      email: '',
      ...more,
    });
  }

  pages.get('/email', requireOngoing, (request, reply, form) => showEmail(request, reply, form, {}));

  pages.post('/email', requireOngoing, async (request, reply, form) => {
    const email = String(request.body?.email ?? '').trim();
    const does = request.body?.do;
    if (does === 'change') return showEmail(request, reply, form, { email });
    const refuse = () =>
      showEmail(request, reply.status(422), form, {
        ...{ email },
        errors: { email: [say('Enter an email address at which mail reaches you, such as name@example.com')] },
      });
    if (email === '' || emailFaults(email).length > 0) return refuse();
    // Whoever mistypes it would lose their own page: they look at it once more.
    if (does !== 'send')
      return showEmail(request, reply, form, { email, isToConfirm: true, meant: suggestedEmail(email) });
    try {
      await changeOwnEmail(ctx, form, email);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return refuse();
    }
    return renderPage(request, reply, 'shared/mailed-links/ending.njk', {
      ...formModel(request, form, say('We have sent a link to your new address')),
      text: [
        say(
          'Open it to go on: opening it confirms that {email} is your address. The links that we sent before no longer work.',
          { email },
        ),
      ],
    });
  });
}
