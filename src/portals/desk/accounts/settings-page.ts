// The settings of an account: its name, how its users sign in, and an input for every entry of the list of settings.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { changeAccount } from '../../../features/accounts/account-actions.ts';
import { permissionOfGroup, settingText } from '../../../features/accounts/account-setting.ts';
import {
  type AccountSettings,
  groupedSettings,
  settingsOfStandard,
} from '../../../features/accounts/account-settings.ts';
import {
  changeAccountSettings,
  readAccountSettings,
  settingProblems,
} from '../../../features/accounts/account-settings-actions.ts';
import { findAccountManagers } from '../../../features/accounts/contract-queries.ts';
import { changeLogo, readLogo } from '../../../features/accounts/logo-actions.ts';
import { LARGEST_LOGO_BYTES, logoMediaTypes, logoTooLarge } from '../../../features/accounts/logo-rules.ts';
import { settingsOfStop } from '../../../features/lists/order-stop-actions.ts';
import { type AvailableType, listAvailableTypes } from '../../../features/report-types/availability-actions.ts';
import { erasesBeforeRenewal } from '../../../features/retention/erasure-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { sentSettings, settingInputs, settingWords, typedSettings } from '../../shared/settings/setting-inputs.ts';
import {
  type AccountPages,
  asked,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
  typedAll,
} from './account-request.ts';
import { accountsToCopy } from './agreement-copy-page.ts';
import { erasing, erasingSettings } from './erasing-settings.ts';
import { orderStopPath } from './order-stop-page.ts';

const notices = {
  saved: 'The settings are saved.',
  logo: 'The logo is saved. It is on the pages of candidates and referees within an hour, and in results from now on.',
  logo_removed: 'The logo is removed.',
};

const wordsOfLogo: Readonly<Record<string, FieldWords>> = { logo: { input: 'logo', begins: 'The logo' } };

/** The groups of settings that the account has; those of the house standard say nothing of one client. Orders are stopped on a page of their own. */
const groupsOf = ({ account }: OpenedAccount) =>
  groupedSettings
    .map(({ names, ...group }) => ({
      ...group,
      names: names.filter((name) =>
        account.is_standard ? settingsOfStandard.includes(name) : !settingsOfStop.includes(name),
      ),
    }))
    .filter(({ names }) => names.length > 0);

/** Those that the user may change. */
const namesOf = (opened: OpenedAccount) =>
  groupsOf(opened).flatMap(({ group, names }) => (mayDo(opened.user, permissionOfGroup(group)) ? names : []));

/** Staff who are erased before their reports are renewed: both numbers, because they are settled apart. */
function renewalWarning(values: AccountSettings, agreed: readonly AvailableType[]): string | undefined {
  const longest = agreed.toSorted((one, other) => (other.renewAfterMonths ?? 0) - (one.renewAfterMonths ?? 0)).at(0);
  const months = longest?.renewAfterMonths ?? 0;
  if (!erasesBeforeRenewal(values, months)) return undefined;
  return `People are erased ${values.eraseAfterDays} days after their last order, and ${longest!.type.label} is renewed after ${months} months: staff are erased first, with the record of staff that the client shows inspectors. Keep the people of the record of staff until they have left, or raise the days.`;
}

interface Shown {
  readonly errors?: FieldMessages | undefined;
  /** What was typed, by setting. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly name?: string;
}

export function settingsPage(pages: AccountPages, ctx: Ctx): void {
  const { earlierErasures, askErasing, withoutErasing } = erasingSettings(pages, ctx);

  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, shown: Shown = {}) {
    const values = await readAccountSettings(ctx, opened.account.id);
    const logo = await readLogo(ctx, opened.account.id);
    const managers = await findAccountManagers(ctx.db, opened.account.id, opened.by);
    const agreed = await listAvailableTypes(ctx, opened.account.id);
    const copied = await accountsToCopy(ctx, opened);
    const standard = copied.find(({ isStandard }) => isStandard);
    const compared = standard && { own: values, standard: await readAccountSettings(ctx, standard.id) };
    return renderAccountPage(request, reply, 'settings.njk', opened, {
      title: 'Settings',
      section: 'Settings',
      done: noticeIn(request, notices),
      errors: shown.errors,
      name: shown.name ?? opened.account.name,
      logo: logo && { width: logo.width, height: logo.height },
      acceptsOrders: values.acceptOrders,
      accounts: copied.map(({ id, name }) => ({ value: id, text: name })),
      groups: groupsOf(opened).map(({ group, heading, names }) => ({
        warning: group === 'retention' ? renewalWarning(values, agreed) : undefined,
        mayChange: mayDo(opened.user, permissionOfGroup(group)),
        ...{ id: group, heading, isSaved: shown.errors === undefined && asked(request, 'saved') === group },
        stopHref: group === 'charges' && !opened.account.is_standard ? `${opened.path}${orderStopPath}` : undefined,
        settings: settingInputs(names, (name) => shown.typed?.[name] ?? settingText(values[name]), compared, managers),
      })),
    });
  }

  pages.get('/settings', { permission: 'read_accounts' }, show);

  pages.post('/settings', { permission: 'manage_invoicing', stepUp: 'roles' }, async (request, reply, opened) => {
    const before = await readAccountSettings(ctx, opened.account.id);
    const names = namesOf(opened);
    if (names.length === 0) throw new Refusal('not_permitted');
    const { sent, changed } = sentSettings(request, names, before);
    const change = typedSettings(request, changed);
    const mayErase = erasing.some((name) => Object.hasOwn(change, name));
    const erasures = !mayErase || settingProblems(change).any ? undefined : await earlierErasures(opened, change);
    const now = erasures === undefined ? change : withoutErasing(change);
    const save = () => changeAccountSettings(ctx, opened.by, opened.account.id, now);
    const errors = Object.keys(now).length === 0 ? undefined : await refusedFields(save, settingWords(names));
    if (errors !== undefined) return show(request, reply.status(422), opened, { errors, typed: sent });
    if (erasures !== undefined) return askErasing(request, reply, opened, erasures, Object.keys(now).length > 0);
    // Each section has a form of its own, and with it a draft; the page opens where it was saved.
    const saved = groupsOf(opened).find(({ group }) => group === asked(request, 'section'))?.group;
    return reply.redirect(`${opened.path}/settings?${saved ? `saved=${saved}#${saved}` : 'done=saved'}`, 303);
  });

  pages.get('/settings/logo', { permission: 'read_accounts' }, async (_, reply, { account }) => {
    const logo = await readLogo(ctx, account.id);
    if (logo === undefined) throw new Refusal('not_found');
    return reply.type(logoMediaTypes[logo.type]).send(logo.content);
  });

  pages.post('/settings/logo', { permission: 'manage_accounts' }, async (request, reply, opened) => {
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), opened, { errors });
    const { fileName, content } = sentFile(request);
    if (fileName === '') return refuse({ logo: ['Choose a picture'] });
    const picture = await readAtMost(content, LARGEST_LOGO_BYTES);
    if (picture === undefined) return refuse({ logo: [`The logo ${logoTooLarge}`] });
    const save = () => changeLogo(ctx, opened.by, opened.account.id, picture);
    const errors = await refusedFields(save, wordsOfLogo);
    if (errors !== undefined) return refuse(errors);
    return reply.redirect(`${opened.path}/settings?done=logo`, 303);
  });

  pages.post('/settings/logo/remove', { permission: 'manage_accounts' }, async (_, reply, opened) => {
    await changeLogo(ctx, opened.by, opened.account.id, undefined);
    return reply.redirect(`${opened.path}/settings?done=logo_removed`, 303);
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
