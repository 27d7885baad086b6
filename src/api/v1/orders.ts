// Orders in interface v1: submit, read, list, cancel, confirm the identity, stop monitoring.

import { mayDo } from '../../features/access/permissions.ts';
import type { Check } from '../../features/checks/check.ts';
import { stopMonitoring } from '../../features/monitoring/monitor-actions.ts';
import {
  cancelOrder,
  confirmIdentity,
  readOrderByNumber,
  recordOrderLook,
  showOrder,
  showOrders,
  submitOrder,
} from '../../features/orders/order-actions.ts';
import { OrderBody, type OrderEntry } from '../../features/orders/order-body.ts';
import {
  type OrderState,
  openOrderStates,
  orderStateOf,
  orderStates,
} from '../../features/orders/order-state-rules.ts';
import type { ResultsRead } from '../../features/results/results-reads.ts';
import { addDays, parseDate } from '../../lib/dates.ts';
import { linkHeader, readPage } from '../../lib/pages.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { type Answer, type ApiCall, created, noContent, ok } from '../shared/route.ts';
import { nullableText, oneOf, optional, Type } from '../shared/schemas.ts';
import { presentOrder, presentStatus } from './order-answers.ts';
import { orderExamples } from './order-examples.ts';
import { OrderReply, StatusReply } from './order-shapes.ts';
import { readOrderBody } from './order-validation.ts';
import { pageParameters, queryValue, type V1Route } from './route.ts';

const OrderList = Type.Array(OrderReply, { title: 'OrderList', description: 'Orders, newest first.' });
const OrderQuery = Type.Object({
  state: optional(oneOf(orderStates, { description: 'Only orders of this state.', examples: ['In Progress'] })),
  from: optional(nullableText({ description: 'Only orders from this day.', examples: ['2026-03-01'] })),
  to: optional(nullableText({ description: 'Only orders to this day.', examples: ['2026-03-31'] })),
});

async function submit(call: ApiCall, entry: OrderEntry): Promise<Answer> {
  const read = await readOrderBody(call, entry);
  const { check, isNew } = await submitOrder(call.ctx, call.caller, { entry, json: call.body.json, ...read });
  if (!isNew && !mayDo(call.caller, 'read_results')) throw new Refusal('not_permitted');
  return { ...created(presentOrder(call.ctx, check), check.applicantId), results: resultsIn([check]) };
}

function filterOf(call: ApiCall) {
  const problems = new Problems();
  const state = queryValue(call, 'state');
  const known = orderStates.find((one) => one.toLowerCase() === state?.toLowerCase());
  if (state !== undefined && known === undefined) problems.add('state', `must be among ${orderStates.join(', ')}`);
  const dayOf = (name: string) => {
    const text = queryValue(call, name);
    const day = text === undefined ? undefined : parseDate(text);
    if (text !== undefined && day === undefined) problems.add(name, problemSentence('not_a_date'));
    return day;
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  problems.refuse('invalid_fields');
  return {
    states: known === undefined ? undefined : [known],
    createdFrom: from === undefined ? undefined : new Date(from),
    createdBefore: to === undefined ? undefined : new Date(addDays(to, 1)),
  };
}

/** The results that an order contains, so that the reader is recorded. */
const resultsIn = (checks: readonly Check[]): ResultsRead[] =>
  checks
    .filter(({ reports }) => reports.some(({ status }) => status === 'complete'))
    .map(({ id, applicantId }) => ({ checkId: id, applicantId }));

const answerOrder = (call: ApiCall, check: Check): Answer => ({
  ...ok(presentOrder(call.ctx, check)),
  results: resultsIn([check]),
});
const answerStatus = (check: Check): Answer => ({
  ...ok(presentStatus(check), check.applicantId),
  results: resultsIn([check]),
});

interface Wanted {
  readonly states?: readonly OrderState[] | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

async function list(call: ApiCall, filter: Wanted, otherwise: { readonly per_page?: string } = {}): Promise<Answer> {
  const asked = pageParameters(call);
  const page = readPage({ ...otherwise, ...asked.given });
  const { total, checks } = await showOrders(call.ctx, call.caller, filter, page);
  const link = linkHeader({ url: call.url, query: asked.query, ...page, total });
  return {
    ...ok(checks.map((check) => presentOrder(call.ctx, check))),
    results: resultsIn(checks),
    headers: { 'x-total-count': String(total), ...(link === '' ? {} : { link }) },
  };
}

/** Refusals because of the state are worded for an order, not for the check that it is. */
async function change(call: ApiCall, act: typeof cancelOrder): Promise<Answer> {
  const orderId = numberOf(call);
  try {
    const check = await act(call.ctx, call.caller, orderId);
    if (!mayDo(call.caller, 'read_results')) return noContent;
    recordOrderLook(call.ctx, call.caller, check);
    return answerStatus(check);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'state_does_not_allow') throw error;
    const { status, reports: Checks } = error.fields;
    const state = orderStateOf(await readOrderByNumber(call.ctx, call.caller, orderId));
    throw new Refusal('state_does_not_allow', {
      ...(status === undefined ? {} : { OrderState: [`is ${state}, which does not allow this`] }),
      ...(Checks === undefined ? {} : { Checks }),
    });
  }
}

const about = { tag: 'Orders' } as const;
/** The state of an order contains its traffic light. */
const withoutResults = {
  status: 204,
  when: 'The action succeeded, but the role of the user does not allow reading results.',
} as const;
const numberOf = ({ params }: ApiCall) => Number(params.id);

const submission = (entry: OrderEntry, summary: string, description: string): V1Route => ({
  ...about,
  method: 'POST',
  url: `/orders/${entry}entry`,
  operationId: `submit${entry === 'candidate' ? 'Candidate' : 'Client'}Entry`,
  permission: 'order_checks',
  summary,
  description,
  body: OrderBody,
  bodyExample: orderExamples[entry],
  status: 201,
  answer: OrderReply,
  refusals: ['already_taken'],
  prepare: (call) => readOrderBody(call, entry),
  handle: (call) => submit(call, entry),
});

export const orderRoutes: readonly V1Route[] = [
  submission(
    'candidate',
    'Submit an order that the candidate completes',
    'Mails the candidate the link to the form. The order must contain what the form does not ask: for a criminal record check the details of the job, in `CheckSpecificData` of the check, or in `Candidate.CriminalRecord`, which is the only place for those of a package. Without them the order is refused, as interface v2 refuses a check without `criminal_history_report_details`. Repeating the request with the same `UniqueKey` and body returns the same order.',
  ),
  submission(
    'client',
    'Submit an order with everything that its checks need',
    'The checks start at once. Repeating the request with the same `UniqueKey` and body returns the same order.',
  ),
  {
    ...about,
    method: 'GET',
    url: '/orders',
    operationId: 'listOrders',
    permission: 'read_results',
    summary: 'List orders',
    query: OrderQuery,
    pages: true,
    answer: OrderList,
    handle: (call) => list(call, filterOf(call)),
  },
  {
    ...about,
    method: 'GET',
    url: '/orders/GetOpenOrders',
    operationId: 'listOpenOrders',
    permission: 'read_results',
    summary: 'List open orders',
    description:
      'Orders that are neither completed nor cancelled nor withdrawn; 500 a page unless `per_page` is lower.',
    pages: true,
    answer: OrderList,
    handle: (call) => list(call, { states: openOrderStates }, { per_page: '500' }),
  },
  {
    ...about,
    method: 'GET',
    url: '/orders/:id',
    operationId: 'readOrder',
    permission: 'read_results',
    summary: 'Read an order',
    answer: OrderReply,
    handle: async (call) => answerOrder(call, await showOrder(call.ctx, call.caller, numberOf(call))),
  },
  {
    ...about,
    method: 'GET',
    url: '/orders/:id/status',
    operationId: 'readOrderStatus',
    permission: 'read_results',
    summary: 'Read the state of an order',
    answer: StatusReply,
    handle: async (call) => answerStatus(await showOrder(call.ctx, call.caller, numberOf(call))),
  },
  {
    ...about,
    method: 'POST',
    url: '/orders/:id/cancel',
    operationId: 'cancelOrder',
    permission: 'order_checks',
    summary: 'Cancel an order',
    description: 'Cancels its open checks; completed checks stay.',
    refusals: ['state_does_not_allow'],
    orElse: withoutResults,
    answer: StatusReply,
    handle: (call) => change(call, cancelOrder),
  },
  {
    ...about,
    method: 'POST',
    url: '/orders/:id/identity',
    operationId: 'confirmIdentity',
    permission: 'confirm_identity',
    summary: 'Confirm the identity of the candidate',
    description:
      'Confirms that you have seen who the candidate is, for a criminal record check. The papers that the order names, and the route of the guidelines that they meet, are recorded with it. Raises `IdentityConfirmed` once, however often it is called.',
    refusals: ['state_does_not_allow'],
    orElse: withoutResults,
    answer: StatusReply,
    handle: (call) => change(call, confirmIdentity),
  },
  {
    ...about,
    method: 'POST',
    url: '/orders/:id/checks/:check_id/stopmonitoring',
    ids: { check_id: 'uuid' },
    operationId: 'stopMonitoringCheck',
    permission: 'stop_monitoring',
    summary: 'Stop the monitoring of a check',
    description:
      'The check, named by its `Id`, is not asked again, and its result stays. Changes nothing if it is not monitored.',
    orElse: withoutResults,
    answer: StatusReply,
    handle: (call) =>
      change(call, async (ctx, caller, orderId) => {
        const { id: checkId } = await readOrderByNumber(ctx, caller, orderId);
        return stopMonitoring(ctx, caller, { checkId, reportId: call.params.check_id! });
      }),
  },
];
