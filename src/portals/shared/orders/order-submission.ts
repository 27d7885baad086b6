// What somebody orders on a page, as the API would read it: who orders, for which subsidiary, and the problems by input.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, type Ctx, type Environment, type OrderScope, todayFor } from '../../../context.ts';
import { homeOf, isInScope, isSame, type Scope, scopeOf } from '../../../features/access/scope-rules.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import { listOpenSubsidiaries, type listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import type { SubsidiaryWords } from '../../../features/accounts/subsidiary-words.ts';
import { type WorkKind, workKindIn, workKindRule } from '../../../features/applicants/work-kind-rules.ts';
import { usualJobCountry } from '../../../features/checks/job-country-rules.ts';
import { notAgreed } from '../../../features/checks/urgent-actions.ts';
import { isTelephoneNumber } from '../../../features/facts/person-fact-rules.ts';
import { readLastJob } from '../../../features/orders/last-order-actions.ts';
import type { OrderingCaller, Submission } from '../../../features/orders/order-actions.ts';
import { OrderBody } from '../../../features/orders/order-body.ts';
import { type Orderable, readOrder, readOrderableBy } from '../../../features/orders/order-body-actions.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { readPurchaseOrderTerms } from '../../../features/purchase-orders/purchase-order-actions.ts';
import { type PurchaseOrderTerms, purchaseOrderFault } from '../../../features/purchase-orders/purchase-order-rules.ts';
import { readingOf } from '../../../features/request-bodies/body-reader.ts';
import {
  isPastStart,
  isPlannedDay,
  pastStartRules,
  plannedDayRule,
} from '../../../features/work-starts/work-start-rules.ts';
import type { Problems } from '../../../lib/refusal.ts';
import { isLongerThan } from '../../../lib/text-length.ts';
import { apiSentence } from '../../../messages/sentences.ts';
import { messagesOf } from '../field-words.ts';
import {
  type Choice,
  chosenIn,
  mobilePath,
  orderBodyOf,
  orderWords,
  readTypedOrder,
  type TypedOrder,
  typedText,
  withAgreedLists,
} from './order-form.ts';
import { groundProblems, groundsIn } from './order-grounds.ts';
import { lawIn, lawProblems } from './order-law.ts';

export type OrderRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** Somebody of the client who may have asked the desk for an order. */
export interface AskingPerson {
  readonly id: string;
  readonly name: string;
  readonly subsidiaryIds: readonly string[] | null;
}

/** Who orders on a page. */
export interface Orderer {
  /** In the account and the environment for which they order, limited to subsidiaries if they are. */
  readonly caller: Caller & OrderScope;
  /** The user of the client; null for somebody of the desk. */
  readonly userId: string | null;
  /** What a user of the client calls its subsidiaries; the usual words without it. */
  readonly units?: SubsidiaryWords;
  /** For somebody of the desk: those who may have asked for the order. */
  readonly people: readonly AskingPerson[];
  /** On the client's form for one candidate, which asks about a first day that has passed whether they work already. */
  readonly asksStarted?: true;
}

/** What somebody orders, with what it is judged by. */
export interface AskedOrder {
  readonly ctx: Ctx;
  readonly orderer: Orderer;
  readonly environment: Environment;
  readonly typed: TypedOrder;
  readonly orderable: Orderable;
  readonly chosen: readonly Choice[];
  readonly purchaseOrders: PurchaseOrderTerms;
  /** Those for which may be ordered; none for a user of one, who orders for it. */
  readonly subsidiaries: Awaited<ReturnType<typeof listSubsidiaries>>;
}

/** A request for a page of an order, with what the page needs. */
export interface OpenedOrder extends AskedOrder {
  readonly request: OrderRequest;
  readonly reply: FastifyReply;
}

export const environmentOf = ({ query }: Pick<OrderRequest, 'query'>): Environment =>
  query.environment === 'test' ? 'test' : 'live';

/** The address of a page in the environment in which is ordered. */
export const inEnvironmentOf = ({ environment }: Pick<AskedOrder, 'environment'>, path: string): string =>
  environment === 'test' ? `${path}?environment=test` : path;

/** @param given what was typed on the pages */
export async function askedOrder(ctx: Ctx, orderer: Orderer, given: TypedOrder): Promise<AskedOrder> {
  const { caller } = orderer;
  const [orderable, subsidiaries, purchaseOrders] = await Promise.all([
    readOrderableBy(ctx, caller),
    listOpenSubsidiaries(ctx, caller),
    readPurchaseOrderTerms(ctx, caller),
  ]);
  const typed = withAgreedLists(given, orderable);
  const chosen = chosenIn(typed, orderable);
  return { ctx, orderer, environment: caller.environment, typed, orderable, chosen, purchaseOrders, subsidiaries };
}

export const openOrder = async (
  ctx: Ctx,
  request: OrderRequest,
  reply: FastifyReply,
  orderer: Orderer,
): Promise<OpenedOrder> => ({
  ...(await askedOrder(ctx, orderer, readTypedOrder(request.body ?? null))),
  ...{ request, reply },
});

/** The choice of an order that is for no subsidiary: whoever orders makes it, too. */
export const OF_NO_SUBSIDIARY = 'none';
export const WHOLE_ACCOUNT = 'The whole account';

/** What somebody chooses from: the whole account only if they see it. */
export const subsidiaryChoices = (
  subsidiaries: readonly { readonly id: string; readonly name: string }[],
  { subsidiaryIds = null }: Scope,
): readonly { readonly id: string; readonly name: string }[] =>
  subsidiaryIds === null ? [...subsidiaries, { id: OF_NO_SUBSIDIARY, name: WHOLE_ACCOUNT }] : subsidiaries;

const chosenSubsidiary = ({ typed, subsidiaries }: AskedOrder) =>
  subsidiaries.find(({ id }) => id === typedText(typed, 'subsidiary'));

export const personOf = ({ typed, orderer }: AskedOrder): AskingPerson | undefined =>
  orderer.people.find(({ id }) => id === typedText(typed, 'asked_by'));

/** The one that was chosen, else that of the person who asked, if they have one alone. */
const subsidiaryOf = (one: AskedOrder) =>
  typedText(one.typed, 'subsidiary') === OF_NO_SUBSIDIARY
    ? undefined
    : (chosenSubsidiary(one) ?? one.subsidiaries.find(({ id }) => isSame(scopeOf(id), personOf(one) ?? {})));

/** Its name, before an order is placed; undefined for who orders for one only, or for an account without any. */
export const subsidiaryText = (one: OpenedOrder): string | undefined =>
  one.subsidiaries.length === 0 ? undefined : (subsidiaryOf(one)?.name ?? WHOLE_ACCOUNT);

/** The caller who orders, for the subsidiary that was chosen. */
function callerOf(one: AskedOrder): OrderingCaller {
  const { caller, userId } = one.orderer;
  const scope = scopeOf(subsidiaryOf(one)?.id ?? homeOf(caller));
  return { ...caller, ...scope, userId: userId ?? personOf(one)?.id ?? null };
}

/** Those of a choice that the page did not offer, or that do not fit together. */
function choiceProblems(one: AskedOrder, problems: Problems): void {
  const { typed, orderer } = one;
  const wanted = typedText(typed, 'subsidiary');
  const seesAll = orderer.caller.subsidiaryIds === null;
  const isOffered = wanted === OF_NO_SUBSIDIARY ? seesAll : chosenSubsidiary(one) !== undefined;
  if (wanted === '' && one.subsidiaries.length > 0 && subsidiaryOf(one) === undefined)
    problems.add('Subsidiary', seesAll ? "can't be blank" : 'must be chosen');
  const whose = !seesAll ? 'yours' : orderer.userId === null ? 'the account' : 'your account';
  if ((seesAll || one.subsidiaries.length > 0) && wanted !== '' && !isOffered)
    problems.add('Subsidiary', `is not one of ${whose}: choose another`);
  const person = personOf(one);
  if (typedText(typed, 'asked_by') !== '' && person === undefined)
    problems.add('AskedBy', 'cannot order for the account any more: choose another');
  if (person && !isInScope(person, subsidiaryOf(one)?.id ?? null))
    problems.add(
      'Subsidiary',
      `must be ${person.subsidiaryIds?.length === 1 ? 'the one' : 'one of those'} of ${person.name}, who sees no other`,
    );
}

/** Only the client is held to what it demands of its orders, and live ones only: the desk may not know the number. */
export const demandsPurchaseOrder = ({ orderer, environment, purchaseOrders }: AskedOrder): boolean =>
  orderer.userId !== null && environment === 'live' && purchaseOrders.isRequired;

function purchaseOrderProblem(one: AskedOrder, problems: Problems): void {
  const { ctx, orderer, typed, purchaseOrders } = one;
  const terms = { ...purchaseOrders, isRequired: demandsPurchaseOrder(one) };
  const fault = purchaseOrderFault(terms, typedText(typed, 'purchase_order'), todayFor(ctx, orderer.caller));
  if (fault !== undefined) problems.add('PurchaseOrderNumber', fault);
}

/** By the fields of interface v1. */
const LONGEST = {
  PurchaseOrderNumber: 50,
  OtherReference: 128,
  'Candidate.PersonalInfo.ApplicantNotes': 1024,
} as const;

/** Of what is said for all of many people who are screened again; what is left empty stays as their earlier orders have it. */
export function waveProblems(one: AskedOrder, problems: Problems): void {
  const { ctx, orderer, typed, purchaseOrders } = one;
  const [number, startsOn] = [typedText(typed, 'purchase_order'), typedText(typed, 'starts_on')];
  const today = todayFor(ctx, orderer.caller);
  const fault = purchaseOrderFault({ ...purchaseOrders, isRequired: false }, number, today);
  if (fault !== undefined) problems.add('PurchaseOrderNumber', fault);
  if (startsOn !== '' && !isPlannedDay(startsOn, today)) problems.add('StartsOn', plannedDayRule);
  const texts = [number, typedText(typed, 'other_reference'), typedText(typed, 'notes')];
  Object.entries(LONGEST).forEach(([field, most], at) => {
    if (isLongerThan(texts[at]!, most)) problems.add(field, `must have at most ${most} characters`);
  });
}

/** The interface takes it and asks the candidate; on a page, whoever types it can still put it right. */
function mobileProblem({ typed }: AskedOrder, problems: Problems): void {
  const mobile = typedText(typed, 'mobile');
  if (mobile !== '' && !isTelephoneNumber(mobile)) problems.add(mobilePath, apiSentence({ code: 'telephone_form' }));
}

/** What the second page knows of the job before somebody types. */
export async function knownJobOf({ ctx, orderer, chosen }: OpenedOrder) {
  const { caller, userId } = orderer;
  const asking = chosen.filter(({ type }) => askedOfJob(type).includes('criminal_details'));
  return {
    employer: (await readAccount(ctx, caller.accountId)).name,
    last: await readLastJob(ctx, caller, { userId, typeIds: asking.map(({ type }) => type.id) }),
  };
}

/** What ordering it before others costs more; undefined unless it was chosen, and may be. */
export const urgentPenceOf = ({ typed, orderable }: Pick<AskedOrder, 'typed' | 'orderable'>): number | undefined =>
  typedText(typed, 'urgent') === '1' ? orderable.urgent?.pence : undefined;

/** Whether the typed first day has passed, so that it is asked whether they work already. */
export const isStartPast = ({ ctx, orderer, typed }: AskedOrder): boolean =>
  isPastStart(typedText(typed, 'starts_on'), todayFor(ctx, orderer.caller));

export const asksStarted = (one: AskedOrder): boolean => isStartPast(one) && one.orderer.asksStarted === true;

/** How the person works for the client; undefined where nobody said it. */
export const workKindOf = (typed: TypedOrder): WorkKind | undefined => workKindIn(typedText(typed, 'work_kind'));

async function startProblem(one: AskedOrder, caller: OrderingCaller, problems: Problems): Promise<void> {
  const startsOn = typedText(one.typed, 'starts_on');
  if (startsOn === '' || isPlannedDay(startsOn, todayFor(one.ctx, caller))) return;
  if (!asksStarted(one)) problems.add('StartsOn', plannedDayRule);
  else if (await needsApproval(one.ctx, caller)) problems.add('StartsOn', pastStartRules.approved);
  else if (typedText(one.typed, 'has_started') !== '1') problems.add('StartsOn', pastStartRules.asked);
}

/** The order as the API would read it, and its problems by input. @param uniqueKey of the page that is sent */
export async function judged(one: AskedOrder, uniqueKey: string) {
  const { ctx, typed, chosen, orderable } = one;
  const [caller, person] = [callerOf(one), personOf(one)];
  const json = { UniqueKey: uniqueKey, ...orderBodyOf(typed, chosen, orderable) };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  choiceProblems(one, problems);
  purchaseOrderProblem(one, problems);
  groundProblems(one, problems);
  lawProblems(one, problems);
  const startsOn = typedText(typed, 'starts_on');
  await startProblem(one, caller, problems);
  const urgent = typedText(typed, 'urgent');
  if (urgent !== '' && urgent !== '1') problems.add('Urgent', `cannot be “${urgent}”: write yes, or nothing`);
  else if (urgent === '1' && orderable.urgent === undefined) problems.add('Urgent', notAgreed);
  const workKind = workKindOf(typed);
  if (workKind === undefined && typedText(typed, 'work_kind') !== '') problems.add('WorkKind', workKindRule);
  const isUrgent = urgentPenceOf(one) !== undefined;
  const listGrounds = groundsIn(one);
  const law = lawIn(one);
  const command = await readOrder(ctx, caller, 'candidate', { body: given as OrderBody, problems }, orderable);
  mobileProblem(one, problems);
  const errors = messagesOf(problems.fields, orderWords(chosen));
  // No field of the interface, where the key of the caller says it; here it is part of what was sent.
  const sent = {
    ...{ ...json, Subsidiary: homeOf(caller) },
    ...(person && { AskedBy: person.id }),
    ...(startsOn === '' ? {} : { StartsOn: startsOn }),
    ...(workKind && { WorkKind: workKind }),
    ...(isUrgent ? { Urgent: true } : {}),
    ...(listGrounds && { ListGrounds: listGrounds }),
    ...(law.jobCountry !== usualJobCountry && { JobCountry: law.jobCountry }),
    ...(law.legalGround && { LegalGround: law.legalGround }),
  };
  const submission: Submission = {
    ...{ entry: 'candidate' as const, json: sent, command, problems },
    ...(startsOn === '' ? {} : { startsOn }),
    ...{ workKind, isUrgent, listGrounds, law },
  };
  return { caller, submission, errors };
}
