// The API keys of an account, alike for the desk and for its own administrators: lists and revokes them, and makes one,
// whose text is shown once.
import type { FastifyReply } from 'fastify';
import { type Authority, type Ctx, type Environment, inTransaction } from '../../../context.ts';
import { everyKeyScope, type KeyScope } from '../../../features/access/key-scopes.ts';
import type { Permission } from '../../../features/access/permissions.ts';
import { isInScope, isWithin, type Scope, scopeOf } from '../../../features/access/scope-rules.ts';
import { decideByChange } from '../../../features/access-reviews/access-review-actions.ts';
import {
  type ApiKeyListed,
  createApiKey,
  listApiKeys,
  listUsers,
  revokeApiKey,
} from '../../../features/accounts/account-actions.ts';
import { type NamedActor, readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { type FieldMessages, Problems, Refusal } from '../../../lib/refusal.ts';
import { hasOwnAuthority } from '../../../platform/http/served-certificate.ts';
import { type FieldWords, refusedFields } from '../field-words.ts';
import { noticeIn, typed, typedAll } from '../form-fields.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';

/** Whose keys the pages are about, and who manages them. */
interface OpenedKeys {
  readonly accountId: string;
  /** Only the keys that see nothing else; null for those of the whole account. */
  readonly subsidiaryIds: readonly string[] | null;
  /** For whom keys are made; null for a choice of the account's users. */
  readonly userId: string | null;
  readonly by: Authority;
  /** The address of the list. */
  readonly path: string;
  /** Shows a page in the frame of its portal. @param template in this folder */
  readonly show: (template: string, page: KeysPage) => FastifyReply;
}

/** The base paths of the interfaces. */
export interface ApiBases {
  readonly v1: string;
  readonly v2: Readonly<Record<Environment, string>>;
}

type KeysPage = PageModel & { readonly done?: string | undefined } & Readonly<Record<string, unknown>>;

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedKeys) => Promise<unknown>;

/** Registers pages below the address of the list. */
export interface KeysPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

const creating = { permission: 'manage_keys', stepUp: 'secrets' } as const;

const notices = { revoked: 'The key is revoked: no request with it is answered any more.' };

const words: Readonly<Record<string, FieldWords>> = {
  user: { input: 'user', begins: 'The user' },
  subsidiary: { input: 'subsidiary', begins: 'The subsidiary' },
  scopes: { input: 'scopes', begins: 'The scopes' },
};

const scopeTexts: Readonly<Record<KeyScope, string>> = {
  read: 'Read candidates, checks and webhooks',
  order: 'Order checks, attach files, confirm identity',
  results: 'Read results',
  webhooks: 'Set up webhooks',
  admin: 'Act for other users, manage users and keys, read charges',
};

/** What a key may do, in words. */
export const scopesText = (scopes: readonly KeyScope[]): string =>
  scopes.length === everyKeyScope.length
    ? 'All that its user may'
    : scopes.map((scope) => scopeTexts[scope]).join('; ');

/** The state of a key, as its tag shows it. */
function tagOf({ revoked_at, expires_at, exposed_at }: ApiKeyListed, now: Date) {
  if (revoked_at !== null) return { text: 'Revoked', classes: 'govuk-tag--grey' };
  if (expires_at !== null && expires_at <= now) return { text: 'Expired', classes: 'govuk-tag--grey' };
  if (exposed_at !== null) return { text: 'Exposed', classes: 'govuk-tag--red' };
  return { text: 'Valid', classes: 'govuk-tag--green' };
}

interface TypedKey {
  readonly user: string;
  readonly environment: string;
  readonly scopes: readonly string[];
  readonly subsidiary: string;
  readonly label: string;
  readonly expires: string;
}

const typedKey = (request: FormRequest, { userId, subsidiaryIds }: OpenedKeys): TypedKey => ({
  user: userId ?? typed(request, 'user'),
  environment: typed(request, 'environment'),
  scopes: request.method === 'POST' ? typedAll(request, 'scopes') : everyKeyScope,
  subsidiary: subsidiaryIds?.length === 1 ? subsidiaryIds[0]! : typed(request, 'subsidiary'),
  label: typed(request, 'label'),
  expires: typed(request, 'expires'),
});

/** What the form itself can tell, before the action is asked. */
function problemsOf({ user, environment, expires, scopes }: TypedKey, now: Date): FieldMessages | undefined {
  const problems = new Problems();
  if (user === '') problems.add('user', 'Choose whose key it is');
  if (environment !== 'live' && environment !== 'test') problems.add('environment', 'Choose live or test data');
  if (scopes.length === 0) problems.add('scopes', 'Choose what the key may do');
  const isFuture = parseDate(expires) !== undefined && new Date(expires) > now;
  if (expires !== '' && !isFuture) problems.add('expires', 'Enter a day in the future, such as 2030-01-31');
  return problems.any ? problems.fields : undefined;
}

async function keysOf(ctx: Ctx, opened: OpenedKeys): Promise<ApiKeyListed[]> {
  const [keys, users] = await Promise.all([
    listApiKeys(ctx, opened.by, opened.accountId),
    listUsers(ctx, opened.by, opened.accountId),
  ]);
  const scopeOfUser = new Map(users.map(({ id, subsidiary_ids: subsidiaryIds }) => [id, { subsidiaryIds }]));
  const seenBy = ({ subsidiary_id: of, user_id }: ApiKeyListed): Scope =>
    of === null ? (scopeOfUser.get(user_id) ?? {}) : scopeOf(of);
  return keys.filter((key) => isWithin(seenBy(key), opened));
}

/** Undefined where keys are made for the reader. */
async function userItems(ctx: Ctx, { accountId, by, userId }: OpenedKeys, chosen: string) {
  if (userId !== null) return undefined;
  const users = await listUsers(ctx, by, accountId);
  return [
    { value: '', text: 'Choose a user' },
    ...users
      .filter(({ disabled_at }) => disabled_at === null)
      .map(({ id, name, email }) => ({ value: id, text: `${name}, ${email}`, selected: id === chosen })),
  ];
}

async function subsidiaryItems(ctx: Ctx, opened: OpenedKeys, chosen: string) {
  if (opened.subsidiaryIds?.length === 1) return [];
  const subsidiaries = await listSubsidiaries(ctx, opened.by, opened.accountId);
  const all = subsidiaries.filter(({ id }) => isInScope(opened, id));
  return [
    { value: '', text: opened.subsidiaryIds === null ? 'Whatever its user sees' : 'All of yours' },
    ...all.map(({ id, name }) => ({ value: id, text: name, selected: id === chosen })),
  ];
}

/** Where and how the new key is used, with a request that works with every key. */
function firstUse({ settings }: Ctx, bases: ApiBases, environment: Environment, key: string) {
  const v2 = `${settings.baseUrl}${bases.v2[environment]}`;
  const isLocal = hasOwnAuthority(settings);
  return {
    key,
    environment,
    v2,
    v1: `${settings.baseUrl}${bases.v1}`,
    isLocal,
    curl: `curl ${isLocal ? '--cacert authority.pem ' : ''}-H "Authorization: ${key}" ${v2}/reporttypes`,
  };
}

function newKeyPage(pages: KeysPages, ctx: Ctx, bases: ApiBases): void {
  async function show(request: FormRequest, opened: OpenedKeys, errors?: FieldMessages) {
    const key = typedKey(request, opened);
    return opened.show('new-key.njk', {
      title: 'New API key',
      back: { text: 'All API keys', href: opened.path },
      path: opened.path,
      errors,
      key,
      userItems: await userItems(ctx, opened, key.user),
      scopeItems: everyKeyScope.map((scope) => ({
        value: scope,
        text: scopeTexts[scope],
        checked: key.scopes.includes(scope),
      })),
      subsidiaryItems: await subsidiaryItems(ctx, opened, key.subsidiary),
    });
  }

  pages.get('/new', creating, (request, _, opened) => show(request, opened));
  pages.post('/new', creating, async (request, reply, opened) => {
    const given = typedKey(request, opened);
    const problems = problemsOf(given, ctx.now());
    if (problems !== undefined) {
      reply.status(422);
      return show(request, opened, problems);
    }
    const environment = given.environment === 'live' ? 'live' : 'test';
    let made: { readonly key: string } | undefined;
    const errors = await refusedFields(async () => {
      made = await createApiKey(ctx, opened.by, opened.accountId, {
        userId: given.user,
        environment,
        scopes: given.scopes as readonly KeyScope[],
        subsidiaryId: given.subsidiary || null,
        label: given.label,
        expiresAt: given.expires === '' ? null : new Date(given.expires),
      });
    }, words);
    if (made === undefined) {
      reply.status(422);
      return show(request, opened, errors);
    }
    return opened.show('key.njk', {
      title: 'API key created',
      path: opened.path,
      ...firstUse(ctx, bases, environment, made.key),
    });
  });
}

/** Asks before a key is revoked, because that stops its program and cannot be undone. */
function revokePage(pages: KeysPages, ctx: Ctx): void {
  const readKey = async (request: FormRequest, opened: OpenedKeys) => {
    const key = (await keysOf(ctx, opened)).find(({ id }) => id === request.params.key_id?.toLowerCase());
    if (key === undefined) throw new Refusal('not_found');
    return key;
  };
  pages.get('/:key_id/revoke', creating, async (request, reply, opened) => {
    const key = await readKey(request, opened);
    if (key.revoked_at !== null) return reply.redirect(opened.path, 303);
    const [users, subsidiaries] = await Promise.all([
      listUsers(ctx, opened.by, opened.accountId),
      listSubsidiaries(ctx, opened.by, opened.accountId),
    ]);
    return opened.show('revoke.njk', {
      title: 'Revoke this API key?',
      back: { text: 'All API keys', href: opened.path },
      path: opened.path,
      key,
      user: users.find(({ id }) => id === key.user_id)?.name,
      subsidiary: subsidiaries.find(({ id }) => id === key.subsidiary_id)?.name,
      scopes: key.scopes.map((scope) => scopeTexts[scope]),
    });
  });
  pages.post('/:key_id/revoke', creating, async (request, reply, opened) => {
    const key = await readKey(request, opened);
    if (key.revoked_at === null) {
      await inTransaction(ctx, async (tx) => {
        await revokeApiKey(tx, opened.by, opened.accountId, key.id);
        await decideByChange(tx, opened.by, opened.accountId, { kind: 'key', id: key.id });
      });
    }
    return reply.redirect(`${opened.path}?done=revoked`, 303);
  });
}

interface KeysOptions {
  /** The permission to see keys. */
  readonly reading: Permission;
  /** The entry of the list in the menu of the portal. */
  readonly menu?: string;
}

/** A client reads no names of the desk. */
const makerText = ({ name, kind }: NamedActor, { userId }: OpenedKeys): string =>
  kind === 'desk' && userId !== null ? 'The screening company' : name;

export function keysPages(pages: KeysPages, ctx: Ctx, bases: ApiBases, { reading, menu }: KeysOptions): void {
  pages.get(
    '',
    { permission: reading, ...(menu && { menu, menuGroup: 'programs' as const }) },
    async (request, _, opened) => {
      const [keys, users] = await Promise.all([keysOf(ctx, opened), listUsers(ctx, opened.by, opened.accountId)]);
      const nameOf = new Map(users.map(({ id, name }) => [id, name]));
      const makers = keys.flatMap(({ made_by: by }) => by ?? []);
      const makerOf = await readActorNames(ctx.db, opened.accountId, makers);
      return opened.show('keys.njk', {
        title: 'API keys',
        done: noticeIn(request, notices),
        path: opened.path,
        rows: keys.map((key) => ({
          ...{ ...key, user: nameOf.get(key.user_id), tag: tagOf(key, ctx.now()) },
          madeBy: key.made_by === null ? undefined : makerText(makerOf(key.made_by), opened),
          scopeText: scopesText(key.scopes),
        })),
      });
    },
  );
  revokePage(pages, ctx);
  newKeyPage(pages, ctx, bases);
}
