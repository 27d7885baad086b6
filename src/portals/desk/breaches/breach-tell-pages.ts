// Telling those whom a breach concerns: they are found, ticked, shown what they will read, and told.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { type Breach, readBreachVersions } from '../../../features/breaches/breach-actions.ts';
import {
  type ConcernedRow,
  findMistypedOrders,
  findWhomItConcerns,
  previewTelling,
  type Search,
  type Telling,
  TOLD_AT_ONCE,
  tellOfBreach,
} from '../../../features/breaches/breach-telling-actions.ts';
import {
  breachWordFields,
  orderNumbersIn,
  searchProblems,
  type TypedBreachWords,
} from '../../../features/breaches/breach-telling-rules.ts';
import type { Letter } from '../../../features/emails/letter.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { findUserOfLooks } from '../../../features/results/look-register-actions.ts';
import { addDays } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { startOfUkDay } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { isSent, typed, typedAll } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type FormRequest, text } from '../../shared/sign-in/sign-in-steps.ts';
import { registerItems } from '../looks/register-page.ts';
import { askedOf, readRegisterQuery } from '../looks/register-query.ts';
import { orderHref } from '../orders/order-address.ts';
import { breachHref } from './breach-address.ts';

const permission = 'record_breaches' as const;
const path = '/desk/breaches/:breachId/tell';

/** What the page searches for, in its address: order numbers, a client, or who looked. */
interface Asked {
  readonly address: string;
  readonly orders: string;
  readonly account: string;
  readonly from: string;
  readonly until: string;
  readonly search: Search | undefined;
  readonly errors: FieldMessages | undefined;
}

function askedIn(address: string): Asked {
  const query = Object.fromEntries(new URLSearchParams(address));
  const [orders = '', account = '', from = '', until = ''] = [query.orders, query.account, query.from, query.until];
  const problems = searchProblems({ orders, from, until });
  const asked = { address, orders, account, from, until };
  if (problems.any) return { ...asked, search: undefined, errors: problems.fields };
  const looks = readRegisterQuery(query);
  const time = {
    from: from === '' ? undefined : startOfUkDay(from),
    until: until === '' ? undefined : startOfUkDay(addDays(until, 1)),
  };
  const search: Search | undefined =
    looks.user !== undefined
      ? { looks: { ...askedOf({ ...looks, order: undefined, ground: undefined, at: undefined }), userId: looks.user } }
      : orders.trim() !== ''
        ? { orderIds: orderNumbersIn(orders)! }
        : isUuid(account)
          ? { accountId: account, ...time }
          : undefined;
  return { ...asked, search, errors: undefined };
}

interface Given {
  readonly ticked: readonly string[] | undefined;
  readonly words: TypedBreachWords;
  readonly tellsCandidates: boolean;
  readonly tellsClients: boolean;
}

/** The measures of the register are where the words begin. Its effects are those that are known, not those that are likely. */
const firstGiven = ({ measures }: Breach): Given => ({
  ticked: undefined,
  words: { what: '', consequences: '', measures, contact: '' },
  ...{ tellsCandidates: true, tellsClients: true },
});

const givenIn = (request: FormRequest): Given => ({
  ticked: typedAll(request, 'people').filter(isUuid),
  words: Object.fromEntries(
    breachWordFields.map((field) => [field, typed(request, field).replaceAll('\r\n', '\n')]),
  ) as TypedBreachWords,
  tellsCandidates: typedAll(request, 'tells').includes('candidates'),
  tellsClients: typedAll(request, 'tells').includes('clients'),
});

const tellingOf = ({ ticked, ...given }: Given): Telling => ({ ...given, applicantIds: ticked ?? [] });

const clientsOf = (rows: readonly ConcernedRow[], ticked: readonly string[] | undefined) =>
  [...Map.groupBy(rows, (row) => row.account_id).values()].map((ofOne) => ({
    name: ofOne[0]!.account_name,
    people: ofOne.map(({ applicant_id: id, check_id: checkId, order_id: orderId }) => ({
      ...{ id, text: orderId === null ? 'No order' : orderNumber(Number(orderId)) },
      href: checkId === null ? undefined : orderHref(checkId),
      isTicked: ticked === undefined || ticked.includes(id),
    })),
  }));

const previewOf = (letter: Letter | undefined) =>
  letter && { subject: letter.subject, paragraphs: letter.text.trim().split('\n\n') };

export function breachTellPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const breachIn = async (request: FormRequest, user: UserOf<'desk'>) =>
    (await readBreachVersions(ctx, authorityOf(user), request.params.breachId ?? ''))[0];

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    user: UserOf<'desk'>,
    { asked, given, errors }: { readonly asked: Asked; readonly given?: Given; readonly errors?: FieldMessages },
  ) {
    const breach = await breachIn(request, user);
    const { search } = asked;
    const [rows, accounts, seenBy, mistyped] = await Promise.all([
      search === undefined ? undefined : findWhomItConcerns(ctx, user, breach.id, search),
      findDeskAccounts(ctx.db, user.accounts),
      search !== undefined && 'looks' in search ? findUserOfLooks(ctx, user, { id: search.looks.userId }) : undefined,
      search === undefined ? [] : findMistypedOrders(ctx, user, search),
    ]);
    const wrong = errors ?? asked.errors;
    const { ticked, ...filled } = given ?? firstGiven(breach);
    return renderPage(request, wrong === undefined ? reply : reply.status(422), 'desk/breaches/tell.njk', {
      title: 'Tell whom it concerns',
      errors: wrong,
      ...{ breach, asked, given: filled, seenBy: seenBy?.name, most: TOLD_AT_ONCE },
      mistyped: mistyped.map(orderNumber).join(', '),
      isSeenByNobody: search !== undefined && 'looks' in search && seenBy === undefined,
      backHref: breachHref(breach.id),
      action: `${breachHref(breach.id)}/tell`,
      accountItems: registerItems(
        'None',
        Object.fromEntries(accounts.map(({ id, name }) => [id, name])),
        asked.account,
      ),
      found: rows && { total: rows[0]?.total ?? 0, clients: clientsOf(rows, ticked) },
    });
  }

  pages.get(path, { permission }, (request: FormRequest, reply, user) =>
    show(request, reply, user, { asked: askedIn(request.url.split('?')[1] ?? '') }),
  );

  /** The form again, with what is wrong or as it was. */
  const again = (request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) =>
    show(request, reply, user, {
      ...{ asked: askedIn(text(request.body?.search)), given: givenIn(request) },
      ...(errors && { errors }),
    });

  async function orForm(request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, work: () => Promise<unknown>) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return again(request, reply, user, error.fields);
    }
  }

  pages.post(path, { permission }, (request: FormRequest, reply, user) => {
    if (isSent(request, 'again')) return again(request, reply, user);
    return orForm(request, reply, user, async () => {
      const breach = await breachIn(request, user);
      const given = givenIn(request);
      const preview = await previewTelling(ctx, user, breach.id, tellingOf(given));
      return renderPage(request, reply, 'desk/breaches/tell-check.njk', {
        title: 'Read the mails before they go out',
        ...{ breach, given, search: text(request.body?.search), action: `${breachHref(breach.id)}/tell` },
        ...{
          candidates: preview.candidates,
          clients: preview.clients,
          leftOut: preview.leftOut,
          toldBefore: preview.toldBefore,
        },
        letters: [
          { to: 'To each candidate', mail: previewOf(preview.toCandidate) },
          { to: 'To the administrators of each client', mail: previewOf(preview.toClient) },
        ].filter(({ mail }) => mail !== undefined),
      });
    });
  });

  pages.post(`${path}/send`, { permission }, (request: FormRequest, reply, user) =>
    orForm(request, reply, user, async () => {
      const { id } = await breachIn(request, user);
      await tellOfBreach(ctx, user, id, tellingOf(givenIn(request)));
      return reply.redirect(`${breachHref(id)}?done=told`, 303);
    }),
  );
}
