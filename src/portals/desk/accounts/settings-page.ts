// The settings of an account: its name, how its users sign in, and an input for every entry of the list of settings.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { changeAccount } from '../../../features/accounts/account-actions.ts';
import {
  type AccountSetting,
  type AccountSettingName,
  accountSettings,
  settingText,
  typedSetting,
} from '../../../features/accounts/account-settings.ts';
import { changeAccountSettings, readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
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

const notices = { saved: 'The settings are saved.' };

const names = Object.keys(accountSettings) as AccountSettingName[];

const unitOf = (setting: AccountSetting): string | undefined =>
  ({
    days: 'days',
    working_days: 'working days',
    percent: '%',
    count: undefined,
    yes_no: undefined,
    colour: undefined,
    email: undefined,
    day_list: 'days',
  })[setting.kind];

const wordsOfSettings: Readonly<Record<string, FieldWords>> = Object.fromEntries(
  names.map((name) => [name, { input: name, begins: accountSettings[name].label }]),
);

interface Shown {
  readonly errors?: FieldMessages | undefined;
  /** What was typed, by setting. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly name?: string;
}

export function settingsPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, shown: Shown = {}) {
    const values = await readAccountSettings(ctx, opened.account.id);
    return renderAccountPage(request, reply, 'settings.njk', opened, {
      title: 'Settings',
      section: 'Settings',
      done: noticeIn(request, notices),
      errors: shown.errors,
      name: shown.name ?? opened.account.name,
      settings: names.map((name) => {
        const setting: AccountSetting = accountSettings[name];
        const value = shown.typed?.[name] ?? settingText(values[name]);
        return {
          name,
          ...setting,
          value,
          unit: unitOf(setting),
          defaultText: settingText(accountSettings[name].default),
        };
      }),
    });
  }

  pages.get('/settings', { permission: 'read_accounts' }, show);

  pages.post('/settings', { permission: 'manage_accounts', stepUp: 'roles' }, async (request, reply, opened) => {
    const sent = Object.fromEntries(names.map((name) => [name, typed(request, name)]));
    const before = await readAccountSettings(ctx, opened.account.id);
    const changed = names.filter((name) => sent[name] !== settingText(before[name]));
    const change = Object.fromEntries(changed.map((name) => [name, typedSetting(accountSettings[name], sent[name]!)]));
    const save = () => changeAccountSettings(ctx, opened.by, opened.account.id, change);
    const errors = changed.length === 0 ? undefined : await refusedFields(save, wordsOfSettings);
    if (errors !== undefined) return show(request, reply.status(422), opened, { errors, typed: sent });
    return reply.redirect(`${opened.path}/settings?done=saved`, 303);
  });

  pages.post(
    '/settings/account',
    { permission: 'manage_accounts', stepUp: 'roles' },
    async (request, reply, opened) => {
      const name = typed(request, 'name');
      const isTicked = (value: string) => typedAll(request, 'demands').includes(value);
      const change = {
        name,
        bareResultsLinks: isTicked('bare_results_links'),
        secondFactorDemanded: isTicked('second_factor'),
      };
      const errors = await refusedFields(() => changeAccount(ctx, opened.by, opened.account.id, change), {
        name: { input: 'name', begins: 'The name', empty: 'Enter the name of the account' },
      });
      if (errors !== undefined) return show(request, reply.status(422), opened, { errors, name });
      return reply.redirect(`${opened.path}/settings?done=saved`, 303);
    },
  );
}
