// The pages on which a client says where else somebody works: a place is added, changed, or removed where it was a mistake.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { listOpenSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { showPerson } from '../../../features/applicants/applicant-actions.ts';
import { changePlace, recordMove, takePlaceBack } from '../../../features/retention/leaver-actions.ts';
import { savePlace, type TypedPlace } from '../../../features/work-places/work-place-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { peoplePath } from './people-paths.ts';
import { placesHref, placesOf, subsidiaryNames } from './places.ts';
import { personHref } from './renewal-view.ts';

const path = `${peoplePath}/:applicant_id/places`;

type PlaceRequest = FastifyRequest<{
  Params: { readonly applicant_id: string; readonly subsidiary_id?: string };
  Body: Record<string, unknown> | null;
}>;

function personIn({ params }: PlaceRequest): string {
  if (!isUuid(params.applicant_id)) throw new Refusal('not_found');
  return params.applicant_id;
}

function placeIn({ params }: PlaceRequest): string {
  if (!isUuid(params.subsidiary_id)) throw new Refusal('not_found');
  return params.subsidiary_id;
}

interface Typed extends TypedPlace {
  /** `both`, or `moved`; empty if nothing was chosen. */
  readonly stays: string;
  readonly leftOn: string;
}

function typedIn({ body }: PlaceRequest, subsidiaryId?: string): Typed {
  const text = (name: string) => String(body?.[name] ?? '').trim();
  return {
    ...{ subsidiaryId: subsidiaryId ?? text('subsidiary'), job: text('job') },
    ...{ startsOn: text('starts_on'), endsOn: text('ends_on'), stays: text('stays'), leftOn: text('left_on') },
  };
}

const isErasureSaid = ({ body }: PlaceRequest): boolean => body?.erasure === 'yes';

interface Refused {
  /** Undefined where the place is to be removed. */
  readonly typed?: Typed;
  readonly errors: FieldMessages;
  readonly isRemoval?: boolean;
}

export function placePages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks' } as const;

  const found = (user: ClientUser, id: string) =>
    inEitherEnvironment(user, async (caller) => ({
      ...(await placesOf(ctx, caller, id)),
      ...(await showPerson(ctx, caller, id)),
      caller,
    }));

  async function showAdd(request: PlaceRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
    const id = personIn(request);
    const { caller, facts, places } = await found(user, id);
    const names = await subsidiaryNames(ctx, caller);
    const open = (await listOpenSubsidiaries(ctx, caller)).filter(
      (one) => !places.some(({ subsidiaryId }) => subsidiaryId === one.id),
    );
    const working = places.filter(({ endedAt }) => endedAt === null);
    return renderPage(request, reply.status(refused === undefined ? 200 : 422), 'client/people/place.njk', {
      title: `Where else does ${fullName(facts.first_name, facts.last_name)} work?`,
      environment: caller.environment,
      back: { text: 'The person', href: personHref(id) },
      action: placesHref(id),
      units: user.units,
      choices: [
        { value: '', text: 'Choose' },
        ...open.map((one) => ({ value: one.id, text: one.name, selected: one.id === refused?.typed?.subsidiaryId })),
      ],
      working: working.map(({ subsidiaryId }) => names.get(subsidiaryId)),
      typed: refused?.typed ?? { leftOn: todayFor(ctx, caller) },
      errors: refused?.errors,
    });
  }

  async function add(caller: ClientCaller, id: string, typed: Typed): Promise<void> {
    const { places } = await placesOf(ctx, caller, id);
    const from = places.filter(({ endedAt }) => endedAt === null);
    if (from.length > 0 && !['both', 'moved'].includes(typed.stays))
      throw new Refusal('invalid_fields', { stays: ['Choose whether they work at both'] });
    if (from.length === 0 || typed.stays === 'both') return savePlace(ctx, caller, id, typed, true);
    return recordMove(ctx, caller, id, { to: typed, from, leftOn: typed.leftOn });
  }

  pages.get(path, options, (request: PlaceRequest, reply, user) => showAdd(request, reply, user));
  pages.post(path, options, async (request: PlaceRequest, reply, user) => {
    const [id, typed] = [personIn(request), typedIn(request)];
    const errors = await refusedFieldsOf(() => inEitherEnvironment(user, (caller) => add(caller, id, typed)));
    if (errors !== undefined) return showAdd(request, reply, user, { typed, errors });
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });

  async function showChange(request: PlaceRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
    const [id, subsidiaryId] = [personIn(request), placeIn(request)];
    const { caller, facts, said } = await found(user, id);
    const place = said.find((one) => one.subsidiaryId === subsidiaryId);
    if (place === undefined) throw new Refusal('not_found');
    const name = (await subsidiaryNames(ctx, caller)).get(subsidiaryId);
    return renderPage(request, reply.status(refused === undefined ? 200 : 422), 'client/people/place.njk', {
      title: `${fullName(facts.first_name, facts.last_name)} at ${name}`,
      environment: caller.environment,
      back: { text: 'The person', href: personHref(id) },
      action: `${placesHref(id)}/${subsidiaryId}`,
      isChange: true,
      isRemoval: refused?.isRemoval,
      typed: refused?.typed ?? { ...place, startsOn: place.startsOn ?? '', endsOn: place.endsOn ?? '' },
      errors: refused?.errors,
    });
  }

  pages.get(`${path}/:subsidiary_id`, options, (request: PlaceRequest, reply, user) =>
    showChange(request, reply, user),
  );
  pages.post(`${path}/:subsidiary_id`, options, async (request: PlaceRequest, reply, user) => {
    const [id, typed] = [personIn(request), typedIn(request, placeIn(request))];
    const errors = await refusedFieldsOf(() =>
      inEitherEnvironment(user, (caller) => changePlace(ctx, caller, id, typed, isErasureSaid(request))),
    );
    if (errors !== undefined) return showChange(request, reply, user, { typed, errors });
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });
  pages.post(`${path}/:subsidiary_id/remove`, options, async (request: PlaceRequest, reply, user) => {
    const [id, subsidiaryId] = [personIn(request), placeIn(request)];
    const meant = { subsidiaryId, isErasureSaid: isErasureSaid(request) };
    const errors = await refusedFieldsOf(() =>
      inEitherEnvironment(user, (caller) => takePlaceBack(ctx, caller, id, meant)),
    );
    if (errors !== undefined) return showChange(request, reply, user, { errors, isRemoval: true });
    return reply.redirect(`${personHref(id)}?done=saved`, 303);
  });
}
