// `probity accounts`: the clients of this service, each with everything that is set up for it.

import type { Ctx } from '../../context.ts';
import { changeAccount, createAccount, listAccounts, readAccount } from '../../features/accounts/account-actions.ts';
import type { AccountSetting } from '../../features/accounts/account-setting.ts';
import { settingText, typedSetting } from '../../features/accounts/account-setting.ts';
import { type AccountSettingName, accountSettings } from '../../features/accounts/account-settings.ts';
import {
  changeAccountSettings,
  readAccountSettings,
  settingProblems,
} from '../../features/accounts/account-settings-actions.ts';
import { copyAgreement } from '../../features/report-types/agreement-copy-actions.ts';
import { type TemplateId, templateIds } from '../../features/report-types/templates.ts';
import { previewErasures, SOON_DAYS } from '../../features/retention/erasure-preview-actions.ts';
import { type Entry, type Field, pathTo } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { deskUsers } from './desk-users.ts';
import { groups } from './groups.ts';
import { jobRoles } from './job-roles.ts';
import { packages } from './packages.ts';
import { reportTypes } from './report-types.ts';
import { attempt, createEach, note, type SetUp } from './set-up.ts';
import { findAccountId, isoTime, refusalOf, type Subject, textIn } from './subject.ts';
import { subsidiaries } from './subsidiaries.ts';
import { users } from './users.ts';

/** In the order of their dependencies. */
const inside = [subsidiaries, users, jobRoles, groups, packages, reportTypes, deskUsers].map(
  ({ creation }) => creation,
);

const named: Field = { name: 'account', kind: 'text', isArgument: true, meaning: 'optional if there is only one' };

const idIn = (ctx: Ctx, entry: Entry) => findAccountId(ctx, textIn(entry, 'account') ?? undefined);

async function settingRows(ctx: Ctx, accountId: string): Promise<Row[]> {
  const values = await readAccountSettings(ctx, accountId);
  return (Object.keys(accountSettings) as AccountSettingName[]).map((name) => ({
    name,
    value: settingText(values[name]),
    default: settingText(accountSettings[name].default),
    meaning: accountSettings[name].label,
  }));
}

/** The value of a setting, for `settingFault` to judge. @param value text as it is typed, or a number or boolean of a file */
function settingValue(name: string, value: unknown): unknown {
  const known: Readonly<Record<string, AccountSetting>> = accountSettings;
  const setting = Object.hasOwn(known, name) ? known[name] : undefined;
  return setting === undefined || typeof value !== 'string' ? value : typedSetting(setting, value);
}

/** `name=value` */
function settingsIn(given: readonly string[]): Record<string, unknown> {
  const pairs = given.map((text): [string, unknown] => {
    const [name = '', ...rest] = text.split('=');
    if (rest.length === 0) throw refusalOf('settings', `${text} must be a setting and its value, such as name=value`);
    return [name, settingValue(name, rest.join('='))];
  });
  return Object.fromEntries(pairs);
}

/** The settings of an account that is made from a file, each under its name. */
async function setThem(setUp: SetUp, accountId: string, entry: Entry, path: string): Promise<void> {
  const given = Object.entries((entry.settings as Entry | undefined) ?? {});
  if (given.length === 0) return;
  const change = Object.fromEntries(given.map(([name, value]) => [name, settingValue(name, value)]));
  await attempt(setUp, {}, pathTo(path, 'settings'), () =>
    changeAccountSettings(setUp.ctx, 'system', accountId, change),
  );
}

export const accounts: Subject = {
  createsInAccount: false,
  creation: {
    section: 'accounts',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'name of the client' },
      {
        name: 'template',
        kind: 'text',
        oneOf: templateIds,
        meaning: 'which report types it starts with; uk_standard without',
      },
      {
        name: 'secondFactor',
        kind: 'text',
        oneOf: ['on', 'off'],
        meaning: 'whether its users need a second factor to sign in; on without',
      },
      {
        name: 'settings',
        kind: 'values',
        onlyInFiles: true,
        meaning: 'its settings by name, such as { "vatPercent": 20 }',
      },
      ...inside.map(
        ({ section }): Field => ({ name: section, kind: 'things', onlyInFiles: true, meaning: 'created with it' }),
      ),
    ],
    inside: Object.fromEntries(inside.map((creation) => [creation.section, creation])),
    async create(setUp, _, entry, path) {
      const name = String(entry.name);
      const template = entry.template as TemplateId | undefined;
      const { id } = await createAccount(setUp.ctx, 'system', { name, template });
      if (entry.secondFactor !== 'off') await changeAccount(setUp.ctx, 'system', id, { secondFactorDemanded: true });
      note(setUp, 'accounts', { id, name });
      await setThem(setUp, id, entry, path);
      for (const creation of inside) {
        const at = path === '' ? creation.section : `${path}.${creation.section}`;
        await createEach(creation, setUp, id, entry[creation.section] ?? [], at);
      }
    },
  },
  verbs: {
    list: {
      summary: 'list all of them',
      ofAccount: false,
      onlyReads: true,
      fields: [],
      run: async (ctx) =>
        (await listAccounts(ctx, 'system')).map((row) => ({
          id: row.id,
          name: row.name,
          createdAt: isoTime(row.created_at),
          isDemo: row.is_demo,
          bareResultsLinks: row.bare_results_links,
          secondFactor: row.second_factor_demanded,
        })),
    },
    settings: {
      summary: 'list the settings of one',
      ofAccount: false,
      onlyReads: true,
      fields: [named],
      run: async (ctx, _, entry) => settingRows(ctx, await idIn(ctx, entry)),
    },
    set: {
      summary: 'change settings of one, such as referenceDateToleranceDays=20',
      ofAccount: false,
      fields: [
        named,
        {
          name: 'settings',
          option: 'setting',
          kind: 'texts',
          required: true,
          isArgument: true,
          meaning: 'name=value; may be given several times',
        },
      ],
      async run(ctx, _, entry) {
        const accountId = await idIn(ctx, entry);
        const change = settingsIn(entry.settings as readonly string[]);
        const erasures = settingProblems(change).any
          ? undefined
          : await previewErasures(ctx, 'system', accountId, change);
        await changeAccountSettings(ctx, 'system', accountId, change);
        const rows = await settingRows(ctx, accountId);
        if (erasures === undefined) return rows;
        const { tonight, soon } = erasures;
        return new Map([
          ['accounts', rows],
          ['erasedByTime', [{ tonight, [`within${SOON_DAYS}Days`]: soon }]],
        ]);
      },
    },
    'copy-agreement': {
      summary: 'let one order what another may, on the same terms, and give it the packages, groups and job roles',
      ofAccount: true,
      fields: [{ name: 'from', kind: 'text', required: true, meaning: 'name or id of the other account' }],
      async run(ctx, accountId, { from }) {
        const other = await findAccountId(ctx, String(from), 'from');
        const copied = await copyAgreement(ctx, 'system', { from: other, to: accountId });
        const { changes, ...named } = copied;
        return [{ id: accountId, from: other, reportTypes: changes.length, ...named }];
      },
    },
    change: {
      summary: 'rename one, let its results links open without a key, or demand a second factor',
      ofAccount: true,
      fields: [
        { name: 'name', kind: 'text', meaning: 'its new name' },
        {
          name: 'bareResultsLinks',
          kind: 'text',
          oneOf: ['on', 'off'],
          meaning: 'whether a results link opens without a key for 15 minutes after a reply that carried it',
        },
        {
          name: 'secondFactor',
          kind: 'text',
          oneOf: ['on', 'off'],
          meaning: 'whether its users need a second factor to sign in',
        },
      ],
      async run(ctx, accountId, { name, bareResultsLinks, secondFactor }) {
        await changeAccount(ctx, 'system', accountId, {
          name: name as string | undefined,
          bareResultsLinks: bareResultsLinks === undefined ? undefined : bareResultsLinks === 'on',
          secondFactorDemanded: secondFactor === undefined ? undefined : secondFactor === 'on',
        });
        const changed = await readAccount(ctx, accountId);
        const { bare_results_links, second_factor_demanded } = changed;
        return [
          {
            id: accountId,
            name: changed.name,
            bareResultsLinks: bare_results_links,
            secondFactor: second_factor_demanded,
          },
        ];
      },
    },
  },
};

export const describe = describing(accounts);
