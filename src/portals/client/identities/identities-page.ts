// The page on which a client confirms the identity of several people at once: one part a person, with the documents seen of them.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { confirmIdentityOf } from '../../../features/checks/identity-actions.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { findWaiting, soughtWaits } from '../../../features/lists/client-waiting-actions.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import type { PropertyField } from '../../shared/fields/property-fields.ts';
import { confirmingModel, isConfirmed } from '../../shared/identity/identity.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { identitiesPath } from './identities-path.ts';

const permission = 'confirm_identity' as const;

/** More make a page that nobody finishes: the rest comes after these. */
const SHOWN_AT_MOST = 15;

/** What a page of several people has no room for: the page of one person asks it. */
const ofOnePerson = [
  'name_proof',
  'outside_validation',
  'validated_by',
  'validated_on',
  'validation_reference',
  'why_not_route_1',
  'fingerprints_invited_on',
  'fingerprints_taken_on',
];

type IdentitiesRequest = FastifyRequest<{
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** Before the names of the inputs of one of them. */
const prefixOf = (id: string) => `person_${id}:`;

/** What was typed for one of them, under the names of the page of one. */
const bodyOf = (body: Readonly<Record<string, unknown>>, id: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      name.startsWith(prefixOf(id)) ? [[name.slice(prefixOf(id).length), value]] : [],
    ),
  );

const isOfOne = (name: string) => ofOnePerson.some((one) => name.includes(one));

/** By the names of the inputs of one. */
const valuesOf = (model: ReturnType<typeof confirmingModel>) =>
  [
    ...(model?.lists.flatMap(({ entries }) => entries.flatMap(({ fields }) => fields)) ?? []),
    ...(model?.properties ?? []),
  ]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);

interface Person {
  readonly check: Check;
  readonly isTicked: boolean;
  /** By the names of the page of one. */
  readonly errors: FieldMessages;
}

interface Shown {
  readonly user: ClientUser;
  readonly caller: ClientCaller;
  readonly people: readonly Person[];
  readonly more?: number;
  readonly confirmed: number;
  readonly isNobodyTicked?: boolean;
  /** Some are confirmed, and what was typed for others is shown again. */
  readonly isKept?: boolean;
}

export function identitiesPage(pages: Pages<'client'>, ctx: Ctx): void {
  /** Undefined if there is nothing to confirm any more. @param body what was sent; undefined when the page is opened */
  const modelFor = (
    user: ClientUser,
    caller: ClientCaller,
    check: Check,
    body: IdentitiesRequest['body'] | undefined,
  ) =>
    confirmingModel({
      ...{ check, user, page: `/portal/checks/${check.id}`, reader: 'client', today: todayFor(ctx, caller) },
      body: body ? bodyOf(body, check.id) : undefined,
    });

  function partOf({ user, caller }: Shown, { check, isTicked }: Person, body: IdentitiesRequest['body']) {
    const model = modelFor(user, caller, check, body);
    if (model === undefined) return [];
    const { id: checkId, applicantId } = check;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
    const named = (fields: readonly PropertyField[]) =>
      fields.map((one) => ({ ...one, name: `${prefixOf(checkId)}${one.name}` }));
    const documents = model.lists.flatMap(({ entries }) => entries);
    return [
      {
        ...{ id: checkId, name: model.candidateName, orderId: check.orderId, isOwn: model.isOwn, isTicked },
        bornOn: givenDob(check.order.facts.dob),
        href: model.action,
        documents: documents.map(({ title, fields }) => ({ title, fields: named(fields) })),
        others: named(model.properties.filter(({ name }) => !isOfOne(name))),
      },
    ];
  }

  /** What is asked on the page of one person alone is said at the tick, and above the list for all. */
  const errorsOf = ({ people, isNobodyTicked = false }: Shown): FieldMessages => ({
    ...(isNobodyTicked ? { confirm: ['Tick those whose identity you confirm'] } : {}),
    ...Object.fromEntries(
      people.flatMap(({ check: { id, order }, errors }) =>
        Object.entries(errors).map(([name, texts]) => [
          isOfOne(name) ? `confirm-${id}` : `${prefixOf(id)}${name}`,
          texts.map((text) => `${fullName(order.facts.first_name, order.facts.last_name)}: ${text}`),
        ]),
      ),
    ),
  });

  function show(request: IdentitiesRequest, reply: FastifyReply, shown: Shown) {
    const { environment } = shown.caller;
    const errors = errorsOf(shown);
    return renderPage(request, reply, 'client/identities/identities.njk', {
      title: 'Confirm identities',
      environment,
      back: { text: 'Checks', href: environment === 'test' ? '/portal?environment=test' : '/portal' },
      action: identitiesPath,
      confirmed: shown.confirmed,
      isKept: shown.isKept === true,
      ids: shown.people.map(({ check }) => check.id).join(' '),
      people: shown.people.flatMap((person) => partOf(shown, person, request.body ?? null)),
      more: shown.more ?? 0,
      errors: Object.keys(errors).length === 0 ? undefined : errors,
    });
  }

  const waitingFor = async (caller: ClientCaller) =>
    findWaiting(ctx, caller, { ...(await soughtWaits(ctx, caller)), kinds: ['identity'] });

  /** Whether something stands there that the page did not begin with. */
  function isTypedFor(user: ClientUser, caller: ClientCaller, { check }: Person, body: IdentitiesRequest['body']) {
    const [sent, opened] = [modelFor(user, caller, check, body), modelFor(user, caller, check, undefined)];
    return !isDeepStrictEqual(valuesOf(sent), valuesOf(opened));
  }

  pages.get(identitiesPath, { permission, byEnvironment: true }, async (request: IdentitiesRequest, reply, user) => {
    const caller = callerFor(user, request.query.environment === 'test' ? 'test' : 'live');
    const found = await waitingFor(caller);
    const ids = found.slice(0, SHOWN_AT_MOST).map(({ check_id }) => check_id);
    const people = await Promise.all(
      ids.map(async (id) => ({ check: await readOrderOfCheck(ctx, caller, id), isTicked: false, errors: {} })),
    );
    const confirmed = Number(request.query.done) || 0;
    return show(request, reply, { user, caller, people, more: found.length - ids.length, confirmed });
  });

  pages.post(identitiesPath, { permission }, async (request: IdentitiesRequest, reply, user) => {
    const body = request.body ?? {};
    const caller = callerFor(user, body.environment === 'test' ? 'test' : 'live');
    const ids = String(body.orders ?? '').split(' ');
    const ticked: readonly unknown[] = [body.confirm ?? []].flat();
    const people: Person[] = [];
    let confirmed = 0;
    for (const id of ids.filter(isUuid).slice(0, SHOWN_AT_MOST)) {
      const check = await readOrderOfCheck(ctx, caller, id);
      const model = modelFor(user, caller, check, body);
      // Somebody else confirmed it meanwhile, or the order is over.
      if (model === undefined) continue;
      const isTicked = ticked.includes(id);
      if (isTicked && !model.isOwn && isConfirmed(model, {})) {
        await confirmIdentityOf(ctx, caller, id, model.seen);
        confirmed += 1;
      } else people.push({ check, isTicked, errors: isTicked ? (model.errors ?? {}) : {} });
    }
    const isNobodyTicked = ticked.length === 0;
    const isDone = !isNobodyTicked && people.every(({ isTicked }) => !isTicked);
    if (isDone && people.some((person) => isTypedFor(user, caller, person, body))) {
      // What was typed for the others stays, with those who come after them.
      const more = (await waitingFor(caller)).filter(
        ({ check_id }) => !people.some(({ check }) => check.id === check_id),
      );
      return show(request, reply, { user, caller, people, more: more.length, confirmed, isKept: true });
    }
    if (isDone) {
      const environment = caller.environment === 'test' ? '&environment=test' : '';
      return reply.redirect(`${identitiesPath}?done=${confirmed}${environment}`, 303);
    }
    return show(request, reply.status(422), { user, caller, people, confirmed, isNobodyTicked });
  });
}
