// What somebody orders on a page, as the API would read it: who orders, for which subsidiary, and the problems by input.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import type { OrderingCaller } from '../../../features/orders/order-actions.ts';
import { OrderBody } from '../../../features/orders/order-body.ts';
import { type Orderable, readOrder, readOrderable } from '../../../features/orders/order-body-actions.ts';
import { readingOf } from '../../../features/request-bodies/body-reader.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import {
  type Choice,
  chosenIn,
  orderBodyOf,
  orderWords,
  readTypedOrder,
  type TypedOrder,
  typedText,
  withAgreedLists,
} from './order-form.ts';

export type OrderRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** A request for a page of an order, with what the page needs. */
export interface OpenedOrder {
  readonly ctx: Ctx;
  readonly request: OrderRequest;
  readonly reply: FastifyReply;
  readonly user: ClientUser;
  readonly environment: Environment;
  readonly typed: TypedOrder;
  readonly orderable: Orderable;
  readonly chosen: readonly Choice[];
  /** Those for which the user may order: a user of a subsidiary orders for it. */
  readonly subsidiaries: Awaited<ReturnType<typeof listSubsidiaries>>;
}

export async function openOrder(
  ctx: Ctx,
  request: OrderRequest,
  reply: FastifyReply,
  user: ClientUser,
): Promise<OpenedOrder> {
  const orderable = await readOrderable(ctx, user.accountId);
  const typed = withAgreedLists(readTypedOrder(request.body ?? null), orderable);
  const environment = request.query.environment === 'test' ? 'test' : 'live';
  const subsidiaries =
    user.subsidiaryId === null ? await listSubsidiaries(ctx, callerFor(user, environment), user.accountId) : [];
  return { ctx, request, reply, user, environment, typed, orderable, chosen: chosenIn(typed, orderable), subsidiaries };
}

export const subsidiaryOf = ({ typed, subsidiaries }: OpenedOrder) =>
  subsidiaries.find(({ id }) => id === typedText(typed, 'subsidiary'));

/** The caller who orders, for the subsidiary that was chosen. */
export function callerOf(one: OpenedOrder): OrderingCaller {
  const { user, environment } = one;
  const subsidiaryId = user.subsidiaryId ?? subsidiaryOf(one)?.id ?? null;
  return { ...callerFor(user, environment), userId: user.userId, subsidiaryId };
}

/** The order as the API would read it, and its problems by input. @param uniqueKey of the page that is sent */
export async function judged(one: OpenedOrder, uniqueKey: string) {
  const { ctx, typed, chosen, orderable } = one;
  const caller = callerOf(one);
  const json = { UniqueKey: uniqueKey, ...orderBodyOf(typed, chosen) };
  const { given, problems } = readingOf(OrderBody, json, { namesInAnyCase: true });
  if (caller.subsidiaryId === null && typedText(typed, 'subsidiary') !== '') {
    problems.add('Subsidiary', 'is not one of your account: choose another');
  }
  const command = await readOrder(ctx, caller, 'candidate', { body: given as OrderBody, problems }, orderable);
  const errors = messagesOf(problems.fields, orderWords(chosen));
  // No field of the interface, where the key of the caller says it; here it is part of what was sent.
  const sent = { ...json, Subsidiary: caller.subsidiaryId };
  return { caller, submission: { entry: 'candidate', json: sent, command, problems } as const, errors };
}
