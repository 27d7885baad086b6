// The page on which a client records that a candidate starts work before the screening is complete.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { readRightToWorkLack } from '../../../features/start-risks/right-to-work-actions.ts';
import {
  isConditional,
  readWorkStart,
  recordWorkStart,
  removeWorkStart,
} from '../../../features/work-starts/work-start-actions.ts';
import {
  LONGEST_START_RISK,
  type TypedStart,
  usuallyCompleteBy,
  usualTime,
} from '../../../features/work-starts/work-start-rules.ts';
import { type FieldMessages, Refusal, restrictedRefusal } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import type { ClientUser } from '../client-caller.ts';
import { startPath } from './start-path.ts';
import { rightToWorkWarnings, startRisksOf } from './start-view.ts';

const path = `${checkPath}/start`;
const permission = 'decide_on_candidates' as const;

type StartRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

const labelOf = ({ reportTypeId, name }: Report) => reportTypeById(reportTypeId)?.label ?? name;

export function startPage(pages: Pages<'client'>, ctx: Ctx): void {
  interface Shown {
    readonly user: ClientUser;
    readonly check: Check;
    readonly typed?: TypedStart;
    readonly errors?: FieldMessages;
  }

  async function show(request: StartRequest, reply: FastifyReply, { user, check, typed, errors }: Shown) {
    const { id, applicantId, order, tenant, orderId } = check;
    const caller = callerOf(user, check);
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
    const start = await readWorkStart(ctx, caller, id);
    const risks = await startRisksOf(ctx, user, check);
    const lack = await readRightToWorkLack(ctx, caller, id, start?.startsOn);
    const startsOn = start?.startsOn ?? todayFor(ctx, caller);
    return renderPage(request, reply, 'client/start/start.njk', {
      title: 'Start of work',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: startPath(id),
      candidateName: `${order.facts.first_name} ${order.facts.last_name}`,
      orderId,
      warning: lack && rightToWorkWarnings[lack],
      openReports: check.reports.filter(({ status }) => isOpen(status)).map(labelOf),
      rule: usualTime.value,
      isRecorded: start !== undefined,
      longestRisk: LONGEST_START_RISK,
      risks: risks.map(({ text, by, recordedAt }) => ({ text, by: by.name, at: recordedAt })),
      typed: typed ?? {
        ...{ startsOn, completeBy: start?.completeBy ?? usuallyCompleteBy(startsOn) },
        risk: risks[0]?.text ?? '',
      },
      errors,
    });
  }

  async function requested(request: StartRequest, user: ClientUser): Promise<Check> {
    const check = await requestedCheck(ctx, user, request);
    if (check.isRestricted) throw restrictedRefusal();
    return check;
  }

  pages.get(path, { permission }, async (request: StartRequest, reply, user) => {
    const erased = await erasedOrder(ctx, await requestedCheck(ctx, user, request), {
      text: 'Checks',
      href: '/portal',
    });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    const check = await requested(request, user);
    if (!isConditional(check)) return reply.redirect(`/portal/checks/${check.id}`, 303);
    return show(request, reply, { user, check });
  });

  pages.post(path, { permission }, async (request: StartRequest, reply, user) => {
    const check = await requested(request, user);
    const field = (name: string) => String(request.body?.[name] ?? '').trim();
    const typed = {
      startsOn: field('starts_on'),
      completeBy: field('complete_by'),
      risk: field('risk').replaceAll('\r\n', '\n'),
    };
    try {
      await recordWorkStart(ctx, callerOf(user, check), check.id, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), { user, check, typed, errors: error.fields });
    }
    return reply.redirect(`/portal/checks/${check.id}?done=start`, 303);
  });

  pages.post(`${path}/remove`, { permission }, async (request: StartRequest, reply, user) => {
    const check = await requested(request, user);
    await removeWorkStart(ctx, callerOf(user, check), check.id);
    return reply.redirect(`/portal/checks/${check.id}?done=start`, 303);
  });
}
