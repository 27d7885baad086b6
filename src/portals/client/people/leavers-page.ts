// The page on which a client says of several people at once that they have left, on one day; they are ticked in the record.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { showPerson } from '../../../features/applicants/applicant-actions.ts';
import { recordLeavings } from '../../../features/retention/leaver-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { typedAll } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { leaversPath, readRecordQuery, recordHref, recordNoticeHref } from './record-wish.ts';
import { personHref } from './renewal-view.ts';

/** Each is judged by itself; a page of the record has fewer. */
const MOST_LEAVERS = 200;

async function peopleOf(ctx: Ctx, caller: ClientCaller, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => showPerson(ctx, caller, id)));
  return found.map(({ facts }, at) => ({
    ...{ id: ids[at]!, href: personHref(ids[at]!) },
    name: fullName(facts.first_name, facts.last_name),
  }));
}

export function leaversPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;

  async function opened(signedIn: ClientUser, request: FormRequest) {
    const { user, subsidiary } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = { ...readRecordQuery(request), subsidiary };
    // Ticked in the record, or from the page of the day.
    const chosen = [...typedAll(request, 'person'), ...String(request.body?.people ?? '').split(',')];
    const ids = [...new Set(chosen.filter(isUuid))].slice(0, MOST_LEAVERS);
    return { query, ids, caller: callerFor(user, query.environment) };
  }

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    { query, ids, caller }: Awaited<ReturnType<typeof opened>>,
    typed?: { readonly leftOn: string; readonly errors: FieldMessages },
  ) {
    return renderPage(request, reply, 'client/people/leavers.njk', {
      title: ids.length === 1 ? 'When did they leave?' : `When did these ${ids.length} people leave?`,
      environment: query.environment,
      back: { text: 'Record of staff', href: recordHref(query) },
      action: recordHref(query, leaversPath),
      ids: ids.join(),
      people: await peopleOf(ctx, caller, ids),
      leftOn: typed?.leftOn ?? todayFor(ctx, caller),
      errors: typed?.errors,
    });
  }

  pages.get(leaversPath, options, async (request: FormRequest, reply) =>
    reply.redirect(recordHref(readRecordQuery(request)), 303),
  );
  pages.post(leaversPath, options, async (request: FormRequest, reply, user) => {
    const found = await opened(user, request);
    const { query, ids, caller } = found;
    if (ids.length === 0) return reply.redirect(recordNoticeHref(query, 'nobody'), 303);
    if (request.body?.do !== 'record') return show(request, reply, found);
    const leftOn = String(request.body?.left_on ?? '').trim();
    const isErasureSaid = request.body?.erasure === 'yes';
    const errors = await refusedFieldsOf(() =>
      recordLeavings(ctx, caller, ids, { leftOn, endsMonitoring: false, isErasureSaid }),
    );
    if (errors !== undefined) return show(request, reply.status(422), found, { leftOn, errors });
    return reply.redirect(recordNoticeHref(query, 'left'), 303);
  });
}
