// The page on which a client records for several people at once who compared them with the photograph of their right to work.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOwnIdentity } from '../../../features/checks/identity-rules.ts';
import { recordComparison } from '../../../features/checks/person-comparison-actions.ts';
import {
  comparisonWays,
  isComparisonAwaited,
  LONGEST_COMPARER,
  type TypedComparison,
  takesComparison,
} from '../../../features/checks/person-comparison-rules.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { findWaiting, soughtWaits } from '../../../features/lists/client-waiting-actions.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { comparisonPath, comparisonsPath } from './comparison-path.ts';

const permission = 'confirm_identity' as const;

/** The rest comes after these. */
const SHOWN_AT_MOST = 50;

type ComparisonsRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

interface Person {
  readonly check: Check;
  readonly isTicked: boolean;
  /** Why nothing is recorded of them. */
  readonly problem?: string;
}

interface Shown {
  readonly user: ClientUser;
  readonly caller: ClientCaller;
  readonly people: readonly Person[];
  readonly more: number;
  readonly recorded: number;
  readonly typed: TypedComparison;
  readonly errors?: FieldMessages;
}

const environmentIn = (value: unknown): Environment => (value === 'test' ? 'test' : 'live');

const isAsked = (check: Check) => takesComparison(check) && isComparisonAwaited(check);

export function comparisonsPage(pages: Pages<'client'>, ctx: Ctx): void {
  async function rowOf({ user, caller }: Shown, { check, isTicked, problem }: Person) {
    const { id, applicantId, order } = check;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
    const start = await readWorkStart(ctx, caller, id);
    return {
      ...{ id, orderId: check.orderId, isTicked, problem, startsOn: start?.startsOn },
      name: fullName(order.facts.first_name, order.facts.last_name),
      bornOn: givenDob(order.facts.dob),
      isOwn: isOwnIdentity(user, order.facts),
      href: comparisonPath(id),
    };
  }

  async function show(request: ComparisonsRequest, reply: FastifyReply, shown: Shown) {
    const { environment } = shown.caller;
    if (shown.errors !== undefined || shown.people.some(({ problem }) => problem !== undefined)) reply.status(422);
    return renderPage(request, reply, 'client/comparison/comparisons.njk', {
      title: 'Right to work: compare several people',
      environment,
      back: { text: 'Checks', href: environment === 'test' ? '/portal?environment=test' : '/portal' },
      action: comparisonsPath,
      ids: shown.people.map(({ check }) => check.id).join(' '),
      people: await Promise.all(shown.people.map((person) => rowOf(shown, person))),
      ...{ more: shown.more, recorded: shown.recorded, typed: shown.typed, errors: shown.errors },
      ways: Object.entries(comparisonWays).map(([value, text]) => ({ value, text })),
      longestName: LONGEST_COMPARER,
    });
  }

  const waitingFor = async (caller: ClientCaller) =>
    findWaiting(ctx, caller, { ...(await soughtWaits(ctx, caller)), kinds: ['comparison'] });

  pages.get(comparisonsPath, { permission, byEnvironment: true }, async (request: ComparisonsRequest, reply, user) => {
    const caller = callerFor(user, environmentIn(request.query.environment));
    const found = await waitingFor(caller);
    const ids = found.slice(0, SHOWN_AT_MOST).map(({ check_id }) => check_id);
    const people = await Promise.all(
      ids.map(async (id) => ({ check: await readOrderOfCheck(ctx, caller, id), isTicked: false })),
    );
    const typed = { by: user.name, how: '', on: todayFor(ctx, caller) };
    const recorded = Number(request.query.done) || 0;
    return show(request, reply, { user, caller, people, more: found.length - ids.length, recorded, typed });
  });

  pages.post(comparisonsPath, { permission }, async (request: ComparisonsRequest, reply, user) => {
    const body = request.body ?? {};
    const caller = callerFor(user, environmentIn(body.environment));
    const text = (name: string) => String(body[name] ?? '').trim();
    const typed: TypedComparison = { by: text('by'), how: text('how'), on: text('on') };
    const ticked: readonly unknown[] = [body.compared ?? []].flat();
    const ids = text('orders').split(' ').filter(isUuid).slice(0, SHOWN_AT_MOST);
    const people: Person[] = [];
    let errors: FieldMessages | undefined =
      ticked.length === 0 ? { compared: ['Tick who was compared with their photograph'] } : undefined;
    let recorded = 0;
    for (const id of ids) {
      const check = await readOrderOfCheck(ctx, caller, id);
      // Somebody else recorded it meanwhile, or the order is over.
      if (!isAsked(check)) continue;
      const isTicked = ticked.includes(id);
      if (!isTicked || errors?.compared !== undefined) {
        people.push({ check, isTicked });
        continue;
      }
      try {
        await recordComparison(ctx, caller, id, typed);
        recorded += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.reason === 'invalid_fields') errors = { ...errors, ...error.fields };
        const problem = error.reason === 'invalid_fields' ? undefined : 'Nothing can be recorded of them here';
        people.push({ check, isTicked, ...(problem !== undefined && { problem }) });
      }
    }
    if (people.every(({ isTicked }) => !isTicked) && errors === undefined) {
      const environment = caller.environment === 'test' ? '&environment=test' : '';
      return reply.redirect(`${comparisonsPath}?done=${recorded}${environment}`, 303);
    }
    return show(request, reply, { user, caller, people, more: 0, recorded, typed, ...(errors && { errors }) });
  });
}
