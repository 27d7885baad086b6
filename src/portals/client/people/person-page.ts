// The client's page of a person: their checks, what is due for renewal, and whether they are screened again at all.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { isInScope } from '../../../features/access/scope-rules.ts';
import { showPerson } from '../../../features/applicants/applicant-actions.ts';
import { readWorkKinds } from '../../../features/applicants/work-kind-actions.ts';
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { listChecksOf } from '../../../features/lists/check-list-actions.ts';
import { readRenewalsOf } from '../../../features/lists/renewal-list-actions.ts';
import { countMonitoredOf } from '../../../features/monitoring/leaving-actions.ts';
import { recordLeaving, recordReturn } from '../../../features/retention/leaver-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { acceptedFiles } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { certifiedPersonPath } from '../certified/certified-path.ts';
import { seesRegister } from '../certified/sees-register.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { earlierOf } from '../earlier/earlier-found.ts';
import { erasuresIn } from '../erasure/erasure-request-page.ts';
import { staffHref } from '../staff/staff-page.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { agencyHref } from './agency-page.ts';
import { kindHref } from './kind-page.ts';
import { chosenPlace, leavingOf, leftEverywhereAt, type TypedLeaving } from './leaving.ts';
import { peoplePath } from './people-paths.ts';
import { permissionEndsOf } from './permission-ends.ts';
import { ordersOfPerson, recordOfPerson, seesClearance } from './person-at-a-glance.ts';
import { fileNotice, filesHref, keptWith } from './person-files.ts';
import { placesOf, placesView } from './places.ts';
import { personHref, renewalView } from './renewal-view.ts';

const path = `${peoplePath}/:applicant_id`;
const SHOWN_AT_MOST = 50;

type PersonRequest = FastifyRequest<{
  Params: { readonly applicant_id: string };
  Querystring: { readonly done?: unknown; readonly file?: unknown };
  Body: Record<string, unknown> | null;
}>;

function personIn({ params }: PersonRequest): string {
  if (!isUuid(params.applicant_id)) throw new Refusal('not_found');
  return params.applicant_id;
}

async function show(ctx: Ctx, user: ClientUser, request: PersonRequest, reply: FastifyReply, typed?: TypedLeaving) {
  const fileErrors = fileNotice(request.query.file);
  const id = personIn(request);
  const { caller, facts, subsidiaryId } = await inEitherEnvironment(user, async (asked) => ({
    ...(await showPerson(ctx, asked, id)),
    caller: asked,
  }));
  const [{ checks, nextFrom }, renewals, placed, monitored, { nameOf }] = await Promise.all([
    listChecksOf(ctx, caller, { applicantId: id }, { sort: 'newest', limit: SHOWN_AT_MOST }),
    readRenewalsOf(ctx, caller, id),
    placesOf(ctx, caller, id),
    countMonitoredOf(ctx, caller, id),
    subsidiaryFilter(ctx, user, {}),
  ]);
  const kind = (await readWorkKinds(ctx, caller, [id])).get(id) ?? null;
  // What is put with a person may tell of orders elsewhere: it is for who sees the subsidiary that added them.
  const isOwn = isInScope(caller, subsidiaryId);
  // Who sees them by a place of work alone is told nothing of orders elsewhere, nor how candidates are reached.
  const isByPlaceAlone = !isOwn && checks.length === 0;
  const { agency, files } = await keptWith(ctx, user, caller, id, isOwn);
  const { places, stated } = placed;
  const isStated = stated !== undefined;
  const rows = await ordersOfPerson(ctx, user, caller, { checks, nameOf });
  const endedAt = leftEverywhereAt(places);
  const today = todayFor(ctx, caller);
  const isBeingScreened = checks.some(({ status }) => isOngoing(status));
  return renderPage(request, reply, 'client/people/person.njk', {
    title: fullName(facts.first_name, facts.last_name),
    bornOn: givenDob(facts.dob),
    // As on the page of a check: how the candidate is reached is for those who may put it right.
    contact: mayDo(user, 'amend_orders') && !isByPlaceAlone ? { email: facts.email, mobile: facts.mobile } : undefined,
    workKind: workKindLabel(kind),
    isAgencyWorker: kind === 'agency',
    kindHref: mayDo(user, 'order_checks') ? kindHref(id) : undefined,
    environment: caller.environment,
    backHref: caller.environment === 'test' ? `${peoplePath}?environment=test` : peoplePath,
    done: request.query.done === 'saved',
    seesResults: mayDo(user, 'read_results'),
    rows,
    places: await placesView(ctx, user, caller, id, placed, rows),
    seesClearance: seesClearance(user),
    record: await recordOfPerson(ctx, user, caller, id),
    hasMore: nextFrom !== undefined,
    isBeingScreened,
    permissionEnds: await permissionEndsOf(ctx, user, caller, id),
    renewals: renewals.map((row) => ({
      orderId: row.order_id,
      ...renewalView(user, { checkId: row.check_id, reports: row.reports }, today),
    })),
    certifiedHref: (await seesRegister(ctx, user)) ? certifiedPersonPath(id) : undefined,
    erasures: isByPlaceAlone
      ? { asked: [] }
      : await erasuresIn(ctx, user, { tenant: caller, applicantId: id }, checks[0]?.id),
    ...(await earlierOf(ctx, user, caller, id)),
    ...{ agency, files },
    agencyHref: mayDo(user, 'order_checks') ? agencyHref(id, caller.environment) : undefined,
    filesAction: isOwn && mayDo(user, 'order_checks') ? filesHref(id) : undefined,
    accepted: acceptedFiles(ctx.settings),
    isStated,
    staffHref: (isStated || (isOwn && checks.length > 0)) && mayDo(user, 'order_checks') ? staffHref(id) : undefined,
    endedAt,
    leaving: {
      ...(await leavingOf(ctx, caller, id, { places, isBeingScreened, monitored, typed }, nameOf)),
      ...(isByPlaceAlone && { openMatters: [], earlier: [] }),
    },
    stopsMonitoring: typed?.stopsMonitoring ?? true,
    errors: typed?.errors ?? fileErrors,
    monitored,
    mayDecide: mayDo(user, 'decide_on_candidates'),
    mayStopMonitoring: mayDo(user, 'stop_monitoring'),
    renewalsAction: mayDo(user, 'order_checks') && places.length > 0 ? `${personHref(id)}/renewals` : undefined,
  });
}

export function personPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_checks' }, (request: PersonRequest, reply, user) =>
    show(ctx, user, request, reply),
  );
  pages.post(`${path}/renewals`, { permission: 'order_checks' }, async (request: PersonRequest, reply, user) => {
    const id = personIn(request);
    const { renewed, stop_monitoring: stops, left_on: leftOn, place, erasure } = request.body ?? {};
    const typed = {
      ...{ leftOn: String(leftOn ?? '').trim(), place: String(place ?? ''), stopsMonitoring: stops === 'yes' },
    };
    const errors = await refusedFieldsOf(() =>
      inEitherEnvironment(user, async (caller) => {
        const at = chosenPlace((await placesOf(ctx, caller, id)).places, typed.place);
        if (renewed === 'yes') return recordReturn(ctx, caller, id, at);
        const { leftOn, stopsMonitoring: endsMonitoring } = typed;
        return recordLeaving(ctx, caller, id, { leftOn, endsMonitoring, at, isErasureSaid: erasure === 'yes' });
      }),
    );
    if (errors !== undefined) return show(ctx, user, request, reply.status(422), { ...typed, errors });
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });
}
