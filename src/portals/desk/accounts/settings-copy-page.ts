// Compares the settings of an account with those of another; what is chosen is saved by the page of settings.
import type { Ctx } from '../../../context.ts';
import { settingText } from '../../../features/accounts/account-setting.ts';
import {
  type AccountSettings,
  settingsOfStandard,
  settingsToCopy,
} from '../../../features/accounts/account-settings.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { settingInputs } from '../../shared/settings/setting-inputs.ts';
import { type AccountPages, asked, renderAccountPage } from './account-request.ts';
import { accountsToCopy } from './agreement-copy-page.ts';

export function settingsCopyPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/settings/copy', { permission: 'manage_accounts' }, async (request, reply, opened) => {
    const from = (await accountsToCopy(ctx, opened)).find(({ id }) => id === asked(request, 'from'));
    if (from === undefined) throw new Refusal('not_found');
    const here = await readAccountSettings(ctx, opened.account.id);
    const there = await readAccountSettings(ctx, from.id);
    const differing = (from.isStandard ? settingsOfStandard : settingsToCopy).filter(
      (name) => here[name] !== there[name],
    );
    const inputsOf = (values: AccountSettings) => settingInputs(differing, (name) => settingText(values[name]));
    const now = inputsOf(here);
    return renderAccountPage(request, reply, 'settings-copy.njk', opened, {
      title: `Copy settings of ${from.name}`,
      section: 'Settings',
      from: from.name,
      settings: inputsOf(there).map((one, n) => ({ ...one, now: now[n]!.readText })),
    });
  });
}
