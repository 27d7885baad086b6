// The page of one request about somebody's data, at the desk: what was asked, what was done, and what is to be done next.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { authorityOf, mayDo, type Permission } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { askMeaning, noteMeaning } from '../../../features/data-requests/clarification-actions.ts';
import { complaintSubjects, nobodyNamed, referrals, rootCauses } from '../../../features/data-requests/complaint.ts';
import {
  acknowledgeComplaint,
  assignRequest,
  referComplaint,
} from '../../../features/data-requests/complaint-actions.ts';
import {
  type DataRequest,
  deliveries,
  deliveriesFor,
  extensionReasons,
  identityProofs,
  isByOwnUser,
  isOfClient,
  isOfCopy,
  isOneOf,
  type Outcome,
  outcomesFor,
  requestKinds,
  requestWays,
  toldWays,
} from '../../../features/data-requests/data-request.ts';
import { awaitsWord, noteRecipientsTold } from '../../../features/data-requests/data-request-act-actions.ts';
import {
  askIdentity,
  confirmIdentity,
  extendRequest,
  type OpenedRequest,
  openDataRequest,
} from '../../../features/data-requests/data-request-actions.ts';
import {
  isIdentityAwaited,
  isMeaningAwaited,
  keepsFromEnding,
  mayAskIdentity,
  mayAskMeaning,
  mayExtend,
} from '../../../features/data-requests/data-request-rules.ts';
import { mayAnswer, maySee } from '../../../features/data-requests/request-authority.ts';
import { announceErasure } from '../../../features/retention/erasure-announcement-actions.ts';
import { answerRequest } from '../../../features/retention/erasure-refusal-actions.ts';
import { ERASED, fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn, radioItems } from '../../shared/form-fields.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { orderHref } from '../orders/order-address.ts';
import { announcedText, canMail, complaintForms, recordedOf } from './complaint-view.ts';
import { dataRequestsHref, dataRequestsPath, registerName, standingOf } from './data-requests-page.ts';
import { mentionsHref } from './mentions-page.ts';
import { aboutRequest } from './request-about.ts';
import { filesModel, requestFilePages } from './request-files.ts';
import { stepRow } from './request-steps.ts';
import { wordsWithOrders } from './words-with-orders.ts';

const path = `${dataRequestsPath}/:id`;
const reading = 'read_complaints' as const;
const permission = 'answer_complaints' as const;

type RequestRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const notices = {
  recorded: 'The request is recorded.',
  asked: 'The time counts again when they have shown who they are.',
  confirmed: 'The identity is confirmed: the time counts from that day.',
  extended: 'The time to answer is longer.',
  meaning: 'The time does not count until they have answered.',
  meant: 'The time counts again.',
  announced: 'It is recorded that they are told. You may erase them once the mail has left.',
  recipients: 'It is recorded that the others were told.',
  closed: 'The request is answered.',
  acknowledged: 'The complaint is acknowledged.',
  assigned: 'It is saved who deals with it.',
  referred: 'It is recorded who has it too.',
  attached: 'The file is added.',
  deleted: 'The file is deleted.',
};

interface Act {
  readonly text: string;
  readonly href: string;
}

const reportPages = {
  access: ['Make the copy', '/copy', 'erase_applicants'],
  portability: ['Make the copy', '/copy', 'erase_applicants'],
  erasure: ['Erase the person', '/erase', 'erase_applicants'],
  restriction: ['Restrict the data', '/restriction', 'ask_restrictions'],
  objection: ['Record the objection and decide', '/restriction', 'ask_restrictions'],
} as const satisfies Partial<Record<DataRequest['kind'], readonly [string, string, Permission]>>;

/** Where it is done that they ask for. */
function actOf({ request, check, key }: OpenedRequest, user: UserOf<'desk'>): Act | undefined {
  const { name, contact } = request.askedBy ?? nobodyNamed;
  if (request.asker !== null && name + contact !== '' && mayDo(user, 'decide_restrictions'))
    return { text: 'See what is held on them', href: mentionsHref(request.id) };
  if (check === undefined || key === undefined) return undefined;
  const page = (reportPages as Partial<Record<DataRequest['kind'], readonly [string, string, Permission]>>)[
    request.kind
  ];
  if (request.kind === 'complaint') return { text: 'Look at the order', href: orderHref(check.id) };
  if (page === undefined)
    return {
      text: request.kind === 'correction' ? 'Correct it in the order' : 'End the order',
      href: orderHref(check.id),
    };
  const [text, end, needed] = page;
  return mayDo(user, needed) ? { text, href: `/desk/reports/${check.reports[0]!.id}${end}` } : undefined;
}

interface Wrong {
  readonly form:
    | 'acknowledge'
    | 'assign'
    | 'refer'
    | 'identity'
    | 'confirm'
    | 'extend'
    | 'meaning'
    | 'meant'
    | 'announce'
    | 'recipients'
    | 'close'
    | 'files';
  readonly errors: FieldMessages;
}

/** What may be done with it now; with the id of each field, because every form has words of its own. */
async function formsOf(
  ctx: Ctx,
  opened: OpenedRequest,
  user: UserOf<'desk'>,
  today: string,
  body: RequestRequest['body'],
  wrong?: Wrong,
) {
  const { request, check, key, isDecidedElsewhere } = opened;
  if (!mayAnswer(authorityOf(user), request)) return undefined;
  const { steps, dueOn, receivedOn, kind } = request;
  const typedIn = (form: Wrong['form'], name: string) => (wrong?.form === form ? textIn(body, name) : '');
  const { acknowledge, ...ofComplaint } = await complaintForms(ctx, opened, typedIn);
  if (!request.isOpen) return ofComplaint.refer && { refer: ofComplaint.refer };
  const told = (form: Wrong['form']) => radioItems(toldWays, typedIn(form, 'told') || (canMail(opened) ? 'mail' : ''));
  const isAwaited = isIdentityAwaited(receivedOn, steps);
  // What is to be done first is said to whoever chooses that it is done.
  const isOffered = (outcome: string) =>
    keepsFromEnding(request, check, outcome as Outcome) === undefined || (outcome === 'done' && !isAwaited);
  return {
    ...ofComplaint,
    acknowledge: acknowledge ? { told: told('acknowledge') } : undefined,
    identity: mayAskIdentity(dueOn, steps, today) && !isByOwnUser(request) ? { told: told('identity') } : undefined,
    confirm: isAwaited
      ? { proofs: radioItems(identityProofs, typedIn('confirm', 'proof')), on: typedIn('confirm', 'on') || today }
      : undefined,
    meaning: mayAskMeaning(kind, dueOn, steps, today)
      ? { question: typedIn('meaning', 'question'), told: told('meaning') }
      : undefined,
    meant: isMeaningAwaited(steps) ? { on: typedIn('meant', 'on') || today } : undefined,
    extend:
      !isOfClient(request) && kind !== 'complaint' && mayExtend(dueOn, steps, today)
        ? {
            reasons: radioItems(extensionReasons, typedIn('extend', 'reason')),
            words: typedIn('extend', 'why'),
            told: told('extend'),
          }
        : undefined,
    announce:
      kind === 'erasure' &&
      !isOfClient(request) &&
      key !== undefined &&
      !isAwaited &&
      (await awaitsWord(ctx, opened.caller, request.applicantId!)) === 'not_told'
        ? { told: told('announce'), text: announcedText(opened) }
        : undefined,
    close: isDecidedElsewhere
      ? undefined
      : {
          outcomes: radioItems(outcomesFor(kind), typedIn('close', 'outcome')).filter(({ value }) => isOffered(value)),
          words: typedIn('close', 'words'),
          told: told('close'),
          deliveries:
            isOfCopy(request) && key !== undefined
              ? radioItems(deliveries, typedIn('close', 'delivery')).filter(({ value }) =>
                  deliveriesFor(request.askedBy).some((one) => one === value),
                )
              : undefined,
          statement: kind === 'correction' && key !== undefined ? { text: typedIn('close', 'statement') } : undefined,
          hold: kind === 'erasure' && key !== undefined ? { until: typedIn('close', 'until') } : undefined,
        },
  };
}

async function show(ctx: Ctx, request: RequestRequest, reply: FastifyReply, user: UserOf<'desk'>, wrong?: Wrong) {
  const opened = await openDataRequest(ctx, user, request.params.id);
  const { request: asked, accountName, caller, check, key } = opened;
  const owner = asked.ownerId === null ? undefined : (`user:${asked.ownerId}` as const);
  const actors = [asked.recordedBy, ...(owner === undefined ? [] : [owner]), ...asked.steps.map(({ by }) => by)];
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  const today = todayFor(ctx, caller);
  const isAwaited = isIdentityAwaited(asked.receivedOn, asked.steps);
  const closing = asked.steps.findLast(({ step }) => step === 'closed');
  const row = { is_open: asked.isOpen, due_on: asked.dueOn, outcome: closing?.code ?? null };
  return renderPage(request, reply, 'desk/data-requests/request.njk', {
    title: requestKinds[asked.kind].name,
    law: requestKinds[asked.kind].law,
    environment: caller.environment,
    ...(await aboutRequest(ctx, opened, user)),
    ...recordedOf(opened, owner && nameOf(owner).name),
    back: { text: registerName, href: dataRequestsHref(caller.environment) },
    done: noticeIn(request, notices),
    action: `${dataRequestsPath}/${asked.id}`,
    ...{ accountName, request: asked, standing: standingOf(row, today) },
    way: requestWays[asked.way],
    recordedBy: nameOf(asked.recordedBy).name,
    candidateName:
      check && (key === undefined ? ERASED : fullName(check.order.facts.first_name, check.order.facts.last_name)),
    order: check && orderNumber(check.orderId),
    orderHref: check && orderHref(check.id),
    canMail: canMail(opened),
    isOfClient: isOfClient(asked),
    steps: asked.steps.map((step) => stepRow(step, nameOf)),
    isDecidedElsewhere: opened.isDecidedElsewhere,
    files: mayDo(user, 'decide_restrictions') ? await filesModel(ctx, opened) : undefined,
    words: mayDo(user, 'read_reports') ? await wordsWithOrders(ctx, caller, asked.words) : [{ text: asked.words }],
    act: asked.isOpen && !isAwaited ? actOf(opened, user) : undefined,
    isIdentityAwaited: asked.isOpen && isAwaited,
    forms: await formsOf(ctx, opened, user, today, request.body, wrong),
    errors:
      wrong && Object.fromEntries(Object.entries(wrong.errors).map(([name, all]) => [`${wrong.form}-${name}`, all])),
  });
}

type Work = (
  caller: OpenedRequest['caller'],
  body: RequestRequest['body'],
  asked: OpenedRequest['request'],
) => Promise<void>;

/** Refuses with `invalid_fields` what is not in the list. */
function chosenIn<T extends string>(
  body: RequestRequest['body'],
  name: string,
  list: Readonly<Record<T, unknown>>,
  missing: string,
): T {
  const value = textIn(body, name);
  if (!isOneOf(list, value)) throw new Refusal('invalid_fields', { [name]: [missing] });
  return value;
}

const toldIn = (body: RequestRequest['body']) => chosenIn(body, 'told', toldWays, 'Choose how they are told');

export function dataRequestPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: reading }, (request: RequestRequest, reply, user) => show(ctx, request, reply, user));

  const form = (end: string, name: Wrong['form'], notice: keyof typeof notices, work: Work) =>
    pages.post(`${path}/${end}`, { permission }, async (request: RequestRequest, reply, user) => {
      const { caller, request: asked } = await openDataRequest(ctx, user, request.params.id);
      const errors = await refusedFieldsOf(() => work(caller, request.body, asked));
      if (errors !== undefined) return show(ctx, request, reply.status(422), user, { form: name, errors });
      const about = textIn(request.body, 'subject');
      const subject = isOneOf(complaintSubjects, about) ? about : asked.subject;
      // Who reads complaints about a delay alone has passed on what is about something else.
      const isStillSeen = maySee(authorityOf(user), { kind: asked.kind, subject });
      if (isStillSeen) return reply.redirect(`${dataRequestsPath}/${asked.id}?done=${notice}`, 303);
      const test = caller.environment === 'test' ? caller.environment : undefined;
      return reply.redirect(listHref(dataRequestsPath, listParameters({ environment: test, done: 'passed_on' })), 303);
    });

  requestFilePages(pages, ctx, path, (request, reply, user, errors) =>
    show(ctx, request, reply, user, { form: 'files', errors }),
  );

  form('acknowledge', 'acknowledge', 'acknowledged', async (caller, body, { id, way, asker }) =>
    acknowledgeComplaint(ctx, caller, id, isByOwnUser({ way, asker }) ? 'mail' : toldIn(body)),
  );

  form('owner', 'assign', 'assigned', async (caller, body, { id, kind }) => {
    const subject =
      kind === 'complaint' ? chosenIn(body, 'subject', complaintSubjects, 'Choose what it is about') : undefined;
    await assignRequest(ctx, caller, id, { owner: textIn(body, 'owner') || null, subject });
  });

  form('refer', 'refer', 'referred', async (caller, body, { id }) =>
    referComplaint(ctx, caller, id, chosenIn(body, 'referral', referrals, 'Choose who has it')),
  );

  form('identity', 'identity', 'asked', async (caller, body, { id }) => askIdentity(ctx, caller, id, toldIn(body)));

  form('identity-confirmed', 'confirm', 'confirmed', async (caller, body, { id }) => {
    const proof = chosenIn(body, 'proof', identityProofs, 'Choose how they have shown it');
    await confirmIdentity(ctx, caller, id, { proof, on: textIn(body, 'on') });
  });

  form('longer', 'extend', 'extended', async (caller, body, { id }) => {
    const reason = chosenIn(body, 'reason', extensionReasons, 'Choose why it takes longer');
    await extendRequest(ctx, caller, id, { reason, words: textIn(body, 'why'), told: toldIn(body) });
  });

  form('meaning', 'meaning', 'meaning', async (caller, body, { id }) =>
    askMeaning(ctx, caller, id, { question: textIn(body, 'question'), told: toldIn(body) }),
  );

  form('meant', 'meant', 'meant', (caller, body, { id }) => noteMeaning(ctx, caller, id, textIn(body, 'on')));

  form('announce', 'announce', 'announced', async (caller, body, { id }) =>
    announceErasure(ctx, caller, id, toldIn(body)),
  );

  form('recipients-told', 'recipients', 'recipients', (caller, _body, { id }) => noteRecipientsTold(ctx, caller, id));

  form('close', 'close', 'closed', async (caller, body, asked) => {
    const outcome = chosenIn(body, 'outcome', outcomesFor(asked.kind), 'Choose how it ends') as Outcome;
    const told = isOfClient(asked) ? 'mail' : toldIn(body);
    const cause = textIn(body, 'root_cause');
    const ofComplaint = {
      rootCause: isOneOf(rootCauses, cause) ? cause : undefined,
      change: textIn(body, 'change'),
    };
    const delivery = textIn(body, 'delivery');
    const given = { delivery: isOneOf(deliveries, delivery) ? delivery : undefined };
    const ending = {
      ...given,
      outcome,
      words: textIn(body, 'words'),
      told,
      until: textIn(body, 'until'),
      statement: textIn(body, 'statement').trim(),
      ...ofComplaint,
    };
    await answerRequest(ctx, caller, asked, ending);
  });
}
