// The page on which a client, or the desk for it, changes what was said with an order: the job, the references, the workplace.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import {
  changeOrder,
  readChangeable,
  readOrderChanges,
  readRolesOfLevel,
} from '../../../features/orders/order-change-actions.ts';
import {
  asksOfJob,
  fieldValuesOf,
  LONGEST_CHANGE_NOTE,
  longestFields,
  type OrderFieldValues,
  seenOf,
  type TypedOrderChange,
} from '../../../features/orders/order-change-rules.ts';
import { readPurchaseOrderTerms } from '../../../features/purchase-orders/purchase-order-actions.ts';
import { employmentSectors } from '../../../features/requirements/employment-sectors.ts';
import { basicPlacesOfWork } from '../../../features/requirements/job-requirements.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import {
  type OrderChangeProblem,
  type OrderField,
  orderChangeProblemSentences,
  orderChangeReasons,
  orderFieldWords,
} from '../../../messages/en-order-changes.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { purchaseOrderText } from './purchase-order-words.ts';

const permission = 'amend_orders' as const;

type ChangeRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

/** Where it is changed; undefined for who may not, and where nothing can be. */
export const orderChangeHref = async (
  ctx: Ctx,
  user: Permitted,
  opened: { readonly check: Check; readonly caller: Caller },
  href: string,
) =>
  mayDo(user, permission) && (await readChangeable(ctx, opened.caller, opened.check)) !== undefined ? href : undefined;

interface Opened {
  readonly caller: Caller;
  readonly check: Check;
  /** The path of the order's page. */
  readonly page: string;
  readonly action: string;
  /** At the desk. */
  readonly accountName?: string;
}

async function choicesOf(ctx: Ctx, { caller, check }: Opened, field: OrderField) {
  const isBasic = asksOfJob(check, 'criminal_details');
  const listed = (list: readonly string[]) => list.map((text) => ({ value: text, text }));
  if (field === 'job_role')
    return (await readRolesOfLevel(ctx, caller, check)).map(({ id, role_title }) => ({
      value: String(id),
      text: role_title,
    }));
  if (field === 'purchase_order') {
    const { agreed } = await readPurchaseOrderTerms(ctx, caller);
    if (agreed.length > 0) return agreed.map((one) => ({ value: one.number, text: purchaseOrderText(one) }));
  }
  if (field === 'employment_sector' && isBasic) return listed(employmentSectors);
  return field === 'place_of_work' && isBasic ? listed(basicPlacesOfWork) : undefined;
}

function typedIn({ body }: ChangeRequest, fields: readonly OrderField[]): TypedOrderChange {
  const field = (name: string) => String(body?.[name] ?? '').trim();
  const values: OrderFieldValues = Object.fromEntries(fields.map((name) => [name, field(name)]));
  return { values, reason: field('reason'), note: field('note').replaceAll('\r\n', '\n'), seen: field('seen') };
}

/** @param open finds the check of a request. */
export function orderChangePages<Kind extends 'client' | 'desk', Request extends ChangeRequest>(
  pages: Pages<Kind>,
  path: string,
  { ctx, open }: { readonly ctx: Ctx; readonly open: (request: Request, user: UserOf<Kind>) => Promise<Opened> },
): void {
  async function show(
    request: Request,
    reply: FastifyReply,
    opened: Opened,
    failed?: { readonly typed: TypedOrderChange; readonly errors: FieldMessages },
  ) {
    const { check, caller, page, action, accountName } = opened;
    const fields = await readChangeable(ctx, caller, check);
    if (fields === undefined) return reply.redirect(page, 303);
    const { id: checkId, applicantId, order, orderId } = check;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
    const now = { ...fieldValuesOf(order), purchase_order: await readPurchaseOrder(ctx, check) };
    const values = { ...now, ...failed?.typed.values };
    const inputs = [];
    for (const name of fields) {
      const choices = await choicesOf(ctx, opened, name);
      const value = values[name];
      const isListed = choices?.some((one) => one.value.toLowerCase() === value.toLowerCase()) === true;
      inputs.push({
        ...{ name, label: orderFieldWords[name], value, longest: longestFields[name] },
        choices: choices && [
          ...(isListed
            ? []
            : [{ value, text: value === '' || name === 'job_role' ? 'As it is' : value, selected: true }]),
          ...choices.map((one) => ({ ...one, selected: one.value.toLowerCase() === value.toLowerCase() })),
        ],
      });
    }
    return renderPage(request, reply, 'shared/orders/order-change.njk', {
      title: 'Change what was ordered for',
      environment: check.tenant.environment,
      back: { text: `Order VF${orderId}`, href: page },
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      ...{ action, orderId, accountName, inputs, errors: failed?.errors },
      seen: failed?.typed.seen ?? seenOf(order),
      hasJobRole: fields.includes('job_role'),
      // Only the desk changes it for somebody else.
      reasons: Object.entries(orderChangeReasons)
        .filter(([value]) => value !== 'asked' || accountName !== undefined)
        .map(([value, text]) => ({
          ...{ value, text, checked: value === failed?.typed.reason },
        })),
      note: failed?.typed.note ?? '',
      longestNote: LONGEST_CHANGE_NOTE,
      changes: (await readOrderChanges(ctx, caller, check)).map(({ by, reason, ...change }) => ({
        ...change,
        // Clients are not told the names of screeners.
        by: by.kind === 'desk' && accountName === undefined ? 'The screening company' : by.name,
        why: orderChangeReasons[reason],
      })),
    });
  }

  pages.get(path, { permission }, async (request: Request, reply, user) =>
    show(request, reply, await open(request, user)),
  );

  pages.post(path, { permission }, async (request: Request, reply, user) => {
    const opened = await open(request, user);
    const typed = typedIn(request, (await readChangeable(ctx, opened.caller, opened.check)) ?? []);
    try {
      await changeOrder(ctx, opened.caller, opened.check.id, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      const errors = Object.fromEntries(
        Object.entries(error.fields).map(([field, found]) => [
          field,
          found.map((problem) => {
            const label = orderFieldWords[field as OrderField];
            const sentence = orderChangeProblemSentences[problem as OrderChangeProblem];
            return label === undefined
              ? sentence
              : `${label}: ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
          }),
        ]),
      );
      return show(request, reply.status(422), opened, { typed, errors });
    }
    return reply.redirect(`${opened.page}?done=changed`, 303);
  });
}
