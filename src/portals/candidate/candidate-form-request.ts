// Finds the form of a request by its link, and checks that this device has entered the code.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { additionForm } from '../../features/candidate-form/added-form-rules.ts';
import { chooseLanguage, formLink } from '../../features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../features/candidate-form/form-actions.ts';
import type { FormFront, OpenForm } from '../../features/candidate-form/open-form.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import { nameDraftAuthor } from '../shared/drafts/drafts.ts';
import type { LinkFront } from '../shared/mailed-links/code-page.ts';
import { chosenLanguage, nameLanguages } from '../shared/mailed-links/languages.ts';
import {
  type LinkModel,
  type LinkPages,
  type LinkRequest,
  linkModel,
  linkPages,
  nameLinkAccount,
  sessionTokenOf,
  setSessionCookie,
} from '../shared/mailed-links/link-request.ts';

export type FormRequest = LinkRequest;
export type FormPages = LinkPages;
export type FormModel = LinkModel;

const PREFIX = '/form';

export const formBase = (request: FormRequest): string => `${PREFIX}/${request.params.token}`;

/** The page of all answers, if the candidate came from there: they return to it. */
export const returnTo = (value: unknown): 'answers' | undefined => (value === 'answers' ? 'answers' : undefined);

export const formPages = (app: FastifyInstance, ctx: Ctx): FormPages => linkPages(app, ctx, PREFIX);

export const formModel = (request: FormRequest, front: FormFront, title: string): FormModel =>
  linkModel(formBase(request), front.accountName, title);

/** The form as the page of the code needs it. */
export const linkFront = (request: FormRequest, front: FormFront): LinkFront => ({
  link: formLink(front),
  isOpen: front.isOpen && !front.isReplaced,
  model: (title) => formModel(request, front, title),
});

/** What everybody may see who has the link. */
export const openFront = async (ctx: Ctx, request: FormRequest): Promise<FormFront> =>
  (await openLink(ctx, request, undefined)).front;

async function openLink(ctx: Ctx, request: FormRequest, sessionToken: string | undefined) {
  const opened = await openFormLink(ctx, request.params.token, sessionToken);
  const { front } = opened;
  nameLinkAccount(request, front.link.accountId);
  if (front.language !== null) {
    const spoken = chosenLanguage(request) ?? front.language;
    if (spoken !== front.language) await chooseLanguage(ctx, front, spoken);
    nameLanguages(request, { spoken, base: formBase(request) });
  }
  return opened;
}

export async function openRequestedForm(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<{ readonly front: FormFront; readonly form: OpenForm | undefined }> {
  const token = sessionTokenOf(request);
  const opened = await openLink(ctx, request, token);
  const { accountId, environment, checkId } = opened.front.link;
  addLogFields(request, { accountId, environment, resourceId: checkId });
  if (opened.form !== undefined) nameDraftAuthor(request, { author: `candidate:${checkId}`, base: formBase(request) });
  if (opened.form?.isProlonged === true) setSessionCookie(ctx, request, reply, token!);
  return opened;
}

/** The form of this device, also after it was submitted. */
export async function requireSession(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form === undefined) reply.redirect(formBase(request), 303);
  return form;
}

/** The form once it is submitted, for a page that says what became of it. */
export async function requireSubmitted(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form?.isSubmitted) return form;
  reply.redirect(formBase(request), 303);
  return undefined;
}

/** What the candidate is to fill in: the form, or once that is sent, what was added since. */
export const openPart = (form: OpenForm): OpenForm | undefined =>
  form.status === 'awaiting_applicant' ? form : additionForm(form);

/** The form, for a page behind the code; everybody else is redirected to the first page. */
export async function requireForm(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  const open = form && openPart(form);
  if (open !== undefined) return open;
  reply.redirect(formBase(request), 303);
  return undefined;
}
