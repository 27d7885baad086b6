// The users of an account that is opened, for the pages about them, and who may be changed there.
import type { FastifyReply } from 'fastify';
import type { Authority, Ctx } from '../../../context.ts';
import { isWithin } from '../../../features/access/scope-rules.ts';
import { listUsers, type UserRow } from '../../../features/accounts/account-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';

/** Whose users the pages are about, and who manages them. */
export interface OpenedUsers {
  readonly accountId: string;
  /** Only the users who see nothing else; null for those of the whole account. */
  readonly subsidiaryIds: readonly string[] | null;
  /** Who is signed in. */
  readonly userId: string;
  readonly by: Authority;
  /** The address of the list. */
  readonly path: string;
  /** Where it is said who is away, for who says it. */
  readonly awayHref?: string;
  /** What a user did, at the desk for who reads it. */
  readonly trailOf?: (userId: string) => string | undefined;
  /** Shows a page in the frame of its portal. @param template below src/portals */
  readonly show: (template: string, page: UsersPage) => FastifyReply;
}

type UsersPage = PageModel & { readonly done?: string | undefined } & Readonly<Record<string, unknown>>;

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedUsers) => Promise<unknown>;

/** Registers pages below the address of the list. */
export interface UsersPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

export const permission = 'manage_users';
/** Who may do what changes: the user proves again who they are. */
export const changing = { permission, stepUp: 'roles' } as const;

/** How somebody proves more than their password. */
export const secondFactorOf = (user: UserRow): string =>
  user.has_second_factor ? 'Set up' : user.has_single_sign_on ? 'Single sign-on' : 'None';

export async function usersOf(ctx: Ctx, opened: OpenedUsers): Promise<UserRow[]> {
  const users = await listUsers(ctx, opened.by, opened.accountId);
  return users.filter((one) => isWithin({ subsidiaryIds: one.subsidiary_ids }, opened));
}

export async function userOf(ctx: Ctx, request: FormRequest, opened: OpenedUsers): Promise<UserRow> {
  const user = (await usersOf(ctx, opened)).find(({ id }) => id === request.params.user_id?.toLowerCase());
  if (user === undefined) throw new Refusal('not_found');
  return user;
}

/** Refuses users who would change themselves: they could lock the last administrator out. */
export async function otherUserOf(ctx: Ctx, request: FormRequest, opened: OpenedUsers): Promise<UserRow> {
  const user = await userOf(ctx, request, opened);
  if (user.id === opened.userId) throw new Refusal('not_permitted');
  return user;
}
