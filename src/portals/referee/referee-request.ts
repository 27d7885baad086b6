// Finds the reference of a request by its link, and checks that this device has entered the code.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import { askedOf } from '../../features/references/asked-questionnaire-rules.ts';
import { placeAsked } from '../../features/references/claim-rules.ts';
import {
  chooseReferenceLanguage,
  type OpenReference,
  openReferenceLink,
  type ReferenceFront,
  referenceLink,
} from '../../features/references/reference-answer-actions.ts';
import { toldRows } from '../../features/references/told-rules.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { say } from '../../messages/say.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import { nameDraftAuthor } from '../shared/drafts/drafts.ts';
import type { LinkFront } from '../shared/mailed-links/code-page.ts';
import { chosenLanguage, nameLanguages } from '../shared/mailed-links/languages.ts';
import {
  type LinkModel,
  type LinkRequest,
  linkModel,
  nameLinkAccount,
  sessionTokenOf,
  setSessionCookie,
} from '../shared/mailed-links/link-request.ts';

export const PREFIX = '/reference';

export const referenceBase = (request: LinkRequest): string => `${PREFIX}/${request.params.token}`;

export const referenceModel = (request: LinkRequest, front: ReferenceFront, title: string): LinkModel =>
  linkModel(referenceBase(request), front.accountName, title);

/** Which firm asks, with its number, and since when, where the reference must have it. */
function askerRows({ questionnaire, accountName, firmNumber, reference }: OpenReference) {
  if (questionnaire.isRegulatory !== true) return [];
  const firm = accountName;
  const named = firmNumber === '' ? firm : say('{firm}, firm reference number {number}', { firm, number: firmNumber });
  return [
    { label: say('Firm that asks'), text: named },
    { label: say('Day of the request'), text: formatLongDate(ukDateOf(reference.requestedAt)) },
  ];
}

/** What every page behind the code says of whom and what the reference is about. */
export function subjectModel(form: OpenReference) {
  const { candidateName, reference } = form;
  const { request } = reference;
  const place = placeAsked(request.claim);
  return {
    asker: askerRows(form),
    candidateName,
    place,
    which: place === undefined ? undefined : request.which,
    told: toldRows(request),
  };
}

/** The questions in the language of the page. Those of the form were read before that was known, in English, for the rules. */
export const shownQuestions = ({ reference }: OpenReference) => askedOf(reference);

/** The reference as the page of the code needs it. */
export const linkFront = (request: LinkRequest, front: ReferenceFront): LinkFront => ({
  link: referenceLink(front),
  isOpen: front.isOpen || front.isSent || front.isDeclined,
  model: (title) => referenceModel(request, front, title),
});

export async function openRequested(
  ctx: Ctx,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<{ readonly front: ReferenceFront; readonly form: OpenReference | undefined }> {
  const token = sessionTokenOf(request);
  const opened = await openLink(ctx, request, token);
  const { accountId, environment } = opened.front.caller;
  addLogFields(request, { accountId, environment, resourceId: opened.front.id });
  if (opened.form !== undefined)
    nameDraftAuthor(request, { author: opened.front.caller.actor, base: referenceBase(request) });
  if (opened.form?.isProlonged === true) setSessionCookie(ctx, request, reply, token!);
  return opened;
}

export const openFront = async (ctx: Ctx, request: LinkRequest): Promise<ReferenceFront> =>
  (await openLink(ctx, request, undefined)).front;

async function openLink(ctx: Ctx, request: LinkRequest, sessionToken: string | undefined) {
  const opened = await openReferenceLink(ctx, request.params.token, sessionToken);
  const { front } = opened;
  nameLinkAccount(request, front.caller.accountId);
  if (front.language !== null) {
    const spoken = chosenLanguage(request) ?? front.language;
    if (spoken !== front.language) await chooseReferenceLanguage(ctx, front, spoken);
    nameLanguages(request, { spoken, base: referenceBase(request) });
  }
  return opened;
}

/** A page behind the code, for those to whom it is of use; everybody else is redirected to the first page. */
const requireWhere =
  (isShown: (form: OpenReference) => boolean) =>
  async (ctx: Ctx, request: LinkRequest, reply: FastifyReply): Promise<OpenReference | undefined> => {
    const { form } = await openRequested(ctx, request, reply);
    if (form !== undefined && isShown(form)) return form;
    reply.redirect(referenceBase(request), 303);
    return undefined;
  };

/** The open reference. */
export const requireReference = requireWhere(({ isOpen }) => isOpen);

/** The open reference, or one that its referee corrects. */
export const requireAnswers = requireWhere(({ isOpen, isCorrecting }) => isOpen || isCorrecting);

/** The reference of somebody who has entered the code, sent, declined or neither. */
export const requireEntered = requireWhere(({ isOpen, isSent, isDeclined }) => isOpen || isSent || isDeclined);

/** A reference that its referee has declined. */
export const requireDeclined = requireWhere(({ isDeclined }) => isDeclined);

/** A reference that its referee has sent. */
export const requireSent = requireWhere(({ isSent }) => isSent);
