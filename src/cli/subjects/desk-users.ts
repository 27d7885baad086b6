// `probity desk-users`: screeners, who work at the desk for one, several or all accounts.
import { type Ctx, inTransaction } from '../../context.ts';
import { type DeskRole, roles } from '../../features/access/permissions.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import {
  changeDeskUser,
  createDeskUser,
  type DeskUserArguments,
  disableDeskUser,
  enableDeskUser,
  listDeskUsers,
  usualNewUntil,
} from '../../features/accounts/sign-in-actions.ts';
import { handOverWork, readHeldWork } from '../../features/cases/hand-over-actions.ts';
import { listTeams, putInTeams } from '../../features/teams/team-actions.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row, Sections } from '../output.ts';
import { describing } from '../subject-command.ts';
import { note } from './set-up.ts';
import { letSignIn, signInField } from './sign-in.ts';
import { findAccountId, isoTime, known, refusalOf, type Subject } from './subject.ts';

const accountFields: readonly Field[] = [
  { name: 'accounts', option: 'for', kind: 'texts', meaning: 'name or id of an account; may be given several times' },
  { name: 'allAccounts', kind: 'flag', meaning: 'every account, including later ones' },
];

/** @param byDefault the accounts if the entry names none */
async function accountsOf(
  ctx: Ctx,
  entry: Entry,
  byDefault: readonly string[],
): Promise<DeskUserArguments['accounts']> {
  if (entry.allAccounts === true) return 'all';
  const named = (entry.accounts as readonly string[] | undefined) ?? byDefault;
  if (named.length === 0) throw refusalOf('accounts', "can't be blank, unless it is all of them");
  return Promise.all(named.map((one) => findAccountId(ctx, one)));
}

const qualityFields: readonly Field[] = [
  {
    name: 'newUntil',
    kind: 'text',
    meaning: 'the last day, such as 2027-03-04, on which others approve their work because they are new; never ends it',
  },
  {
    name: 'samplePercent',
    kind: 'number',
    meaning: 'how many of a hundred of their reports others approve, in place of the setting of the account',
  },
];

/** As the command gives them. */
function qualityOf({ newUntil, samplePercent }: Entry): Pick<DeskUserArguments, 'newUntil' | 'samplePercent'> {
  if (newUntil !== undefined && newUntil !== 'never' && parseDate(String(newUntil)) === undefined)
    throw refusalOf('newUntil', 'must be a date such as 2027-03-04, or never');
  return {
    ...(newUntil !== undefined && { newUntil: newUntil === 'never' ? null : String(newUntil) }),
    ...(samplePercent !== undefined && { samplePercent: Number(samplePercent) }),
  };
}

const teamsField: Field = {
  name: 'teams',
  option: 'team',
  kind: 'texts',
  meaning: 'a team that they are in, which is made if it is new; may be given several times',
};

async function deskUserNamed(ctx: Ctx, email: unknown, field = 'email') {
  const all = await listDeskUsers(ctx, 'system');
  return known(
    all.find((row) => row.email === String(email).toLowerCase()),
    field,
  );
}

async function rows(ctx: Ctx): Promise<Row[]> {
  const names = new Map((await listAccounts(ctx, 'system')).map(({ id, name }) => [id, name]));
  const teams = await listTeams(ctx, 'system');
  return (await listDeskUsers(ctx, 'system')).map(({ id, name, email, role, ...row }) => {
    const accounts = row.all_accounts ? 'all' : row.accounts.map((account) => names.get(account) ?? account);
    const quality = { newUntil: row.new_until, samplePercent: row.sample_percent };
    const inTeams = teams.filter(({ members }) => members.includes(id)).map((team) => team.name);
    return { id, name, email, role, accounts, teams: inTeams, ...quality, disabledAt: isoTime(row.disabled_at) };
  });
}

async function handOver(ctx: Ctx, _: string, entry: Entry): Promise<Sections> {
  if ((entry.to === undefined) !== (entry.toQueue === true))
    throw refusalOf('to', 'or --to-queue must be given, and one of them only');
  const named = (entry.accounts as readonly string[] | undefined) ?? [];
  if (entry.toQueue === true && named.length > 0) throw refusalOf('accounts', 'can only be given to a colleague');
  const accountIds = await Promise.all(named.map((one) => findAccountId(ctx, one, 'accounts')));
  const { id: fromId } = await deskUserNamed(ctx, entry.email);
  const toId = entry.to === undefined ? null : (await deskUserNamed(ctx, entry.to, 'to')).id;
  const { moved, stayed, gained } = await handOverWork(ctx, 'system', 'all', { fromId, toId, accountIds });
  return new Map<string, readonly Row[]>([
    ['handedOver', [{ reports: moved, accounts: gained.length }]],
    [
      'stayed',
      stayed.map(({ report, because }) => ({
        ...{ order: `VF${report.order_id}`, report: report.report_id },
        ...{ account: report.account_name, environment: report.environment, because: because.replaceAll('_', ' ') },
      })),
    ],
  ]);
}

const email: Field = { name: 'email', kind: 'text', required: true, meaning: 'who' };
const role: Field = { name: 'role', kind: 'text', oneOf: Object.keys(roles.desk), meaning: 'what they may do' };

export const deskUsers: Subject = {
  createsInAccount: false,
  creation: {
    section: 'deskUsers',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'name of the screener' },
      { ...email, meaning: 'unique among all users' },
      { ...role, meaning: `${role.meaning}; screener by default` },
      ...accountFields,
      teamsField,
      ...qualityFields.map((field) =>
        field.name === 'newUntil'
          ? { ...field, meaning: `${field.meaning}; for a screener in three months by default` }
          : field,
      ),
      signInField,
    ],
    async create(setUp, accountId, entry) {
      const given = {
        name: String(entry.name),
        email: String(entry.email).toLowerCase(),
        role: (entry.role ?? 'screener') as DeskRole,
      };
      const accounts = await accountsOf(setUp.ctx, entry, accountId === undefined ? [] : [accountId]);
      const newUntil = given.role === 'screener' ? usualNewUntil(setUp.ctx.now()) : null;
      const id = await createDeskUser(setUp.ctx, 'system', { ...given, newUntil, ...qualityOf(entry), accounts });
      note(setUp, 'deskUsers', { id, ...given, accounts });
      if (entry.teams !== undefined) await putInTeams(setUp.ctx, 'system', id, entry.teams as readonly string[]);
      if (entry.signIn === true) await letSignIn(setUp, given.email);
    },
  },
  verbs: {
    list: { summary: 'list all of them', ofAccount: false, onlyReads: true, fields: [], run: rows },
    change: {
      summary: "change one's role, accounts or teams, or how closely their work is reviewed",
      ofAccount: false,
      fields: [
        email,
        role,
        ...accountFields,
        { ...teamsField, meaning: `${teamsField.meaning}; they leave every other` },
        ...qualityFields,
      ],
      async run(ctx, _, entry) {
        const user = await deskUserNamed(ctx, entry.email);
        const role = entry.role as DeskRole | undefined;
        const quality = qualityOf(entry);
        const isOther = role !== undefined || entry.teams !== undefined || Object.keys(quality).length > 0;
        const keepsAccounts = isOther && entry.accounts === undefined && entry.allAccounts === undefined;
        const accounts = keepsAccounts ? undefined : await accountsOf(ctx, entry, []);
        await inTransaction(ctx, async (tx) => {
          await changeDeskUser(tx, 'system', user.id, { role, accounts, ...quality });
          if (entry.teams !== undefined) await putInTeams(tx, 'system', user.id, entry.teams as readonly string[]);
        });
        return (await rows(ctx)).filter(({ id }) => id === user.id);
      },
    },
    disable: {
      summary: 'end the sessions of one at once, and say how many reports they have claimed, to be handed over',
      ofAccount: false,
      fields: [email],
      async run(ctx, _, entry) {
        const user = await deskUserNamed(ctx, entry.email);
        await disableDeskUser(ctx, 'system', user.id);
        const { reports } = await readHeldWork(ctx, 'system', 'all', user.id);
        return (await rows(ctx)).flatMap((row) =>
          row.id === user.id ? { ...row, claimedReports: reports.length } : [],
        );
      },
    },
    enable: {
      summary: 'let a disabled one sign in again',
      ofAccount: false,
      fields: [email],
      async run(ctx, _, entry) {
        const user = await deskUserNamed(ctx, entry.email);
        await enableDeskUser(ctx, 'system', user.id);
        return (await rows(ctx)).filter(({ id }) => id === user.id);
      },
    },
    'hand-over': {
      summary: 'give the claimed reports of one to a colleague, who may also get their accounts, or back to the queue',
      ofAccount: false,
      fields: [
        { ...email, meaning: 'whose work' },
        { name: 'to', kind: 'text', meaning: 'the email address of the colleague' },
        { name: 'toQueue', kind: 'flag', meaning: 'back to the queue, for anybody to claim' },
        {
          ...accountFields[0]!,
          meaning:
            'name or id of an account of theirs for which the colleague works from now on, too; may be given several times',
        },
      ],
      run: handOver,
    },
  },
};

export const describe = describing(deskUsers);
