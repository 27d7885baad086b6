// Many requests to suppliers are cancelled: a page between says which, at what suppliers, and what happens.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { findRequestsOf } from '../../../features/lists/sent-out-queries.ts';
import { cancelMany, mostCancelledAtOnce } from '../../../features/supplier-batches/cancel-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { typed, typedAll } from '../../shared/form-fields.ts';
import { listHref } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { typedText } from '../report/order-notes.ts';
import { cancelManyPath, sentOutPath } from './sent-out-address.ts';
import { everyRow, hrefOf, parametersOf, type Query, readQuery } from './sent-out-query.ts';

const statusIn = ({ view }: Query) => (view === 'to_call_off' ? view : 'sent');

/** The ids that are ticked or shown, or all that the list finds. */
async function chosenIn(ctx: Ctx, user: UserOf<'desk'>, query: Query, request: FormRequest): Promise<string[]> {
  const which = typed(request, 'which');
  if (which === 'found') return (await everyRow(ctx, user, query)).map(({ id }) => id);
  return (which === 'all' ? typed(request, 'shown').split(' ') : typedAll(request, 'requests')).filter(isUuid);
}

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  ids: readonly string[],
  errors?: FieldMessages,
) {
  const query = readQuery(request.query);
  const { environment } = query;
  const isToCallOff = query.view === 'to_call_off';
  const rows = (await findRequestsOf(ctx.db, user, { environment, now: ctx.now(), ids: [...new Set(ids)] })).filter(
    ({ status }) => status === statusIn(query),
  );
  return renderPage(request, reply, 'desk/sent-out/cancel-many.njk', {
    title: isToCallOff ? 'Record that suppliers were told' : 'Cancel requests',
    environment,
    ...{ isToCallOff, listHref: hrefOf(query), action: hrefOf(query, cancelManyPath), errors },
    ids: rows.map(({ id }) => id).join(' '),
    count: rows.length,
    tooMany: rows.length > mostCancelledAtOnce ? mostCancelledAtOnce : undefined,
    suppliers: [...Map.groupBy(rows, ({ supplier_name }) => supplier_name)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, of]) => ({
        ...{ name, count: of.length },
        accounts: [...new Set(of.map(({ account_name }) => account_name))].toSorted().join(', '),
        cost: inPounds(of.reduce((total, { cost_pence }) => total + cost_pence, 0)),
      })),
    typed: {
      reason: typedText(request.body?.reason),
      cost: request.body?.cancel_cost === undefined ? '0' : typed(request, 'cancel_cost'),
    },
  });
}

const countIn = (value: unknown) => (/^\d{1,4}$/.test(String(value ?? '')) ? Number(value) : undefined);

/** What was done, by the address to which the form led; undefined if nothing is to be said. */
export function cancelledText(query: Readonly<Record<string, unknown>>): string | undefined {
  const [cancelled, of] = [query.cancelled, query.of].map(countIn);
  if (cancelled === undefined || of === undefined) return undefined;
  const done = query.view === 'to_call_off' ? 'recorded' : 'cancelled';
  return [
    cancelled === 1 ? `One request is ${done}.` : `${cancelled} requests are ${done}.`,
    ...(cancelled === of ? [] : ['The others were answered or ended meanwhile.']),
    ...(query.view === 'to_call_off' || cancelled === 0 ? [] : ['Tell the suppliers, if nobody has.']),
  ].join(' ');
}

export function cancelManyPage(pages: Pages<'desk'>, ctx: Ctx): void {
  // The chosen ids do not fit into an address: the page that asks is the answer to the form.
  pages.post(cancelManyPath, { permission: 'send_out' }, async (request: FormRequest, reply, user) => {
    const query = readQuery(request.query);
    const ids = await chosenIn(ctx, user, query, request);
    if (typed(request, 'confirmed') !== '1') {
      const errors = ids.length === 0 ? { requests: ['Select the requests first'] } : undefined;
      return show(ctx, request, errors === undefined ? reply : reply.status(422), user, ids, errors);
    }
    const given = {
      ...({ requestIds: ids, status: statusIn(query) } as const),
      ...{ words: typedText(request.body?.reason), cost: typed(request, 'cancel_cost') },
    };
    let cancelled: number | undefined;
    const errors = await refusedFields(async () => {
      cancelled = await cancelMany(ctx, user, query.environment, given);
    }, {});
    if (cancelled === undefined) return show(ctx, request, reply.status(422), user, ids, errors);
    const done: [string, string][] = [
      ['cancelled', String(cancelled)],
      ['of', String(new Set(ids).size)],
    ];
    return reply.redirect(listHref(sentOutPath, [...parametersOf({ ...query, page: 1 }), ...done]), 303);
  });
}
