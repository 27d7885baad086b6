// One setting in all accounts that the user sees: what each has, and another value for those that are chosen.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { settingText } from '../../../features/accounts/account-setting.ts';
import {
  type AccountSettingName,
  accountSettings,
  groupedSettings,
  settingsToCopy,
} from '../../../features/accounts/account-settings.ts';
import { changeSettingsOfMany, readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { settingInputs, settingWords, typedSettings, valueText } from '../../shared/settings/setting-inputs.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  accountsPath,
  asked,
  type DeskUser,
  type FormRequest,
  noticeIn,
  openAccountsOf,
  typed,
  typedAll,
} from './account-request.ts';
import { erasing } from './erasing-settings.ts';

export const oneSettingPath = `${accountsPath}/settings`;

/** Not those that are one client's alone, nor those that erase people, which the page of each account asks about. */
const offered = groupedSettings
  .map(({ heading, names }) => ({
    heading,
    names: names.filter((name) => settingsToCopy.includes(name) && !erasing.includes(name)),
  }))
  .filter(({ names }) => names.length > 0);
const offeredNames = offered.flatMap(({ names }) => names);

/** Undefined until one is chosen. Refuses with `not_found` for another. */
function settingIn(request: FormRequest): AccountSettingName | undefined {
  const given = asked(request, 'setting');
  if (given === '') return undefined;
  const name = offeredNames.find((one) => one === given);
  if (name === undefined) throw new Refusal('not_found');
  return name;
}

interface Typed {
  readonly errors: FieldMessages;
  readonly value: string;
  readonly ticked: readonly string[];
}

/** The input, which is empty at first, and what each account has. */
async function settingModel(ctx: Ctx, user: DeskUser, name: AccountSettingName, sent?: Typed) {
  const standard = await readStandard(ctx, authorityOf(user));
  const ofStandard = standard && settingText((await readAccountSettings(ctx, standard.id))[name]);
  const accounts = await openAccountsOf(ctx, user);
  const rows = await Promise.all(
    accounts.map(async (account) => {
      const has = settingText((await readAccountSettings(ctx, account.id))[name]);
      return {
        ...{ id: account.id, name: account.name, href: `${accountsPath}/${account.id}/settings` },
        now: settingInputs([name], () => has)[0]!.readText,
        isTicked: sent?.ticked.includes(account.id),
        isOther: ofStandard !== undefined && has !== ofStandard,
      };
    }),
  );
  return {
    settings: settingInputs([name], () => sent?.value ?? ofStandard ?? ''),
    standard: ofStandard === undefined ? undefined : valueText(accountSettings[name], ofStandard),
    rows,
  };
}

export function oneSettingPage(pages: Pages<'desk'>, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, sent?: Typed) {
    const name = settingIn(request);
    return renderPage(request, reply, 'desk/accounts/one-setting.njk', {
      title: 'One setting in all accounts',
      back: { text: 'All accounts', href: accountsPath },
      path: oneSettingPath,
      done: noticeIn(request, {
        saved: 'The setting is saved.',
        same: 'Nothing has changed: the accounts had this value already.',
      }),
      chosen: name,
      choices: offered.map(({ heading, names }) => ({
        heading,
        items: names.map((one) => ({ value: one, text: accountSettings[one].label, selected: one === name })),
      })),
      errors: sent?.errors,
      ...(name && (await settingModel(ctx, user, name, sent))),
    });
  }

  pages.get(oneSettingPath, { permission: 'manage_accounts' }, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );

  const options = { permission: 'manage_accounts', stepUp: 'roles' } as const;
  pages.post(oneSettingPath, options, async (request: FormRequest, reply, user) => {
    const name = settingIn(request);
    if (name === undefined) throw new Refusal('not_found');
    const ticked = typedAll(request, 'accounts');
    const refuse = (errors: FieldMessages) =>
      show(request, reply.status(422), user, { errors, ticked, value: typed(request, name) });
    const all = (await openAccountsOf(ctx, user)).map(({ id }) => id);
    const chosen = typed(request, 'which') === 'all' ? all : all.filter((id) => ticked.includes(id));
    if (chosen.length === 0) return refuse({ accounts: ['Tick the accounts in which the setting changes'] });
    let changed = 0;
    const errors = await refusedFields(
      async () => {
        changed = await changeSettingsOfMany(ctx, authorityOf(user), chosen, typedSettings(request, [name]));
      },
      settingWords([name]),
    );
    if (errors !== undefined) return refuse(errors);
    return reply.redirect(`${oneSettingPath}?setting=${name}&done=${changed === 0 ? 'same' : 'saved'}`, 303);
  });
}
