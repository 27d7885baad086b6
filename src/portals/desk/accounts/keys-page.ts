// The API keys of an account: lists and revokes them, and makes one, whose text is shown once.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { everyKeyScope, type KeyScope } from '../../../features/access/permissions.ts';
import {
  type ApiKeyListed,
  createApiKey,
  listApiKeys,
  listSubsidiaries,
  listUsers,
  revokeApiKey,
} from '../../../features/accounts/account-actions.ts';
import { parseDate } from '../../../lib/dates.ts';
import { type FieldMessages, Problems, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';

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

const typedKey = (request: FormRequest): TypedKey => ({
  user: typed(request, 'user'),
  environment: typed(request, 'environment'),
  scopes: request.method === 'POST' ? typedAll(request, 'scopes') : everyKeyScope,
  subsidiary: typed(request, 'subsidiary'),
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

function newKeyPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const [users, subsidiaries] = await Promise.all([
      listUsers(ctx, opened.by, opened.account.id),
      listSubsidiaries(ctx, opened.by, opened.account.id),
    ]);
    const key = typedKey(request);
    return renderAccountPage(request, reply, 'new-key.njk', opened, {
      title: 'New API key',
      section: 'API keys',
      errors,
      key,
      userItems: [
        { value: '', text: 'Choose a user' },
        ...users
          .filter(({ disabled_at }) => disabled_at === null)
          .map(({ id, name, email }) => ({ value: id, text: `${name}, ${email}`, selected: id === key.user })),
      ],
      scopeItems: everyKeyScope.map((scope) => ({
        value: scope,
        text: scopeTexts[scope],
        checked: key.scopes.includes(scope),
      })),
      subsidiaryItems: [
        { value: '', text: 'The whole account' },
        ...subsidiaries.map(({ id, name }) => ({ value: id, text: name, selected: id === key.subsidiary })),
      ],
    });
  }

  pages.get('/keys/new', creating, (request, reply, opened) => show(request, reply, opened));
  pages.post('/keys/new', creating, async (request, reply, opened) => {
    const given = typedKey(request);
    const problems = problemsOf(given, ctx.now());
    if (problems !== undefined) return show(request, reply.status(422), opened, problems);
    let made: { readonly key: string } | undefined;
    const errors = await refusedFields(async () => {
      made = await createApiKey(ctx, opened.by, opened.account.id, {
        userId: given.user,
        environment: given.environment === 'live' ? 'live' : 'test',
        scopes: given.scopes as readonly KeyScope[],
        subsidiaryId: given.subsidiary || null,
        label: given.label,
        expiresAt: given.expires === '' ? null : new Date(given.expires),
      });
    }, words);
    if (made === undefined) return show(request, reply.status(422), opened, errors);
    return renderAccountPage(request, reply, 'key.njk', opened, {
      title: 'API key created',
      section: 'API keys',
      key: made.key,
    });
  });
}

export function keysPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/keys', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const [keys, users] = await Promise.all([
      listApiKeys(ctx, opened.by, opened.account.id),
      listUsers(ctx, opened.by, opened.account.id),
    ]);
    const nameOf = new Map(users.map(({ id, name }) => [id, name]));
    return renderAccountPage(request, reply, 'keys.njk', opened, {
      title: 'API keys',
      section: 'API keys',
      done: noticeIn(request, notices),
      rows: keys.map((key) => ({ ...key, user: nameOf.get(key.user_id), tag: tagOf(key, ctx.now()) })),
    });
  });
  pages.post('/keys/:key_id/revoke', creating, async (request, reply, opened) => {
    const keys = await listApiKeys(ctx, opened.by, opened.account.id);
    const key = keys.find(({ id }) => id === request.params.key_id?.toLowerCase());
    if (key === undefined) throw new Refusal('not_found');
    if (key.revoked_at === null) await revokeApiKey(ctx, opened.by, opened.account.id, key.id);
    return reply.redirect(`${opened.path}/keys?done=revoked`, 303);
  });
  newKeyPage(pages, ctx);
}
