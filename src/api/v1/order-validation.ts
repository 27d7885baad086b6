// The two operations of interface v1 that validate an order, and the reading of an order's body that submitting
// shares.
import { validateOrder } from '../../features/orders/order-actions.ts';
import { OrderBody, type OrderEntry } from '../../features/orders/order-body.ts';
import { type AgreedOrder, readOrder } from '../../features/orders/order-body-actions.ts';
import type { Problems } from '../../lib/refusal.ts';
import { type ApiCall, ok } from '../shared/route.ts';
import { flag, listOf, optional, type Static, Type } from '../shared/schemas.ts';
import { presentMessages, ValidationMessage } from './errors.ts';
import { orderExamples } from './order-examples.ts';
import { refuseMissing, type V1Route } from './route.ts';

const ValidationResult = Type.Object(
  {
    isValid: flag({ description: 'Whether the order could be submitted.', examples: [true] }),
    validationErrors: optional(listOf(ValidationMessage, { description: 'Every problem, if the order is not valid.' })),
  },
  { title: 'ValidationResult', description: 'Whether the content of an order is valid.' },
);

/** The order to create, or every problem with it: the same for validating and submitting. */
export async function readOrderBody(
  { ctx, caller, body }: Pick<ApiCall, 'ctx' | 'caller' | 'body'>,
  entry: OrderEntry,
): Promise<{ readonly command: AgreedOrder | undefined; readonly problems: Problems }> {
  refuseMissing(body);
  const problems = body.problems.copy();
  const read = body.given as OrderBody | undefined;
  const command = read === undefined ? undefined : await readOrder(ctx, caller, entry, { body: read, problems });
  return { command, problems };
}

async function validate(call: ApiCall, entry: OrderEntry) {
  const read = await readOrderBody(call, entry);
  const fields = await validateOrder(call.ctx, call.caller, { entry, json: call.body.json, ...read });
  const isValid = Object.keys(fields).length === 0;
  const result: Static<typeof ValidationResult> = isValid
    ? { isValid }
    : { isValid, validationErrors: [...presentMessages(fields, call.ctx.settings.errorLevel)] };
  return { ...ok(result), ...(isValid ? {} : { invalid: fields }) };
}

const about = {
  permission: 'order_checks',
  tag: 'Orders',
  method: 'POST',
  description: 'Nothing is stored. A valid order can be submitted; an invalid one is refused with the same messages.',
  body: OrderBody,
  answer: ValidationResult,
} as const;

export const orderValidationRoutes: readonly V1Route[] = [
  {
    ...about,
    url: '/orders/candidateentry/validate',
    operationId: 'validateCandidateEntryOrder',
    summary: 'Validate an order whose candidate fills in the form',
    bodyExample: orderExamples.candidate,
    handle: (call) => validate(call, 'candidate'),
  },
  {
    ...about,
    url: '/orders/cliententry/validate',
    operationId: 'validateClientEntryOrder',
    summary: 'Validate an order that the client enters completely',
    bodyExample: orderExamples.client,
    handle: (call) => validate(call, 'client'),
  },
];
