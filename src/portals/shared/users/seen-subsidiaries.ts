// The question what a user of an account sees: all of it, or some of its subsidiaries; never more than who asks.
import type { Ctx } from '../../../context.ts';
import { isInScope } from '../../../features/access/scope-rules.ts';
import type { UserRow } from '../../../features/accounts/account-actions.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { isSent, typedAll } from '../form-fields.ts';
import { WHOLE_ACCOUNT } from '../orders/order-submission.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';
import type { OpenedUsers } from './opened-users.ts';

type Subsidiaries = Awaited<ReturnType<typeof subsidiariesOf>>;

/** Those that the reader may give to users. */
export const subsidiariesOf = async (ctx: Ctx, opened: OpenedUsers) =>
  (await listSubsidiaries(ctx, opened.by, opened.accountId)).filter(({ id }) => isInScope(opened, id));

/** Of a user, the first of them first. */
export const namesOf = (subsidiaries: Subsidiaries, { subsidiary_ids: ids }: Pick<UserRow, 'subsidiary_ids'>): string =>
  ids?.map((id) => subsidiaries.find((one) => one.id === id)?.name ?? '').join(', ') ?? WHOLE_ACCOUNT;

/** For one line of a list: the first of them, and how many more. */
export function firstNamesOf(subsidiaries: Subsidiaries, user: Pick<UserRow, 'subsidiary_ids'>): string {
  const [first, ...others] = user.subsidiary_ids ?? [];
  if (first === undefined || others.length === 0) return namesOf(subsidiaries, user);
  return `${namesOf(subsidiaries, { subsidiary_ids: [first] })} and ${others.length} more`;
}

/** The box beside those of the subsidiaries. */
const WHOLE = 'all';

/** Its name, with a word where it has ended. */
const endedNote = (name: string, endedAt: Date | null): string => (endedAt === null ? name : `${name} (ended)`);

/** The boxes of the form; none where there is nothing to choose. @param sees undefined before anything is chosen */
export function seenItems(
  opened: OpenedUsers,
  subsidiaries: Subsidiaries,
  sees: readonly string[] | null | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  if (subsidiaries.length === 0 || opened.subsidiaryIds?.length === 1) return [];
  const boxes = subsidiaries.flatMap(({ id, name, ended_at: endedAt }) => {
    const checked = sees?.includes(id) ?? false;
    // Of one that has ended, who sees it already can go on.
    return endedAt === null || checked ? [{ value: id, text: endedNote(name, endedAt), checked }] : [];
  });
  if (opened.subsidiaryIds !== null) return boxes;
  const whole = { value: WHOLE, text: WHOLE_ACCOUNT, checked: sees === null, behaviour: 'exclusive' };
  return [...boxes, { divider: 'or' }, whole];
}

/**
 * What the form chooses; undefined if it did not ask. The action refuses none and those that the account does not have; what
 * the reader does not see counts as one of those.
 * @param user who sees something already: their first subsidiary stays so
 */
export function seenIn(
  request: FormRequest,
  opened: OpenedUsers,
  subsidiaries: Subsidiaries,
  user?: Pick<UserRow, 'subsidiary_ids'>,
): readonly string[] | null | undefined {
  const chosen = typedAll(request, 'subsidiary').filter((id) => id !== '');
  if (!isSent(request, 'sees') && chosen.length === 0) return undefined;
  // Together with others it is one of those that the account does not have.
  if (chosen.length === 1 && chosen[0] === WHOLE && opened.subsidiaryIds === null) return null;
  const first = (user?.subsidiary_ids ?? []).filter((id) => chosen.includes(id));
  return [...new Set([...first, ...chosen])].map((id) => (subsidiaries.some((one) => one.id === id) ? id : 'none'));
}
