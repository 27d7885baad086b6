// The links by which candidates give their names: the list, and one with those who wait for an order.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { todayFor } from '../../../context.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import {
  listOrderLinks,
  listWaitingCandidates,
  type OrderLink,
  orderLinkUri,
  readOrderLink,
  refuseCandidates,
  releaseCandidates,
  stopOrderLink,
  type WaitingCandidate,
} from '../../../features/order-links/order-link-actions.ts';
import { type LinkStanding, WAITING_DAYS } from '../../../features/order-links/order-link-rules.ts';
import { mostShown, readNewestOrders } from '../../../features/orders/same-person-order-actions.ts';
import { isPlannedDay } from '../../../features/work-starts/work-start-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { qrPicture } from '../../../lib/qr-picture.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { repeatedRows } from '../../shared/bulk-orders/bulk-rows.ts';
import { itemsOf, judgeRows } from '../../shared/bulk-orders/judged-rows.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { pricesChanged } from '../../shared/orders/confirmed-prices.ts';
import { chosenIn, orderWords, type TypedOrder, typedText, withAgreedLists } from '../../shared/orders/order-form.ts';
import {
  inEnvironmentOf,
  OF_NO_SUBSIDIARY,
  type OpenedOrder,
  type OrderRequest,
  openOrder,
  urgentPenceOf,
} from '../../shared/orders/order-submission.ts';
import { answersOf, pricesOf } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { bulkCallerOf, clientOrderer } from '../client-caller.ts';
import { orderLinksPath } from './new-order-link.ts';

const standings: Readonly<Record<LinkStanding, { readonly text: string; readonly classes?: string }>> = {
  open: { text: 'Open', classes: 'govuk-tag--green' },
  full: { text: 'Full', classes: 'govuk-tag--yellow' },
  over: { text: 'Over', classes: 'govuk-tag--grey' },
  stopped: { text: 'Stopped', classes: 'govuk-tag--grey' },
};

/** More are ordered with all, and not ticked. */
const SHOWN_AT_MOST = 200;

const done: Readonly<Record<string, string>> = {
  made: 'The link is made. Copy its address, or print the code.',
  refused: 'They are refused, and what they gave is deleted.',
  stopped: 'The link takes no more names.',
};

interface OpenedLink extends OpenedOrder {
  readonly link: OrderLink;
}

/** What the link orders, as the account may order it today. */
function withLink(one: OpenedOrder, link: OrderLink): OpenedLink {
  const subsidiary = one.subsidiaries.length === 0 ? {} : { subsidiary: [link.subsidiaryId ?? OF_NO_SUBSIDIARY] };
  const { urgent, starts_on: startsOn, ...inputs } = link.inputs;
  const isPlanned = isPlannedDay(typedText(link.inputs, 'starts_on'), todayFor(one.ctx, one.orderer.caller));
  const typed = withAgreedLists(
    {
      ...{ ...inputs, ...subsidiary },
      // No longer agreed, or past: nobody could change it, and the link would order for nobody.
      ...(urgent && one.orderable.urgent !== undefined && { urgent }),
      ...(startsOn && isPlanned && { starts_on: startsOn }),
    },
    one.orderable,
  );
  return { ...one, link, typed, chosen: chosenIn(typed, one.orderable) };
}

const inputsOf = ({ firstName, lastName, hasOneName, dob, email }: WaitingCandidate): TypedOrder => {
  const [day, month, year] = dayParts(dob);
  return {
    ...{ first_name: [firstName], last_name: [lastName], email: [email] },
    ...(hasOneName === true ? { has_one_name: ['yes'] } : {}),
    ...{ 'dob-day': [day], 'dob-month': [month], 'dob-year': [year] },
  };
};

const sheetOf = (candidates: readonly WaitingCandidate[]) =>
  candidates.map((candidate, at) => ({ rowNumber: at + 1, typed: inputsOf(candidate) }));

async function show(one: OpenedLink, errors?: FieldMessages): Promise<FastifyReply> {
  const { ctx, request, reply, environment, link, orderable, typed, chosen } = one;
  const caller = bulkCallerOf(one);
  const waiting = await listWaitingCandidates(ctx, caller, link.id);
  const people = waiting.map(({ firstName, lastName, ...person }) => ({
    first_name: firstName,
    last_name: lastName,
    ...person,
  }));
  const newest = await readNewestOrders(ctx, caller, people);
  const repeated = repeatedRows(sheetOf(waiting));
  const uri = await orderLinkUri(ctx, caller, link.id);
  const { confirmed, reports, total, contained, doubled, laws } = answersOf(
    typed,
    chosen,
    orderable,
    urgentPenceOf(one),
  );
  if (errors !== undefined) reply.status(422);
  return renderPage(request, reply, 'client/order-links/order-link.njk', {
    title: link.name,
    environment,
    scripts: ['copy.js'],
    back: { text: 'Links for candidates', href: inEnvironmentOf(one, orderLinksPath) },
    action: inEnvironmentOf(one, `${orderLinksPath}/${link.id}`),
    ...{ link, errors, uri, reports, total, contained, doubled, laws, confirmed, mostShown },
    done: errors === undefined ? done[String(request.query.done)] : undefined,
    picture: qrPicture(uri),
    needsApproval: await needsApproval(ctx, caller),
    standing: standings[link.standing],
    subsidiary: one.subsidiaries.find(({ id }) => id === link.subsidiaryId)?.name,
    waitingDays: WAITING_DAYS,
    more: Math.max(0, waiting.length - SHOWN_AT_MOST),
    waiting: { count: waiting.length, last: waiting.at(-1)?.id },
    candidates: waiting.slice(0, SHOWN_AT_MOST).map((candidate, at) => ({
      ...candidate,
      name: fullName(candidate.firstName, candidate.lastName),
      before: at < mostShown ? newest[at] : undefined,
      isRepeated: repeated.has(at + 1),
      problems: Object.values(messagesOf(candidate.problems ?? {}, orderWords(chosen))).flat(),
    })),
  });
}

/**
 * Those who are ticked, or all who waited when the page was opened: nobody orders for whom they did not see. Refuses with
 * `state_does_not_allow` where one of them does not wait any more.
 */
function chosenCandidates({ request: { body } }: OpenedLink, waiting: readonly WaitingCandidate[]): WaitingCandidate[] {
  const sent = [body?.do === 'order_all' ? body.last : body?.candidates].flat().filter((id) => id !== undefined);
  const places = sent.map((sentId) => waiting.findIndex(({ id }) => id === sentId));
  if (places.includes(-1)) throw new Refusal('state_does_not_allow');
  return body?.do === 'order_all' ? waiting.slice(0, places[0]! + 1) : waiting.filter((_, at) => places.includes(at));
}

const nobody: FieldMessages = { candidates: ['Tick the candidates first'] };
const meanwhile: FieldMessages = {
  candidates: ['Somebody ordered for one of them, or refused them, in the meantime: look again at who waits'],
};

/** With two addresses: each is another person, or the same one who came again. */
const standsTwice = { text: 'stands here twice. Order for one, and refuse the other' };

/** Whom somebody refuses is deleted at once. */
async function askToRefuse(one: OpenedLink, candidates: readonly WaitingCandidate[]): Promise<FastifyReply> {
  const action = inEnvironmentOf(one, `${orderLinksPath}/${one.link.id}`);
  return renderPage(one.request, one.reply, 'client/order-links/refuse.njk', {
    title: candidates.length === 1 ? 'Refuse this candidate?' : `Refuse ${candidates.length} candidates?`,
    environment: one.environment,
    action,
    candidates: candidates.map(({ id, firstName, lastName }) => ({ id, name: fullName(firstName, lastName) })),
  });
}

async function release(one: OpenedLink, candidates: readonly WaitingCandidate[]): Promise<FastifyReply> {
  if (one.request.body?.confirmed !== pricesOf(one.chosen, one.orderable, urgentPenceOf(one)))
    return show(one, pricesChanged);
  const typed = sheetOf(candidates);
  const rows = await judgeRows(one, typed);
  const repeated = repeatedRows(typed);
  const wrong = rows.flatMap(({ problems, rowNumber }, at) =>
    (repeated.has(rowNumber) ? [standsTwice] : problems).map(
      ({ text }) => `${candidates[at]!.firstName} ${candidates[at]!.lastName}: ${text}`,
    ),
  );
  if (wrong.length > 0) return show(one, { candidates: [...new Set(wrong)] });
  const id = await releaseCandidates(one.ctx, bulkCallerOf(one), one.link.id, {
    items: itemsOf(one.chosen),
    rows: rows.map((row, at) => ({ ...row, id: candidates[at]!.id })),
  });
  return one.reply.redirect(inEnvironmentOf(one, `${bulkOrderPath}/${id}`), 303);
}

async function answer(one: OpenedLink): Promise<FastifyReply> {
  const { ctx, request, reply, link } = one;
  const caller = bulkCallerOf(one);
  const path = inEnvironmentOf(one, `${orderLinksPath}/${link.id}`);
  const doneHref = (what: string) => `${path}${path.includes('?') ? '&' : '?'}done=${what}`;
  const step = String(request.body?.do);
  if (step === 'stop') {
    await stopOrderLink(ctx, caller, link.id);
    return reply.redirect(doneHref('stopped'), 303);
  }
  try {
    const candidates = chosenCandidates(one, await listWaitingCandidates(ctx, caller, link.id));
    if (candidates.length === 0) return await show(one, nobody);
    if (step === 'refuse') return askToRefuse(one, candidates);
    if (step !== 'refuse_sure') return await release(one, candidates);
    await refuseCandidates(
      ctx,
      caller,
      link.id,
      candidates.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'state_does_not_allow') throw error;
    return show(one, meanwhile);
  }
  return reply.redirect(doneHref('refused'), 303);
}

export function orderLinksPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;

  pages.get(orderLinksPath, options, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    const links = await listOrderLinks(ctx, bulkCallerOf(one));
    return renderPage(request, reply, 'client/order-links/order-links.njk', {
      title: 'Links for candidates',
      environment: one.environment,
      newHref: inEnvironmentOf(one, bulkOrderPath),
      today: todayFor(ctx, one.orderer.caller),
      hasSubsidiaries: one.subsidiaries.length > 0,
      links: links.map((link) => ({
        ...link,
        href: inEnvironmentOf(one, `${orderLinksPath}/${link.id}`),
        tag: standings[link.standing],
        subsidiary: one.subsidiaries.find(({ id }) => id === link.subsidiaryId)?.name,
      })),
    });
  });

  async function open(request: OrderRequest, reply: FastifyReply, user: Parameters<typeof clientOrderer>[1]) {
    const { id } = request.params as { readonly id: string };
    if (!isUuid(id)) throw new Refusal('not_found');
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    return withLink(one, await readOrderLink(ctx, bulkCallerOf(one), id));
  }

  const path = `${orderLinksPath}/:id`;
  pages.get(path, options, async (request: OrderRequest, reply, user) => show(await open(request, reply, user)));
  pages.post(path, options, async (request: OrderRequest, reply, user) => answer(await open(request, reply, user)));
}
