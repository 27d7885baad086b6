// What the desk asks the client: on the page of a check.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type NamedActor, readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { Check } from '../../../features/checks/check.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { queryPath } from './query-path.ts';

const waitsForReader: Tag = { text: 'Waiting for you', classes: 'govuk-tag--yellow' };

/** Clients are not told the names of screeners, who record an answer that was given by telephone. */
const toldName = ({ name, kind }: NamedActor): string => (kind === 'client' ? name : 'the screeners, as you told them');

/** Undefined for users who may not answer: a query may tell what was found. */
export async function clientQueries(ctx: Ctx, user: ClientUser, check: Check) {
  if (!mayDo(user, 'answer_queries')) return undefined;
  const asked = (await listQueries(ctx, check, 'client')).filter(({ status }) => status !== 'withdrawn');
  const caller = callerFor(user, check.tenant.environment);
  const views = await queryViews(ctx, caller, check.orderId, asked, `${queryPath(check.id, '{query}')}/files`);
  const nameOf = await readActorNames(
    ctx.db,
    check.tenant.accountId,
    asked.flatMap(({ endedBy }) => endedBy ?? []),
  );
  return views.map((query) => ({
    ...query,
    answeredBy: query.endedBy === null ? undefined : toldName(nameOf(query.endedBy)),
    ...(query.status === 'open' && !query.isExhausted && { tag: waitsForReader }),
    href: query.status === 'open' ? queryPath(check.id, query.id) : undefined,
  }));
}
