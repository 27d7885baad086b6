// The page on which a client says on which day a candidate starts work, and whether they may before the screening is complete.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { searchesList } from '../../../features/work-starts/barred-list-rules.ts';
import { readStartTerms } from '../../../features/work-starts/limited-screening-actions.ts';
import { readRightToWork } from '../../../features/work-starts/right-to-work-actions.ts';
import type { StartRisk } from '../../../features/work-starts/start-risk-actions.ts';
import {
  isConditional,
  readWorkStart,
  recordWorkStart,
  recordWorkStop,
  removeWorkStart,
  stopOf,
  takesStart,
  takesStop,
} from '../../../features/work-starts/work-start-actions.ts';
import {
  countedFrom,
  LONGEST_START_RISK,
  LONGEST_SUPERVISOR,
  reasonLines,
  suggestedCompleteBy,
  suggestionRule,
  supervisedWords,
  type TypedStart,
  type WorkStart,
  worksWithoutClearance,
} from '../../../features/work-starts/work-start-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal, restrictedRefusal, stateRefusal } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import type { ClientUser } from '../client-caller.ts';
import { startPath } from './start-path.ts';
import { asksCondition, listWarningsOf, mayRemove, rightToWorkWarnings, startRisksOf } from './start-view.ts';

const path = `${checkPath}/start`;
const permission = 'plan_starts' as const;

type StartRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const labelOf = ({ reportTypeId, name }: Report) => reportTypeById(reportTypeId)?.label ?? name;

interface TypedForm extends TypedStart {
  /** As the form shows it, whether it is chosen or not. */
  readonly completeBy: string;
  readonly risk: string;
  readonly supervisor: string;
  readonly longer: string;
  readonly beforeLimited: string;
  readonly seesOpen: boolean;
}

function typedIn({ body }: StartRequest, asks: boolean): TypedForm {
  const field = (name: string) => String(body?.[name] ?? '').trim();
  const text = (name: string) => field(name).replaceAll('\r\n', '\n');
  const condition = {
    ...{ completeBy: field('complete_by'), risk: text('risk'), supervisor: field('supervisor') },
    ...{ longer: text('longer'), beforeLimited: text('before_limited'), seesOpen: field('sees_open') === 'yes' },
  };
  const typed = { startsOn: field('starts_on'), ...condition };
  if (!asks) return typed;
  return { ...typed, condition: field('condition') === 'no' ? null : condition };
}

/** What the form shows first; of who started without clearance that they may go on, which is asked then. */
function typedAs(
  start: WorkStart | undefined,
  { text: risk, supervisor, longer, beforeLimited }: Omit<StartRisk, 'by' | 'recordedAt'>,
  today: string,
): TypedForm {
  const startsOn = start?.startsOn ?? '';
  const completeBy = suggestedCompleteBy(start, today);
  const isAgreed = start !== undefined && (start.completeBy !== null || start.withoutClearance);
  const condition = { completeBy, risk, supervisor, longer, beforeLimited, seesOpen: beforeLimited !== '' };
  return { startsOn, ...condition, condition: isAgreed ? condition : null };
}

export function startPage(pages: Pages<'client'>, ctx: Ctx): void {
  interface Shown {
    readonly user: ClientUser;
    readonly check: Check;
    readonly typed?: TypedForm;
    /** The day on which they stopped, as it was typed. */
    readonly typedStop?: string;
    readonly errors?: FieldMessages;
  }

  async function show(request: StartRequest, reply: FastifyReply, { user, check, typed, typedStop, errors }: Shown) {
    const { id, applicantId, order, tenant, orderId } = check;
    const caller = callerOf(user, check);
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
    const start = await readWorkStart(ctx, caller, id);
    const asks = asksCondition(user, check);
    const today = todayFor(ctx, caller);
    const risks = asks ? await startRisksOf(ctx, user, check) : [];
    const found = asks ? await readStartTerms(ctx, caller, check) : undefined;
    const { lack } = await readRightToWork(ctx, caller, id, start?.startsOn);
    return renderPage(request, reply, 'client/start/start.njk', {
      title: 'First day of work',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: startPath(id),
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      orderId,
      isConditional: isConditional(check),
      withoutClearance: start?.withoutClearance,
      hasStarted: start?.hasStarted,
      asksCondition: asks,
      warning: lack && (isConditional(check) || lack !== 'missing') ? rightToWorkWarnings[lack] : undefined,
      openReports: check.reports.filter(({ status }) => isOpen(status)).map(labelOf),
      rule: suggestionRule(order.criminal_details?.employment_sector, searchesList(check.reports)),
      listWarnings: isConditional(check) ? await listWarningsOf(ctx, caller, check) : [],
      counted: countedFrom({ startsOn: start?.startsOn ?? today, completeBy: suggestedCompleteBy(start, today) }),
      mayRemove: start !== undefined && mayRemove(user, start),
      asksStop: start !== undefined && takesStop(check) && worksWithoutClearance(start),
      stoppedOn: start && stopOf(check, start),
      typedStop: typedStop ?? today,
      longestRisk: LONGEST_START_RISK,
      longestSupervisor: LONGEST_SUPERVISOR,
      standard: found?.terms,
      limited: found?.screening,
      risks: risks.map(({ text, supervisor, longer, beforeLimited, by, recordedAt }) => ({
        ...{ text, by: by.name, at: recordedAt, supervised: supervisedWords(supervisor) },
        reasons: reasonLines({ longer, beforeLimited }),
      })),
      typed: typed ?? typedAs(start, risks[0] ?? { text: '', supervisor: '', longer: '', beforeLimited: '' }, today),
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
    if (!takesStart(check)) return reply.redirect(`/portal/checks/${check.id}`, 303);
    return show(request, reply, { user, check });
  });

  pages.post(path, { permission }, async (request: StartRequest, reply, user) => {
    const check = await requested(request, user);
    const typed = typedIn(request, asksCondition(user, check));
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

  // A fact as well: who stops needs no condition, and nobody asks any more how the risk is managed.
  pages.post(`${path}/stopped`, { permission }, async (request: StartRequest, reply, user) => {
    const check = await requested(request, user);
    const typedStop = String(request.body?.stopped_on ?? '').trim();
    try {
      await recordWorkStop(ctx, callerOf(user, check), check.id, request.body?.again === 'yes' ? null : typedStop);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), { user, check, typedStop, errors: error.fields });
    }
    return reply.redirect(`/portal/checks/${check.id}?done=stop`, 303);
  });

  // They started on the planned day: a fact, which agrees to nothing. How the risk is managed is asked afterwards.
  pages.post(`${path}/started`, { permission }, async (request: StartRequest, reply, user) => {
    const check = await requested(request, user);
    const caller = callerOf(user, check);
    const start = await readWorkStart(ctx, caller, check.id);
    if (start === undefined) throw stateRefusal(check.status);
    await recordWorkStart(ctx, caller, check.id, { startsOn: start.startsOn });
    return reply.redirect(`/portal/checks/${check.id}?done=start`, 303);
  });
}
