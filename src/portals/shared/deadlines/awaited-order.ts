// The pages with which clients and screeners withdraw an order, or correct how its candidate is called and reached.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import {
  correctDetails,
  correctEmail,
  mayWithdraw,
  type PersonDetails,
  takesDetails,
  takesEmail,
  withdrawOrder,
} from '../../../features/candidate-form/awaited-order-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { readEndCosts } from '../../../features/reports/end-cost-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, stateRefusal } from '../../../lib/refusal.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { problemSentence } from '../../../messages/en-problems.ts';
import { withdrawalReasons } from '../../../messages/en-withdrawals.ts';
import { messagesOf } from '../field-words.ts';
import { bornOn, candidateWords } from '../orders/order-form.ts';
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

const instead: Readonly<Record<string, FieldMessages>> = {
  shared: { shared: ['Another candidate has this address. Correct it, or tick that both have it'] },
  opened: { email: ['The candidate has opened the form meanwhile: correct the email address alone'] },
  unchanged: { email: ['Nothing is changed. To send the mail again, remind the candidate'] },
};

/** The problems at their inputs. */
function aboutDetails({ fields }: Refusal): FieldMessages {
  const [special] = Object.keys(instead).filter((name) => fields[name] !== undefined);
  return special === undefined ? messagesOf(fields, candidateWords) : instead[special]!;
}

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

/** The page on which the address is corrected once the form is not awaited any more, below the path. @param open as for `awaitedOrderPages` */
export function emailPages<Kind extends 'client' | 'desk', Request extends AwaitedRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: UserOf<Kind>) => Promise<Opened>,
): void {
  const permission = 'record_outcomes' as const;
  const title = 'Correct the email address';

  pages.get<Request>(`${path}/email`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    if (!takesEmail(opened.check)) throw stateRefusal(opened.check.status);
    return show(request, reply, opened, 'shared/deadlines/email.njk', { title });
  });

  pages.post<Request>(`${path}/email`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const email = typed(request, 'email');
    try {
      const isShared = request.body?.shared === 'yes';
      await correctEmail(ctx, opened.caller, opened.check.id, { email, isShared, isAfterForm: true });
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
      const more = { title, email, errors: aboutDetails(error), asksShared: error.fields.shared !== undefined };
      return show(request, reply.status(422), opened, 'shared/deadlines/email.njk', more);
    }
    return reply.redirect(`${opened.page}?done=corrected`, 303);
  });
}

const typed = ({ body }: AwaitedRequest, name: string): string => {
  const value = body?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

const detailInputs = ['first_name', 'last_name', 'has_one_name', 'dob-day', 'dob-month', 'dob-year', 'mobile', 'email'];

/** What the order says of the candidate, as the inputs have it. */
function knownDetails({ order: { facts } }: Check): Readonly<Record<string, string>> {
  const [day = '', month = '', year = ''] = dayParts(givenDob(facts.dob) ?? '');
  return {
    ...{ first_name: facts.first_name, last_name: facts.last_name, has_one_name: facts.has_one_name ? 'yes' : '' },
    ...{ 'dob-day': day, 'dob-month': month, 'dob-year': year, mobile: facts.mobile ?? '', email: facts.email },
  };
}

/** What was typed; a day of birth that nobody has given may stay for the candidate to give. */
function personIn(request: AwaitedRequest, { order: { facts } }: Check): PersonDetails {
  const inputs = Object.fromEntries(detailInputs.map((name) => [name, [typed(request, name)]]));
  const dob = bornOn(inputs);
  const hasOneName = typed(request, 'has_one_name') === 'yes';
  return {
    first_name: typed(request, 'first_name'),
    last_name: typed(request, 'last_name'),
    has_one_name: hasOneName ? true : facts.has_one_name === true ? false : facts.has_one_name,
    dob: dob === '' && givenDob(facts.dob) === null ? facts.dob : dob,
    mobile: typed(request, 'mobile') || null,
  };
}

/** The page on which who ordered corrects the details of the candidate, and once the form is opened the address alone. */
function detailPages<Kind extends 'client' | 'desk', Request extends AwaitedRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: UserOf<Kind>) => Promise<Opened>,
): void {
  const permission = 'amend_orders' as const;

  const ask = (
    request: Request,
    reply: FastifyReply,
    opened: Opened,
    more: { readonly errors?: FieldMessages; readonly asksShared?: boolean } = {},
  ) =>
    show(request, reply, opened, 'shared/deadlines/details.njk', {
      title: 'Correct the candidate’s details',
      takesDetails: takesDetails(opened.check),
      typed:
        request.body === null || request.body === undefined
          ? knownDetails(opened.check)
          : Object.fromEntries(detailInputs.map((name) => [name, typed(request, name)])),
      ...more,
    });

  pages.get<Request>(`${path}/details`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    if (opened.check.status !== 'awaiting_applicant') throw stateRefusal(opened.check.status);
    return ask(request, reply, opened);
  });

  pages.post<Request>(`${path}/details`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const email = typed(request, 'email');
    // A page that was opened before the candidate opened the form sends more, which is refused.
    const person = request.body?.last_name === undefined ? undefined : personIn(request, opened.check);
    let isLinkNew = false;
    try {
      if (person !== undefined && person.dob !== '' && parseDate(person.dob) === undefined)
        throw new Refusal('invalid_fields', { dob: [problemSentence('not_a_date')] });
      isLinkNew = await correctDetails(ctx, opened.caller, opened.check.id, {
        ...{ email, person, isShared: request.body?.shared === 'yes' },
      });
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
      const more = { errors: aboutDetails(error), asksShared: error.fields.shared !== undefined };
      return ask(request, reply.status(422), opened, more);
    }
    return reply.redirect(`${opened.page}?done=${isLinkNew ? 'corrected_link' : 'corrected'}#form-deadline`, 303);
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

  detailPages(pages, ctx, path, open);
}
