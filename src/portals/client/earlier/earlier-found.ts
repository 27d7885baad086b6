// What the pages of checks, people and a person show of the earlier system.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listEarlier, showEarlierOf } from '../../../features/earlier-cases/earlier-case-actions.ts';
import { type EarlierView, earlierView } from '../../shared/earlier-cases/earlier-view.ts';
import type { ClientCaller, ClientUser } from '../client-caller.ts';
import { personHref } from '../people/renewal-view.ts';

const SHOWN_AT_MOST = 20;

export const viewOf = (one: Parameters<typeof earlierView>[0]) => earlierView(one, personHref(one.applicantId));

/** What a search of checks or people finds besides; undefined without a search, or if it finds none. */
export async function earlierFound(
  ctx: Ctx,
  caller: ClientCaller,
  text: string | undefined,
): Promise<readonly EarlierView[] | undefined> {
  if (text === undefined || text === '' || caller.environment === 'test') return undefined;
  const { cases } = await listEarlier(ctx, caller, { text, page: 1, perPage: SHOWN_AT_MOST });
  return cases.length === 0 ? undefined : cases.map(viewOf);
}

/** For the page of a person; nothing if they have none. */
export async function earlierOf(ctx: Ctx, user: ClientUser, caller: ClientCaller, applicantId: string) {
  const found = await showEarlierOf(ctx, caller, applicantId);
  if (found === undefined) return {};
  const file = `${personHref(applicantId)}/earlier/file`;
  return { earlier: viewOf(found), earlierFile: mayDo(user, 'read_results') ? file : undefined };
}
