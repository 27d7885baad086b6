// The settings of an account, one entry each; the pages, the command line and the documents follow from this list.

interface NumberSetting {
  readonly kind: 'days' | 'working_days' | 'percent' | 'count';
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

interface YesNoSetting {
  readonly kind: 'yes_no';
  readonly default: boolean;
}

export type AccountSetting = (NumberSetting | YesNoSetting) & { readonly label: string; readonly hint: string };

export const accountSettings = {
  referenceDateToleranceDays: {
    kind: 'days',
    default: 31,
    least: 0,
    most: 366,
    label: 'Tolerance of dates in references',
    hint: 'A date that differs by no more than this from what the candidate said counts as the same.',
  },
} as const satisfies Readonly<Record<string, AccountSetting>>;

export type AccountSettingName = keyof typeof accountSettings;

type ValueOf<Entry> = Entry extends { readonly kind: 'yes_no' } ? boolean : number;

export type AccountSettings = {
  readonly [Name in AccountSettingName]: ValueOf<(typeof accountSettings)[Name]>;
};

/** What is wrong with a value; undefined if nothing is. */
export function settingFault(setting: AccountSetting, value: unknown): string | undefined {
  if (setting.kind === 'yes_no') return typeof value === 'boolean' ? undefined : 'must be yes or no';
  const isWithin = Number.isInteger(value) && Number(value) >= setting.least && Number(value) <= setting.most;
  return isWithin ? undefined : `must be a whole number from ${setting.least} to ${setting.most}`;
}

/** @param stored those that differ from their defaults, by name */
export function settingsWith(stored: Readonly<Record<string, unknown>>): AccountSettings {
  const values = Object.entries(accountSettings).map(([name, entry]) => [name, stored[name] ?? entry.default]);
  return Object.fromEntries(values) as AccountSettings;
}
