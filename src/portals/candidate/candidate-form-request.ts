// Finds the form of a request by its link, and checks that this device has entered the code.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { openFormLink } from '../../features/candidate-form/form-actions.ts';
import type { FormFront, OpenForm } from '../../features/candidate-form/open-form.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import type { PageModel } from '../shared/page-renderer.ts';
import { candidateCookieName, cookieAttributes } from '../shared/portal-cookies.ts';

export interface FormParams {
  readonly token: string;
}

export type FormRequest = FastifyRequest<{
  Params: FormParams & { readonly page?: string; readonly key?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const cookieOf = (request: FormRequest) => candidateCookieName(request.params.token);

export const sessionTokenOf = (request: FormRequest): string | undefined => request.cookies[cookieOf(request)];

export function setSessionCookie({ settings }: Ctx, request: FormRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieOf(request), token, { ...cookieAttributes, maxAge: settings.candidateSessionIdleMinutes * 60 });
}

export function clearSessionCookie(request: FormRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieOf(request), cookieAttributes);
}

export const formBase = (request: FormRequest): string => `/form/${request.params.token}`;

/** What everybody may see who has the link. */
export const openFront = async (ctx: Ctx, { params }: FormRequest): Promise<FormFront> =>
  (await openFormLink(ctx, params.token, undefined)).front;

export async function openRequestedForm(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<{ readonly front: FormFront; readonly form: OpenForm | undefined }> {
  const token = sessionTokenOf(request);
  const opened = await openFormLink(ctx, request.params.token, token);
  const { accountId, environment, checkId } = opened.front.link;
  addLogFields(request, { accountId, environment, resourceId: checkId });
  if (opened.form?.isProlonged === true) setSessionCookie(ctx, request, reply, token!);
  return opened;
}

/** The form, for a page behind the code; everybody else is redirected to the first page. */
export async function requireForm(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form?.status === 'awaiting_applicant') return form;
  reply.redirect(formBase(request), 303);
  return undefined;
}

type Open<Opened> = (ctx: Ctx, request: FormRequest, reply: FastifyReply) => Promise<Opened | undefined>;

/** @param open finds what the page shows; undefined if it has sent an answer already */
type AddFormPage = <Opened>(
  path: string,
  open: Open<Opened>,
  handle: (request: FormRequest, reply: FastifyReply, opened: Opened) => Promise<FastifyReply> | FastifyReply,
) => void;

export interface FormPages {
  readonly get: AddFormPage;
  readonly post: AddFormPage;
}

/** Registers pages; their paths are relative to the link of the form. */
export function formPages(app: FastifyInstance, ctx: Ctx): FormPages {
  const adds =
    (method: 'GET' | 'POST'): AddFormPage =>
    (path, open, handle) =>
      void app.route({
        method,
        url: `/form/:token${path}`,
        async handler(request, reply) {
          const opened = await open(ctx, request as FormRequest, reply);
          return opened === undefined ? reply : handle(request as FormRequest, reply, opened);
        },
      });
  return { get: adds('GET'), post: adds('POST') };
}

export interface FormModel extends PageModel {
  /** The form's path, without a trailing slash. */
  readonly base: string;
  readonly accountName: string;
}

export function formModel(request: FormRequest, front: FormFront, title: string): FormModel {
  const base = formBase(request);
  return { title, base, accountName: front.accountName, homeUrl: base };
}
