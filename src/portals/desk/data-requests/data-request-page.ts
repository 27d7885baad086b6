// The page of one request about somebody's data, at the desk: what was asked, what was done, and what is to be done next.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo, type Permission } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import {
  type DataRequest,
  type DataRequestStep,
  extensionReasons,
  identityProofs,
  isOfClient,
  isOneOf,
  type Outcome,
  outcomesFor,
  outcomeText,
  recordedProofs,
  requestActs,
  requestKinds,
  requestWays,
  toldWays,
} from '../../../features/data-requests/data-request.ts';
import {
  askIdentity,
  confirmIdentity,
  extendRequest,
  type OpenedRequest,
  openDataRequest,
} from '../../../features/data-requests/data-request-actions.ts';
import {
  isIdentityAwaited,
  keepsFromEnding,
  mayAskIdentity,
  mayExtend,
} from '../../../features/data-requests/data-request-rules.ts';
import { announceErasure } from '../../../features/retention/erasure-announcement-actions.ts';
import { answerRequest } from '../../../features/retention/erasure-refusal-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { orderHref } from '../orders/order-address.ts';
import { dataRequestsHref, dataRequestsPath, standingOf } from './data-requests-page.ts';

const path = `${dataRequestsPath}/:id`;
const reading = 'read_erasures' as const;
const permission = 'decide_restrictions' as const;

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
  announced: 'They are told by mail that they are erased.',
  closed: 'The request is answered.',
};

function textOf({ step, code }: DataRequestStep): string {
  switch (step) {
    case 'identity_asked':
      return 'Asked to show who they are';
    case 'identity_confirmed':
      return `Identity confirmed: ${recordedProofs[code as keyof typeof recordedProofs]}`;
    case 'extended':
      return `Two months longer: ${extensionReasons[code as keyof typeof extensionReasons]}`;
    case 'announced':
      return 'Told that they are going to be erased';
    case 'acted':
      return requestActs[code as keyof typeof requestActs];
    case 'closed':
      return outcomeText(code!);
  }
}

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

const items = (list: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(list).map(([value, text]) => ({ value, text, checked: value === chosen }));

interface Wrong {
  readonly form: 'identity' | 'confirm' | 'extend' | 'announce' | 'close';
  readonly errors: FieldMessages;
}

/** What may be done with it now; with the id of each field, because every form has words of its own. */
function formsOf(
  opened: OpenedRequest,
  user: UserOf<'desk'>,
  today: string,
  body: RequestRequest['body'],
  wrong?: Wrong,
) {
  const { request, check, key, isDecidedElsewhere } = opened;
  if (!request.isOpen || !mayDo(user, permission)) return undefined;
  const { steps, dueOn, receivedOn, kind } = request;
  const typedIn = (form: Wrong['form'], name: string) => (wrong?.form === form ? textIn(body, name) : '');
  const told = (form: Wrong['form']) => items(toldWays, typedIn(form, 'told') || (key === undefined ? '' : 'mail'));
  const isAwaited = isIdentityAwaited(receivedOn, steps);
  // What is to be done first is said to whoever chooses that it is done.
  const isOffered = (outcome: string) =>
    keepsFromEnding(request, check, outcome as Outcome) === undefined || (outcome === 'done' && !isAwaited);
  return {
    identity: mayAskIdentity(dueOn, steps, today) ? { told: told('identity') } : undefined,
    confirm: isAwaited
      ? { proofs: items(identityProofs, typedIn('confirm', 'proof')), on: typedIn('confirm', 'on') || today }
      : undefined,
    extend:
      !isOfClient(request) && kind !== 'complaint' && mayExtend(dueOn, steps, today)
        ? {
            reasons: items(extensionReasons, typedIn('extend', 'reason')),
            words: typedIn('extend', 'why'),
            told: told('extend'),
          }
        : undefined,
    announce:
      kind === 'erasure' &&
      !isOfClient(request) &&
      key !== undefined &&
      !isAwaited &&
      steps.every(({ step }) => step !== 'announced'),
    close: isDecidedElsewhere
      ? undefined
      : {
          outcomes: items(outcomesFor(kind), typedIn('close', 'outcome')).filter(({ value }) => isOffered(value)),
          words: typedIn('close', 'words'),
          told: told('close'),
          hold: kind === 'erasure' && key !== undefined ? { until: typedIn('close', 'until') } : undefined,
        },
  };
}

async function show(ctx: Ctx, request: RequestRequest, reply: FastifyReply, user: UserOf<'desk'>, wrong?: Wrong) {
  const opened = await openDataRequest(ctx, user, request.params.id);
  const { request: asked, accountName, caller, check, key } = opened;
  const actors = [asked.recordedBy, ...asked.steps.map(({ by }) => by)];
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  const today = todayFor(ctx, caller);
  const isAwaited = isIdentityAwaited(asked.receivedOn, asked.steps);
  const closing = asked.steps.findLast(({ step }) => step === 'closed');
  const row = { is_open: asked.isOpen, due_on: asked.dueOn, outcome: closing?.code ?? null };
  return renderPage(request, reply, 'desk/data-requests/request.njk', {
    title: requestKinds[asked.kind].name,
    law: requestKinds[asked.kind].law,
    environment: caller.environment,
    back: { text: 'Data requests', href: dataRequestsHref(caller.environment) },
    done: noticeIn(request, notices),
    action: `${dataRequestsPath}/${asked.id}`,
    ...{ accountName, request: asked, standing: standingOf(row, today) },
    way: requestWays[asked.way],
    recordedBy: nameOf(asked.recordedBy).name,
    candidateName:
      check && (key === undefined ? 'Erased' : `${check.order.facts.first_name} ${check.order.facts.last_name}`),
    order: check && orderNumber(check.orderId),
    orderHref: check && orderHref(check.id),
    canMail: key !== undefined,
    isOfClient: isOfClient(asked),
    steps: asked.steps.map((step) => ({
      ...step,
      text: textOf(step),
      told: step.told && toldWays[step.told].toLowerCase(),
      by: nameOf(step.by).name,
    })),
    isDecidedElsewhere: opened.isDecidedElsewhere,
    act: asked.isOpen && !isAwaited ? actOf(opened, user) : undefined,
    isIdentityAwaited: asked.isOpen && isAwaited,
    forms: formsOf(opened, user, today, request.body, wrong),
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
      return reply.redirect(`${dataRequestsPath}/${asked.id}?done=${notice}`, 303);
    });

  form('identity', 'identity', 'asked', async (caller, body, { id }) => askIdentity(ctx, caller, id, toldIn(body)));

  form('identity-confirmed', 'confirm', 'confirmed', async (caller, body, { id }) => {
    const proof = chosenIn(body, 'proof', identityProofs, 'Choose how they have shown it');
    await confirmIdentity(ctx, caller, id, { proof, on: textIn(body, 'on') });
  });

  form('longer', 'extend', 'extended', async (caller, body, { id }) => {
    const reason = chosenIn(body, 'reason', extensionReasons, 'Choose why it takes longer');
    await extendRequest(ctx, caller, id, { reason, words: textIn(body, 'why'), told: toldIn(body) });
  });

  form('announce', 'announce', 'announced', (caller, _body, { id }) => announceErasure(ctx, caller, id));

  form('close', 'close', 'closed', async (caller, body, asked) => {
    const outcome = chosenIn(body, 'outcome', outcomesFor(asked.kind), 'Choose how it ends') as Outcome;
    const told = isOfClient(asked) ? 'mail' : toldIn(body);
    const ending = { outcome, words: textIn(body, 'words'), told, until: textIn(body, 'until') };
    await answerRequest(ctx, caller, asked, ending);
  });
}
