// `probity keys`: API keys; the text of a key is printed once, when it is made.
import { everyKeyScope, type KeyScope } from '../../features/access/key-scopes.ts';
import { createApiKey, listApiKeys, listUsers, revokeApiKey } from '../../features/accounts/account-actions.ts';
import type { Entry, Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { type Creation, note, type SetUp } from './set-up.ts';
import { findSubsidiaryId, isId, isoTime, known, listing, type Subject, textIn } from './subject.ts';

interface Owner {
  readonly id: string;
  readonly email: string;
}

const ownFields: readonly Field[] = [
  {
    name: 'environment',
    kind: 'text',
    required: true,
    oneOf: ['live', 'test'],
    meaning: 'live, or test for the sandbox',
  },
  {
    name: 'scopes',
    kind: 'texts',
    oneOf: everyKeyScope,
    meaning: 'what it may do of what the role of its user allows; by default all of them',
  },
  { name: 'subsidiary', kind: 'text', meaning: 'name or id of the subsidiary to which the key is held' },
  { name: 'label', kind: 'text', meaning: 'what it is for' },
  { name: 'expires', kind: 'time', meaning: 'when it expires; by default never' },
];

async function createKey(setUp: SetUp, accountId: string, owner: Owner, entry: Entry): Promise<void> {
  const environment = entry.environment as 'live' | 'test';
  const scopes = (entry.scopes as readonly KeyScope[] | undefined) ?? everyKeyScope;
  const label = textIn(entry, 'label') ?? '';
  const expires = textIn(entry, 'expires');
  const expiresAt = expires === null ? null : new Date(expires);
  const { id, key } = await createApiKey(setUp.ctx, 'system', accountId, {
    userId: owner.id,
    environment,
    scopes,
    subsidiaryId: await findSubsidiaryId(setUp.ctx, accountId, textIn(entry, 'subsidiary')),
    label,
    expiresAt,
  });
  note(setUp, 'keys', { id, user: owner.email, environment, scopes, label, expiresAt: isoTime(expiresAt), key });
}

/** Keys listed inside a user in a file: they belong to that user. */
export const ownKeys = (owner: Owner): Creation => ({
  section: 'keys',
  fields: ownFields,
  create: (setUp, accountId, entry) => createKey(setUp, accountId!, owner, entry),
});

export const keys: Subject = {
  createsInAccount: true,
  creation: {
    section: 'keys',
    fields: [{ name: 'user', kind: 'text', required: true, meaning: 'email address of its user' }, ...ownFields],
    async create(setUp, accountId, entry) {
      const all = await listUsers(setUp.ctx, 'system', accountId!);
      const owner = known(
        all.find(({ email }) => email === String(entry.user).toLowerCase()),
        'user',
      );
      await createKey(setUp, accountId!, owner, entry);
    },
  },
  verbs: {
    list: listing('list those of the account', async (ctx, accountId) => {
      const emails = new Map((await listUsers(ctx, 'system', accountId)).map(({ id, email }) => [id, email]));
      return (await listApiKeys(ctx, 'system', accountId)).map((row) => ({
        id: row.id,
        prefix: `${row.prefix}…`,
        user: emails.get(row.user_id) ?? row.user_id,
        environment: row.environment,
        scopes: row.scopes,
        subsidiaryId: row.subsidiary_id,
        label: row.label,
        expiresAt: isoTime(row.expires_at),
        revokedAt: isoTime(row.revoked_at),
        lastUsedAt: isoTime(row.last_used_at),
        exposedAt: isoTime(row.exposed_at),
      }));
    }),
    revoke: {
      summary: 'revoke one at once',
      ofAccount: true,
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'as listed' }],
      async run(ctx, accountId, given) {
        const all = await listApiKeys(ctx, 'system', accountId);
        const { id, prefix } = known(
          all.find((row) => isId(given.id, row.id) && row.revoked_at === null),
          'id',
        );
        await revokeApiKey(ctx, 'system', accountId, id);
        return [{ id, prefix: `${prefix}…`, revoked: true }];
      },
    },
  },
};

export const describe = describing(keys);
