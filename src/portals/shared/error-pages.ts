// The error pages: what happened, what was saved, what to do, and an id to quote.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { goesOn, type Maintenance } from '../../lib/maintenance.ts';
import { isOverRefusal, isRestrictedRefusal, type RefusalReason } from '../../lib/refusal.ts';
import { say, sayText } from '../../messages/say.ts';
import { speaking } from '../../messages/spoken-language.ts';
import type { RenderError } from '../../platform/http/rendered-error.ts';
import { refusalOf } from '../../platform/http/request-refusals.ts';
import { languageOfForm } from './form-tokens.ts';
import { languageOf } from './mailed-links/languages.ts';
import { isLinkFound } from './mailed-links/link-request.ts';
import { maintenanceWords } from './maintenance-notice.ts';
import { britishDateTime } from './page-filters.ts';
import { pageHeaders } from './page-headers.ts';
import { HTML, renderHtml } from './page-renderer.ts';
import { errorContextIfAny } from './portal-context.ts';
import { type Frame, frameOf, SIGN_IN_PATH } from './shell.ts';

interface ErrorPage {
  readonly status: number;
  readonly title: string;
  readonly text: readonly string[];
  /** The error is temporary: trying again may work. */
  readonly isPassing?: true;
}

const notFound: ErrorPage = {
  status: 404,
  title: 'Page not found',
  text: [
    'If you typed the web address, check that it is right.',
    'If you followed a link, the page may have moved or may belong to somebody else’s account.',
    'If the link was in an email about your own background check, open it again from the newest email.',
  ],
};
const linkNotFound: ErrorPage = {
  status: 404,
  title: 'This link does not open',
  text: [
    'A part of it may be missing. Go back to the email or message it was in, and press the link there, or copy the whole address into your browser.',
    'If there are several emails, use the newest one: an older link may have been replaced.',
    'If it still does not open, ask whoever sent it to you for a new one.',
  ],
};
const notUnderstood: ErrorPage = {
  status: 400,
  title: 'We could not read what was sent',
  text: ['Nothing was changed. Go back and try again.'],
};
const signInNeeded: ErrorPage = {
  status: 401,
  title: 'You need to sign in',
  text: ['You may have been signed out because you were away for a while. What you had saved is still there.'],
};
const notAllowed: ErrorPage = {
  status: 403,
  title: 'You cannot do this',
  text: ['Your user does not have the permission that this page needs. Ask an administrator of your account.'],
};
const changedMeanwhile: ErrorPage = {
  status: 409,
  title: 'This has changed in the meantime',
  text: ['Nothing was changed by your last step. Load the page again to see the current state.'],
  isPassing: true,
};
const restricted: ErrorPage = {
  status: 409,
  title: 'The data of this person are restricted',
  text: [
    'Until the restriction is lifted, their data are only kept: work on their orders has stopped, and results are not shown.',
    'Nothing was changed by your last step.',
  ],
};
const orderOver: ErrorPage = {
  status: 409,
  title: 'This order is over',
  text: ['What was said with it stays as it was when the order ended.', 'Nothing was changed by your last step.'],
};
const tooLarge: ErrorPage = {
  status: 413,
  title: 'That is too large',
  text: ['Nothing was saved. Go back and send less at once.'],
};
const tooOften: ErrorPage = {
  status: 429,
  title: 'Too many attempts',
  text: ['Nothing was changed. Wait a few minutes and try again.'],
  isPassing: true,
};
const unavailable: ErrorPage = {
  status: 503,
  title: 'The service is not available just now',
  text: ['What you had saved is still there. Try again in a minute.'],
  isPassing: true,
};
const broken: ErrorPage = {
  status: 500,
  title: 'Sorry, something went wrong on our side',
  text: ['What you had saved is still there. Try again in a minute.'],
  isPassing: true,
};

const staleForm: ErrorPage = {
  status: 403,
  title: 'This page had become too old',
  text: ['Nothing was changed. Load the page again and send it once more.'],
  isPassing: true,
};

const unreadableText: ErrorPage = {
  ...notUnderstood,
  text: ['Nothing was changed. Something that was sent has invisible characters in it: go back and type it again.'],
};

const pages: Readonly<Record<RefusalReason, ErrorPage>> = {
  malformed_request: notUnderstood,
  unauthenticated: signInNeeded,
  wrong_environment: notFound,
  read_only_user: notAllowed,
  not_permitted: notAllowed,
  https_required: { ...notAllowed, title: 'This page needs a secure connection', text: ['Use its https address.'] },
  not_found: notFound,
  method_not_allowed: notFound,
  invalid_fields: notUnderstood,
  unknown_report_name: notUnderstood,
  variant_not_allowed: notUnderstood,
  requirements_not_met: notUnderstood,
  check_ongoing: changedMeanwhile,
  state_does_not_allow: changedMeanwhile,
  already_taken: changedMeanwhile,
  idempotency_in_progress: changedMeanwhile,
  idempotency_key_reused: changedMeanwhile,
  too_large: tooLarge,
  unsupported_media_type: notUnderstood,
  rate_limited: tooOften,
  service_unavailable: unavailable,
};

function pageFor(error: unknown, request: FastifyRequest | undefined): ErrorPage {
  if (isRestrictedRefusal(error)) return restricted;
  if (isOverRefusal(error)) return orderOver;
  const refusal = refusalOf(error);
  const page = refusal === undefined ? broken : pages[refusal.reason];
  const isLink = request !== undefined && linkOf(request) !== undefined && !isLinkFound(request);
  return page === notFound && isLink ? linkNotFound : page;
}

/** The beginning of the address of a page that candidates or referees open by a link, with the token. */
const linkOf = ({ url }: FastifyRequest): string | undefined => /^\/(?:form|reference|start)\/[\w-]+/.exec(url)?.[0];

/** To a candidate or a referee, who can have a fresh link mailed. */
function freshLink({ url }: FastifyRequest): Link | undefined {
  const href = ['/form', '/reference'].find((path) => url.startsWith(`${path}/`));
  return href === undefined ? undefined : { text: 'Get a fresh link by email', href };
}

interface ErrorFrame extends Partial<Pick<Frame, 'menu' | 'homeUrl'>> {
  readonly home: Link;
}

interface Link {
  readonly text: string;
  readonly href: string;
}

/** The frame without the sign-out button, because an error page has no form token. */
function errorFrameOf(request: FastifyRequest | undefined): ErrorFrame {
  const known = request && frameOf(request);
  if (known !== undefined) {
    const { menu, homeUrl } = known;
    return { menu, homeUrl, home: { text: 'Go to the first page', href: homeUrl } };
  }
  // Candidates and referees are led to the start of what they were asked, not to the sign-in of clients and screeners.
  const link = request && linkOf(request);
  return link === undefined
    ? { home: { text: 'Go to the sign-in page', href: SIGN_IN_PATH } }
    : { homeUrl: link, home: { text: 'Go to the start', href: link } };
}

/** The requested page, or the page of the submitted form; undefined if there is none. */
function samePage(request: FastifyRequest | undefined): Link | undefined {
  const route = request?.routeOptions.url;
  if (route === undefined || request!.server.findRoute({ method: 'GET', url: route }) === null) return undefined;
  return { text: 'Load the page again', href: request!.url };
}

/** Whatever is there once the service is back; the sign-in page would not answer now, either. */
const sameAddress = (request: FastifyRequest | undefined): Link | undefined =>
  request?.method === 'GET' ? { text: 'Load the page again', href: request.url } : undefined;

/** While the service is away for planned maintenance. */
function maintenanceError(notice: Maintenance) {
  const until = britishDateTime(notice.to);
  return {
    title: say('We are away for planned maintenance'),
    text: [
      say('The service is expected back by {until}, UK time.', { until }),
      maintenanceWords(notice),
      say('What you had saved is still there.'),
    ].filter((text) => text !== ''),
  };
}

function htmlOf(page: ErrorPage, errorId: string, request: FastifyRequest | undefined): string {
  const isWelsh = request !== undefined && [languageOf(request), languageOfForm(request)].includes('cy');
  return speaking(isWelsh ? 'cy' : 'en', () => saidHtmlOf(page, errorId, request));
}

function saidHtmlOf(page: ErrorPage, errorId: string, request: FastifyRequest | undefined): string {
  const { title, text, isPassing } = page;
  const { home, ...frame } = errorFrameOf(request);
  const context = request && errorContextIfAny(request);
  const operatorName = context?.settings.operatorName;
  const isDeadLink = page === linkNotFound;
  const again = isDeadLink ? freshLink(request!) : undefined;
  const notice = page === unavailable ? context?.maintenance() : undefined;
  const planned = notice !== undefined && goesOn(notice, context!.now()) ? notice : undefined;
  const same = isPassing && samePage(request);
  const goOn = isDeadLink ? again : same || (planned === undefined ? home : sameAddress(request));
  const said =
    planned !== undefined
      ? maintenanceError(planned)
      : { title: sayText(title), text: text.map((one) => sayText(one)) };
  const link = goOn && { ...goOn, text: sayText(goOn.text) };
  return renderHtml('shared/error.njk', { operatorName, ...frame, ...said, goOn: link, errorId }, '');
}

/** The page for an error that a portal route threw, or for an unknown address. */
export const renderPortalError: RenderError = (error, requestId, request) => {
  const page = pageFor(error, request);
  return {
    status: page.status,
    contentType: HTML,
    body: htmlOf(page, requestId, request),
    headers: { ...pageHeaders, 'cache-control': 'no-store' },
  };
};

const sends = (page: ErrorPage) => (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .status(page.status)
    .type(HTML)
    .send(htmlOf(page, request.id, request));

/** The answer to a form from another session, from a page that was open too long, or from another site. */
export const sendStaleFormPage = sends(staleForm);

/** The answer to a form or an address with control characters. */
export const sendUnreadableTextPage = sends(unreadableText);
