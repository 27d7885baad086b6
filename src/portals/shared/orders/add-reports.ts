// Adds reports to an order, for clients and the desk: the link on its page, the page that asks which, and the one that asks to
// confirm their prices.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx, OrderScope } from '../../../context.ts';
import { mayDo, type Permission, type Permitted } from '../../../features/access/permissions.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { addReports, previewAddition } from '../../../features/orders/added-report-actions.ts';
import {
  type AdditionNeed,
  canBeAdded,
  heldTypeIds,
  takesReports,
} from '../../../features/orders/added-report-rules.ts';
import { type Orderable, readOrderableBy } from '../../../features/orders/order-body-actions.ts';
import { containedReports } from '../../../features/report-types/contained-report-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { checkTags } from '../status-tags.ts';
import { pricesChanged } from './confirmed-prices.ts';
import { labelOfProblem } from './order-again.ts';
import { type Choice, readTypedOrder } from './order-form.ts';
import { priceOf, pricesOf, totalOf, typeGroups } from './order-view.ts';
import { stoppedModel } from './orders-stopped.ts';

type AddRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

/** The address of the page that asks, for those who may add; undefined for others, and once nothing can be added. */
export const addingHref = (user: Permitted, permission: Permission, check: Check, path: string): string | undefined =>
  mayDo(user, permission) && takesReports(check) ? path : undefined;

interface Opened {
  readonly caller: Caller & OrderScope;
  readonly check: Check;
  /** The path of the order's page. */
  readonly page: string;
  /** The path of the page that asks. */
  readonly action: string;
  /** Where an order that is over is ordered again; undefined where the reader may not. */
  readonly againHref: string | undefined;
  /** The order form that asks for approval; undefined at the desk, which needs none. */
  readonly approvalHref?: string;
  /** At the desk. */
  readonly accountName?: string;
}

const needTexts: Readonly<Record<AdditionNeed, string>> = {
  form: 'The candidate has not sent the form yet. It asks them to agree to what is added, too, and for what it needs.',
  candidate:
    'The candidate has agreed to what was ordered before, and not to this. We mail them a link: they agree to it, and answer what is missing. Work on it begins when they have, and the order is on hold until then.',
  nothing: 'Everything is known: work on it begins at once.',
};

const chosenOf = (types: readonly ReportType[]): Choice[] => types.map((type) => ({ type, quantity: 1 }));

/** As sent; of the page that is opened, those that its link proposes. */
const typesIn = (request: AddRequest): ReportType[] =>
  (readTypedOrder(request.body ?? request.query).types ?? []).flatMap((id) => reportTypeById(Number(id)) ?? []);

/** What the account may order, without what the order has, and without what an addition cannot ask enough about. */
function offeredTo(check: Check, orderable: Orderable) {
  const held = heldTypeIds(check);
  const others = [...orderable.availableTypes].filter(([id]) => !held.has(id));
  const types = others.filter(([, { type }]) => canBeAdded(type, check));
  const hidden = others.filter(([id, { type }]) => !canBeAdded(type, check) && !orderable.refusedUnpriced.has(id));
  return { offered: { ...orderable, availableTypes: new Map(types) }, hidesTypes: hidden.length > 0 };
}

/** What the person can do about a refusal; undefined for one that no form can answer. */
function problemsIn({ reason, fields }: Refusal): FieldMessages | undefined {
  if (reason === 'invalid_fields' && fields.types !== undefined) return { what: fields.types };
  if (reason === 'unknown_report_name') {
    const messages = Object.values(fields).flat();
    return { what: messages.map((message) => `It cannot be added: the order ${message}`) };
  }
  if (reason !== 'requirements_not_met') return undefined;
  const missing = Object.entries(fields).map(([at, messages]) => `${labelOfProblem(at)} ${messages.join(', ')}`);
  return { what: [`It cannot be added to this order: ${missing.join('; ')}. Place a new order for it`] };
}

/** @param open finds the check of a request. */
export function addReportPages<Kind extends 'client' | 'desk', Request extends AddRequest>(
  pages: Pages<Kind>,
  path: string,
  {
    ctx,
    permission,
    open,
  }: {
    readonly ctx: Ctx;
    readonly permission: Permission;
    readonly open: (request: Request, user: UserOf<Kind>) => Promise<Opened>;
  },
): void {
  const modelOf = ({ check, caller, page, action, accountName }: Opened) => {
    const { applicantId, order, orderId } = check;
    // The page names the candidate.
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: check.id });
    return {
      environment: check.tenant.environment,
      page,
      action,
      accountName,
      orderId,
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
    };
  };

  const refuse = (request: Request, reply: FastifyReply, opened: Opened) =>
    renderPage(request, reply.status(409), 'shared/orders/add-reports-refused.njk', {
      ...modelOf(opened),
      title: 'Nothing can be added to this order',
      isOver: !isOngoing(opened.check.status),
      state: checkTags[opened.check.status].text.toLowerCase(),
      againHref: opened.againHref,
    });

  const choose = async (request: Request, reply: FastifyReply, opened: Opened, errors?: FieldMessages) => {
    const { offered, hidesTypes } = offeredTo(opened.check, await readOrderableBy(ctx, opened.caller));
    const types = typesIn(request).map(({ id }) => String(id));
    if (errors !== undefined) reply.status(422);
    return renderPage(request, reply, 'shared/orders/add-reports.njk', {
      ...modelOf(opened),
      title: 'Add a report',
      ...stoppedModel(offered, opened.check.tenant.environment),
      groups: typeGroups({ types }, offered),
      hidesTypes,
      notOffered: typesIn(request)
        .filter(({ id }) => !offered.availableTypes.has(id))
        .map(({ label }) => label),
      packagesOnly: offered.packagesOnly,
      packages: [],
      errors,
      scripts: ['order-search.js'],
    });
  };

  const confirm = async (
    request: Request,
    reply: FastifyReply,
    opened: Opened,
    need: AdditionNeed,
    errors?: FieldMessages,
  ) => {
    const orderable = await readOrderableBy(ctx, opened.caller);
    const chosen = chosenOf(typesIn(request));
    const held = opened.check.reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
    if (errors !== undefined) reply.status(422);
    return renderPage(request, reply, 'shared/orders/add-reports-confirm.njk', {
      ...modelOf(opened),
      title: chosen.length === 1 ? 'Add this report?' : 'Add these reports?',
      errors,
      types: chosen.map(({ type }) => type.id).join(),
      reports: chosen.map((one) => ({ label: one.type.label, price: priceOf([one], orderable) })),
      contained: containedReports([...held, ...chosen.map(({ type }) => type)]),
      total: totalOf(chosen, orderable),
      confirmed: pricesOf(chosen, orderable),
      tells: needTexts[need],
    });
  };

  /** Shows what a refusal says of the choice. */
  const answering = async (request: Request, reply: FastifyReply, opened: Opened, work: () => Promise<unknown>) => {
    if (!takesReports(opened.check)) return refuse(request, reply, opened);
    try {
      return await work();
    } catch (error) {
      const problems = error instanceof Refusal ? problemsIn(error) : undefined;
      if (problems === undefined) throw error;
      return choose(request, reply, opened, problems);
    }
  };

  pages.get<Request>(path, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    if (!takesReports(opened.check)) return refuse(request, reply, opened);
    if (opened.approvalHref !== undefined && (await needsApproval(ctx, opened.caller)))
      return reply.redirect(opened.approvalHref, 303);
    return choose(request, reply, opened);
  });

  pages.post<Request>(path, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const { caller, check } = opened;
    const types = typesIn(request);
    return answering(request, reply, opened, async () => {
      if (request.body?.do === 'change') return choose(request, reply, opened);
      const need = await previewAddition(ctx, caller, check.id, types);
      if (request.body?.do !== 'add') return confirm(request, reply, opened, need);
      const orderable = await readOrderableBy(ctx, caller);
      if (request.body.confirmed !== pricesOf(chosenOf(types), orderable))
        return confirm(request, reply, opened, need, pricesChanged);
      await addReports(ctx, caller, check.id, types);
      return reply.redirect(`${opened.page}?done=added`, 303);
    });
  });
}
