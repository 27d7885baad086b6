// Finds the form of a request by its link, and checks that this device has entered the code.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { additionForm } from '../../features/candidate-form/added-form-rules.ts';
import { chooseLanguage, formLink } from '../../features/candidate-form/form-access-actions.ts';
import { openFormLink } from '../../features/candidate-form/form-actions.ts';
import type { FormFront, OpenForm } from '../../features/candidate-form/open-form.ts';
import type { TypedFrom } from '../../features/mailed-links/code-rules.ts';
import { fullName } from '../../lib/person-names.ts';
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
import { portalContext } from '../shared/portal-context.ts';

export type FormRequest = LinkRequest;
export type FormPages = LinkPages;
export interface FormModel extends LinkModel {
  readonly typing?: { readonly from: TypedFrom; readonly name: string; readonly orderHref: string };
}

/** The desk's page of an order. */
const deskOrderPath = '/desk/orders';

const PREFIX = '/form';

export const formBase = (request: FormRequest): string => `${PREFIX}/${request.params.token}`;

/** The page of all answers, if the candidate came from there: they return to it. */
export const returnTo = (value: unknown): 'answers' | undefined => (value === 'answers' ? 'answers' : undefined);

export const formPages = (app: FastifyInstance, ctx: Ctx): FormPages => linkPages(app, ctx, PREFIX);

export const formModel = (request: FormRequest, front: FormFront | OpenForm, title: string): FormModel => ({
  ...linkModel(formBase(request), front.accountName, title),
  ...('typist' in front && front.typist !== undefined && { typing: typingOf(request, front) }),
});

/** What stands above every page while somebody of the desk types. */
function typingOf(request: FormRequest, { typist, order, link }: OpenForm) {
  const name = fullName(order.facts.first_name, order.facts.last_name);
  const { deskUrl } = portalContext(request).settings;
  return { from: typist!.from, name, orderHref: `${deskUrl}${deskOrderPath}/${link.checkId}` };
}

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
  const { front, form } = opened;
  nameLinkAccount(request, front.link.accountId);
  // Who types for a candidate reads English, and changes nothing of what the candidate reads.
  if (front.language !== null && form?.typist === undefined) {
    const spoken = chosenLanguage(request) ?? front.language;
    if (spoken !== front.language) await chooseLanguage(ctx, front, spoken);
    nameLanguages(request, { spoken, base: formBase(request) });
  }
  return opened;
}

interface Opened {
  readonly front: FormFront;
  readonly form: OpenForm | undefined;
}

/** Of the candidate's own device, or of somebody of the desk who types for them as long as something is asked. */
export async function openDevice(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<Opened> {
  const token = sessionTokenOf(request);
  const opened = await openLink(ctx, request, token);
  const { accountId, environment, checkId } = opened.front.link;
  addLogFields(request, { accountId, environment, resourceId: checkId });
  const { typist } = opened.form ?? {};
  if (typist !== undefined && openPart(opened.form!) === undefined) return { ...opened, form: undefined };
  const author = typist === undefined ? `candidate:${checkId}` : `desk:${typist.userId}:${checkId}`;
  if (opened.form !== undefined) nameDraftAuthor(request, { author, base: formBase(request) });
  if (opened.form?.isProlonged === true) setSessionCookie(ctx, request, reply, token!);
  return opened;
}

/** For pages that are the candidate's alone: their rights, what became of the form, what they write to us. */
export async function openRequestedForm(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<Opened> {
  const { front, form } = await openDevice(ctx, request, reply);
  return { front, form: form?.typist === undefined ? form : undefined };
}

/** What is typed on this device, by whomever. */
export async function requireDevice(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenForm | undefined> {
  const { form } = await openDevice(ctx, request, reply);
  if (form === undefined) reply.redirect(formBase(request), 303);
  return form;
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
  const { form } = await openDevice(ctx, request, reply);
  const open = form && openPart(form);
  if (open !== undefined) return open;
  reply.redirect(formBase(request), 303);
  return undefined;
}
