// Pages behind a mailed link, whose holder has no account: the token in their path, and the cookie of the device on
// which the code was entered.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { speaking } from '../../../messages/spoken-language.ts';
import { servingAccount } from '../../../platform/db/served-account.ts';
import { draftsUrlOf } from '../drafts/drafts.ts';
import type { PageModel } from '../page-renderer.ts';
import { cookieAttributes, linkCookieName } from '../portal-cookies.ts';
import { answerSentForm } from '../sent-forms.ts';
import { languageOf } from './languages.ts';

export type LinkRequest = FastifyRequest<{
  Params: { readonly token: string; readonly page?: string; readonly key?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const cookieOf = (request: LinkRequest) => linkCookieName(request.params.token);

export const sessionTokenOf = (request: LinkRequest): string | undefined => request.cookies[cookieOf(request)];

export const setSessionCookie = (ctx: Ctx, request: LinkRequest, reply: FastifyReply, session: string): void =>
  setSessionCookieOf(ctx, request.params.token, reply, session);

/** @param token of the link */
export function setSessionCookieOf({ settings }: Ctx, token: string, reply: FastifyReply, session: string): void {
  const maxAge = settings.candidateSessionIdleMinutes * 60;
  reply.setCookie(linkCookieName(token), session, { ...cookieAttributes, maxAge });
}

export function clearSessionCookie(request: LinkRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieOf(request), cookieAttributes);
}

export type OpenLink<Opened> = (ctx: Ctx, request: LinkRequest, reply: FastifyReply) => Promise<Opened | undefined>;

const accounts = new WeakMap<FastifyRequest, string>();

/** Call it when the link is found: its page then sees the rows of this account only. */
export const nameLinkAccount = (request: FastifyRequest, accountId: string): void => {
  accounts.set(request, accountId);
};

/** Whether the request came by a link that exists. */
export const isLinkFound = (request: FastifyRequest): boolean => accounts.has(request);

/** @param open finds what the page shows; undefined if it has sent an answer already */
type AddLinkPage = <Opened>(
  path: string,
  open: OpenLink<Opened>,
  handle: (request: LinkRequest, reply: FastifyReply, opened: Opened) => Promise<FastifyReply> | FastifyReply,
) => void;

export interface LinkPages {
  readonly get: AddLinkPage;
  readonly post: AddLinkPage;
}

/** Registers pages; their paths are relative to the link. @param prefix of the link, `/form` */
export function linkPages(app: FastifyInstance, ctx: Ctx, prefix: string): LinkPages {
  const adds =
    (method: 'GET' | 'POST'): AddLinkPage =>
    (path, open, handle) =>
      void app.route({
        method,
        url: `${prefix}/:token${path}`,
        async handler(request, reply) {
          const opened = await open(ctx, request as LinkRequest, reply);
          if (opened === undefined) return reply;
          const accountId = accounts.get(request);
          if (accountId === undefined) throw new Error('the page did not say whose link it opened');
          return servingAccount(accountId, async () => {
            // Only somebody who has entered the code makes anything.
            const answered = draftsUrlOf(request) === undefined ? undefined : await answerSentForm(request, reply);
            return answered ?? speaking(languageOf(request), () => handle(request as LinkRequest, reply, opened));
          });
        },
      });
  return { get: adds('GET'), post: adds('POST') };
}

export interface LinkModel extends PageModel {
  /** The link's path, without a trailing slash. */
  readonly base: string;
  readonly accountName: string;
  /** What stands before the paths of privacy, accessibility and help. */
  readonly aboutBase: string;
  /** The stylesheet with the client's colour and logo. */
  readonly brandUrl: string;
}

/** A page of the link; its wordmark leads to the first one. */
export const linkModel = (base: string, accountName: string, title: string): LinkModel => ({
  title,
  base,
  accountName,
  homeUrl: base,
  aboutBase: base,
  headerName: accountName,
  brandUrl: `${base}/brand.css`,
});
