// `probity users`: the users of an account, their roles and, in files, their keys and sign-ins.
import type { Ctx } from '../../context.ts';
import { type ClientRole, roles } from '../../features/access/permissions.ts';
import { changeUser, createUser, listUsers, type UserRow } from '../../features/accounts/account-actions.ts';
import type { Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { ownKeys } from './keys.ts';
import { createEach, note } from './set-up.ts';
import { letSignIn, signInField } from './sign-in.ts';
import { isoTime, known, listing, refusalOf, type Subject, subsidiariesIn, textIn } from './subject.ts';

async function userNamed(ctx: Ctx, accountId: string, email: unknown): Promise<UserRow> {
  const found = (await listUsers(ctx, 'system', accountId)).find((row) => row.email === String(email).toLowerCase());
  return known(found, 'email');
}

function rowOf(user: UserRow): Row {
  const { id, name, email, role } = user;
  const disabledAt = isoTime(user.disabled_at);
  return { id, name, email, role, externalId: user.external_id, subsidiaryIds: user.subsidiary_ids, disabledAt };
}

const role: Field = {
  name: 'role',
  kind: 'text',
  oneOf: Object.keys(roles.client),
  meaning: 'what they may do',
};

const externalId: Field = {
  name: 'externalId',
  kind: 'text',
  meaning: "the client's identifier in VerifileUserId; empty for none",
};

const subsidiary: Field = {
  name: 'subsidiary',
  kind: 'texts',
  meaning: 'name or id of a subsidiary that they are held to; the first is that of what they add',
};

export const users: Subject = {
  createsInAccount: true,
  creation: {
    section: 'users',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'name of the person' },
      { name: 'email', kind: 'text', required: true, meaning: 'unique among all accounts' },
      { ...role, required: true },
      externalId,
      subsidiary,
      signInField,
      { name: 'keys', kind: 'things', onlyInFiles: true, meaning: 'their API keys' },
    ],
    inside: { keys: ownKeys({ id: '', email: '' }) },
    async create(setUp, accountId, entry, path) {
      const given = {
        name: String(entry.name),
        email: String(entry.email).toLowerCase(),
        role: entry.role as ClientRole,
        externalId: textIn(entry, 'externalId'),
      };
      const subsidiaryIds = await subsidiariesIn(setUp.ctx, accountId!, entry.subsidiary);
      const { id } = await createUser(setUp.ctx, 'system', accountId!, {
        ...given,
        subsidiaryIds: subsidiaryIds ?? null,
      });
      note(setUp, 'users', { id, ...given });
      if (entry.signIn === true) await letSignIn(setUp, given.email);
      const at = path === '' ? 'keys' : `${path}.keys`;
      await createEach(ownKeys({ id, email: given.email }), setUp, accountId, entry.keys ?? [], at);
    },
  },
  verbs: {
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listUsers(ctx, 'system', accountId)).map(rowOf),
    ),
    change: {
      summary: "change one's role, subsidiaries or external id",
      ofAccount: true,
      fields: [
        { name: 'email', kind: 'text', required: true, meaning: 'who' },
        role,
        externalId,
        subsidiary,
        { name: 'wholeAccount', kind: 'flag', meaning: 'hold them to no subsidiary any more' },
        { name: 'disable', kind: 'flag', meaning: 'end their sessions and keys at once, for good' },
        { name: 'enable', kind: 'flag', meaning: 'enable one again' },
      ],
      async run(
        ctx,
        accountId,
        { email, disable, enable, externalId: named, subsidiary: held, wholeAccount, ...change },
      ) {
        if (held !== undefined && wholeAccount === true) throw refusalOf('wholeAccount', 'contradicts --subsidiary');
        const subsidiaryIds = wholeAccount === true ? null : await subsidiariesIn(ctx, accountId, held);
        if (disable === true && enable === true) throw refusalOf('enable', 'contradicts --disable');
        const { id } = await userNamed(ctx, accountId, email);
        await changeUser(ctx, 'system', accountId, {
          ...(change as { role?: ClientRole }),
          ...(named === undefined ? {} : { externalId: String(named) }),
          ...(subsidiaryIds === undefined ? {} : { subsidiaryIds }),
          ...(disable === undefined && enable === undefined ? {} : { disabled: disable === true }),
          id,
        });
        return [rowOf(await userNamed(ctx, accountId, email))];
      },
    },
  },
};

export const describe = describing(users);
