// The pages with which clients and screeners withdraw an order, or correct the email address of its candidate.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import {
  correctEmail,
  mayWithdraw,
  takesEmail,
  withdrawOrder,
} from '../../../features/candidate-form/awaited-order-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readEndCosts } from '../../../features/reports/end-cost-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, stateRefusal } from '../../../lib/refusal.ts';
import { withdrawalReasons } from '../../../messages/en-withdrawals.ts';
import { type PageModel, renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { endCostsView } from './end-costs.ts';

export const withdrawalChoices = Object.entries(withdrawalReasons).map(([value, text]) => ({ value, text }));

/** Whoever orders sees the prices as well. */
export const seesEndCosts = (user: Permitted): boolean => mayDo(user, 'order_checks') || mayDo(user, 'read_charges');

type AwaitedRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

interface Opened {
  readonly caller: Caller;
  readonly check: Check;
  /** The path of the page to return to. */
  readonly page: string;
}

/** Sentences that begin with the name of the field. */
const aboutEmail = ({ fields }: Refusal): FieldMessages =>
  fields.shared === undefined
    ? { email: (fields.email ?? []).map((sentence) => `The email address ${sentence}`) }
    : { shared: ['Another candidate has this address. Correct it, or tick that both have it'] };

/** Of a candidate and an order. */
const show = (
  request: AwaitedRequest,
  reply: FastifyReply,
  { check, page }: Opened,
  template: string,
  more: PageModel & { readonly email?: string; readonly [shown: string]: unknown },
) => {
  const { facts } = check.order;
  return renderPage(request, reply, template, {
    ...more,
    environment: check.tenant.environment,
    page,
    orderId: check.orderId,
    candidateName: fullName(facts.first_name, facts.last_name),
    email: more.email ?? facts.email,
  });
};

interface EmailCorrection {
  readonly permission: 'amend_orders' | 'record_outcomes';
  /** The form is not awaited any more. */
  readonly isAfterForm: boolean;
}

/** The page on which the address is corrected, below the path. @param open as for `awaitedOrderPages` */
export function emailPages<Kind extends 'client' | 'desk', Request extends AwaitedRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: UserOf<Kind>) => Promise<Opened>,
  { permission, isAfterForm }: EmailCorrection,
): void {
  const emailPage = { title: 'Correct the email address', isAfterForm };

  pages.get<Request>(`${path}/email`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const { check } = opened;
    if (isAfterForm ? !takesEmail(check) : check.status !== 'awaiting_applicant') throw stateRefusal(check.status);
    return show(request, reply, opened, 'shared/deadlines/email.njk', emailPage);
  });

  pages.post<Request>(`${path}/email`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const email = String(request.body?.email ?? '').trim();
    try {
      await correctEmail(ctx, opened.caller, opened.check.id, {
        ...{ email, isShared: request.body?.shared === 'yes', isAfterForm },
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
      const more = { ...emailPage, email, errors: aboutEmail(error), asksShared: error.fields.shared !== undefined };
      return show(request, reply.status(422), opened, 'shared/deadlines/email.njk', more);
    }
    return reply.redirect(`${opened.page}?done=corrected${isAfterForm ? '' : '#form-deadline'}`, 303);
  });
}

/** @param path of the page that shows the order. @param open finds the check of a request, and records that it is read */
export function awaitedOrderPages<Kind extends 'client' | 'desk', Request extends AwaitedRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: UserOf<Kind>) => Promise<Opened>,
): void {
  const permission = 'amend_orders' as const;

  const costsOf = async ({ caller, check: { id } }: Opened) =>
    endCostsView((await readEndCosts(ctx, caller, [id])).get(id) ?? []);

  const asksToWithdraw = async (
    request: Request,
    reply: FastifyReply,
    user: UserOf<Kind>,
    opened: Opened,
    errors?: FieldMessages,
  ) => {
    const { status, type, reports } = opened.check;
    if (!mayWithdraw(user, opened.check)) throw stateRefusal(status);
    return show(request, reply, opened, 'shared/deadlines/cancel.njk', {
      title: 'Withdraw the order?',
      errors,
      isAwaited: status === 'awaiting_applicant',
      isTold: type === 'standard',
      complete: reports.filter((report) => report.status === 'complete').length,
      costs: seesEndCosts(user) ? await costsOf(opened) : undefined,
      reasons: withdrawalChoices,
    });
  };

  pages.get<Request>(`${path}/cancel`, { permission }, async (request, reply, user) =>
    asksToWithdraw(request, reply, user, await open(request, user)),
  );

  pages.post<Request>(`${path}/cancel`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const { awaited, because } = request.body ?? {};
    try {
      await withdrawOrder(ctx, opened.caller, opened.check.id, { isAwaited: awaited !== 'no', because });
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
      return asksToWithdraw(request, reply.status(422), user, opened, error.fields);
    }
    return reply.redirect(`${opened.page}?done=withdrawn`, 303);
  });

  emailPages(pages, ctx, path, open, { permission, isAfterForm: false });
}
