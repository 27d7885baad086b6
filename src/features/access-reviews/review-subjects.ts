// Whose access a review is about: the users and API keys of an account; of the desk its people and the suppliers of the register.
import type { Ctx } from '../../context.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { type ApiKeyListed, listApiKeys } from '../accounts/account-actions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { findReviewedUsers, type ReviewedUser } from '../lists/access-review-queries.ts';
import { listSuppliers } from '../suppliers/supplier-actions.ts';
import { findLastSent, findSupplierNames } from '../suppliers/supplier-queries.ts';
import type { AccessFacts, SubjectKind } from './access-review-rules.ts';

export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The user whose access it is; null of a supplier. */
  readonly ownerId: string | null;
  /** Of a key: its user. */
  readonly ownerName: string | null;
  /** The names of what they see; null for all of it. */
  readonly sees: readonly string[] | null;
  readonly facts: AccessFacts;
  readonly hasAccess: boolean;
  /** When it ended, where that is known. */
  readonly endedAt: Date | null;
  /** Since when they have their role; of a key when it was made. */
  readonly since: Date | null;
  /** Who invited them, or made the key; null if that is not known, or was the operator. */
  readonly madeBy: string | null;
  readonly isMadeByDesk: boolean;
}

/** No account has it. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** More than any account or desk has. */
const MOST_USERS = 20_000;

const noFactors = { has_passkey: false, has_app: false, has_password: false, has_single_sign_on: false };
const nothing: AccessFacts = {
  ...{ role: null, scopes: null, sees: null, environment: null, ...noFactors, is_invited: false },
  ...{ access_until: null, last_sign_in_at: null, last_used_at: null },
};

const textOf = (at: Date | null | undefined) => at?.toISOString() ?? null;

const ofUser = (user: ReviewedUser): Subject => ({
  ...{ kind: 'user', id: user.id, name: user.name, email: user.email, ownerId: user.id, ownerName: null },
  sees: user.sees,
  facts: {
    ...{ ...nothing, role: user.role, sees: user.sees_ids, is_invited: user.is_invited },
    ...{ has_passkey: user.has_passkey, has_app: user.has_app, has_password: user.has_password },
    ...{ has_single_sign_on: user.has_single_sign_on, access_until: user.access_until },
    ...{ last_sign_in_at: textOf(user.last_sign_in_at), last_used_at: textOf(user.last_used_at) },
  },
  hasAccess: user.disabled_at === null,
  endedAt: user.disabled_at,
  since: user.role_since,
  madeBy: user.invited_by,
  isMadeByDesk: user.is_invited_by_desk,
});

const isValid = ({ revoked_at, expires_at }: ApiKeyListed, now: Date) =>
  revoked_at === null && (expires_at === null || expires_at > now);

/** The first of what ended it: it was revoked or is over, or its user signs in no more. */
function keyEndOf({ revoked_at, expires_at }: ApiKeyListed, user: Subject | undefined, now: Date): Date | null {
  const ends = [revoked_at, expires_at, user?.endedAt ?? null].filter((one) => one !== null && one <= now);
  return ends.toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
}

async function keySubjects(ctx: Ctx, accountId: string, users: readonly Subject[]): Promise<Subject[]> {
  const keys = await listApiKeys(ctx, 'system', accountId);
  const subsidiaries = new Map((await listSubsidiaries(ctx, 'system', accountId)).map(({ id, name }) => [id, name]));
  const makers = keys.flatMap(({ made_by: by }) => by ?? []);
  const makerOf = await readActorNames(ctx.db, accountId, makers);
  const userOf = new Map(users.map((user) => [user.id, user]));
  return keys.map((key) => {
    const { subsidiary_id: only, made_by: maker } = key;
    const user = userOf.get(key.user_id);
    const madeBy = maker?.startsWith('user:') ? makerOf(maker) : undefined;
    return {
      ...{ kind: 'key', id: key.id, name: key.label || `${key.prefix}…`, email: null },
      ...{ ownerId: key.user_id, ownerName: user?.name ?? null },
      sees: only === null ? null : [subsidiaries.get(only) ?? only],
      facts: {
        ...{ ...nothing, scopes: key.scopes, sees: only === null ? null : [only], environment: key.environment },
        last_used_at: textOf(key.last_used_at),
      },
      hasAccess: isValid(key, ctx.now()) && user?.hasAccess === true,
      endedAt: keyEndOf(key, user, ctx.now()),
      since: key.created_at,
      ...{ madeBy: madeBy?.name ?? null, isMadeByDesk: madeBy?.kind === 'desk' },
    };
  });
}

async function supplierSubjects(ctx: Ctx): Promise<Subject[]> {
  const [suppliers, lastSent] = await Promise.all([listSuppliers(ctx, 'system'), findLastSent(ctx.db)]);
  return suppliers.map((one) => ({
    ...{ kind: 'supplier', id: one.id, name: one.name, email: null, ownerId: null, ownerName: null, sees: null },
    facts: { ...nothing, last_used_at: textOf(lastSent.get(one.id)) },
    ...{ hasAccess: true, endedAt: null, since: one.savedAt, madeBy: one.savedBy, isMadeByDesk: true },
  }));
}

/** Those who have access and those who had it, by name, users before keys and suppliers. @param of the account; null for the desk */
export async function findSubjects(ctx: Ctx, of: string | null): Promise<Subject[]> {
  const now = ctx.now();
  const asked = { accountId: of, now, quietSince: now };
  const found = await findReviewedUsers(ctx.db, of === null ? 'all' : [of], asked, { offset: 0, limit: MOST_USERS });
  const users = found.map(ofUser);
  return [...users, ...(of === null ? await supplierSubjects(ctx) : await keySubjects(ctx, of, users))];
}

/** Of whom no list has any more: a supplier that was removed, an invitation that was withdrawn. */
export async function findGoneSubjects(
  ctx: Ctx,
  gone: readonly Pick<Subject, 'kind' | 'id'>[],
  accountId: string | null,
): Promise<Subject[]> {
  const names = await findSupplierNames(
    ctx.db,
    gone.map(({ id }) => id),
  );
  const nameOf = await readActorNames(
    ctx.db,
    accountId ?? NO_ACCOUNT,
    gone.map(({ id }) => `user:${id}`),
  );
  return gone.map(({ kind, id }) => ({
    ...{ kind, id, name: names.get(id) ?? nameOf(`user:${id}`).name, email: null },
    ...{ ownerId: kind === 'user' ? id : null, ownerName: null, sees: null, facts: nothing },
    ...{ hasAccess: false, endedAt: null, since: null, madeBy: null, isMadeByDesk: false },
  }));
}

/** The ids of those who may decide about everybody: they see all of it and have set their sign-in up. */
export const findDeciders = (of: string | null, subjects: readonly Subject[]): string[] =>
  subjects
    .filter(({ kind, hasAccess, facts: { sees, is_invited: isInvited } }) => {
      return kind === 'user' && hasAccess && sees === null && !isInvited;
    })
    .filter(({ facts: { role } }) => {
      const permissions: readonly string[] =
        (of === null ? roles.desk[role as keyof typeof roles.desk] : roles.client[role as keyof typeof roles.client]) ??
        [];
      return mayDo({ permissions }, of === null ? 'review_access' : 'manage_users');
    })
    .map(({ id }) => id);
