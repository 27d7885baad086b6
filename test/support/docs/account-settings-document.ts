// Prints docs/account-settings.md from the list of account settings.

import type { AccountSetting } from '../../../src/features/accounts/account-setting.ts';
import { settingText } from '../../../src/features/accounts/account-setting.ts';
import { accountSettings, groupedSettings } from '../../../src/features/accounts/account-settings.ts';

function valuesOf(setting: AccountSetting): string {
  if (setting.kind === 'yes_no') return '`yes` or `no`';
  if (setting.kind === 'colour') return 'a colour';
  if (setting.kind === 'email') return 'an email address, or empty';
  if (setting.kind === 'web_address') return 'a web address that begins with `https://`, or empty';
  if (setting.kind === 'day_list') return 'whole numbers of days from 1 to 365, with commas between them';
  if (setting.kind === 'day') return 'a day such as `2027-03-31`, or empty';
  if (setting.kind === 'person') return 'the id of an account manager of the desk, or empty';
  if (setting.kind === 'month') return 'a month such as `2027-01`, or empty';
  if (setting.kind === 'text' && setting.choices !== undefined)
    return Object.keys(setting.choices)
      .map((choice) => `\`${choice}\``)
      .join(', ');
  if (setting.kind === 'text') return `text of at most ${setting.most} characters`;
  if (setting.kind === 'lines') return `lines of text, at most ${setting.most} characters`;
  const unit = {
    days: ' days',
    working_days: ' working days',
    percent: ' percent',
    pounds: ' pounds, with pence if there are any',
    count: '',
  }[setting.kind];
  return `${setting.least} to ${setting.most}${unit}`;
}

const rowOf = (name: string, setting: AccountSetting): string =>
  `| \`${name}\` | ${setting.label}. ${setting.hint} | ${valuesOf(setting)} | ${setting.default === '' ? 'none' : `\`${settingText(setting.default)}\``} |\n`;

export function accountSettingsDocument(): string {
  const groups = groupedSettings.map(
    ({ heading, names }) => `## ${heading}

| Setting | Meaning | Values | Default |
| --- | --- | --- | --- |
${names.map((name) => rowOf(name, accountSettings[name])).join('')}`,
  );
  return `# Account settings

Printed from \`src/features/accounts/account-settings.ts\` by \`npm run docs\`. Account managers change them at the desk, under
Accounts, Settings; the command line does the same:

\`\`\`sh
npx probity accounts settings "Sample Care Ltd"
npx probity accounts set "Sample Care Ltd" referenceDateToleranceDays=20
\`\`\`

${groups.join('\n')}`;
}
