// The kinds of settings of an account, and what each needs to be typed and judged.

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

interface ColourSetting {
  readonly kind: 'colour';
  /** `#rrggbb` */
  readonly default: string;
}

interface EmailSetting {
  readonly kind: 'email';
  /** Empty for none. */
  readonly default: '';
}

interface DayListSetting {
  readonly kind: 'day_list';
  /** Numbers of days, such as `60, 30, 7`. */
  readonly default: string;
}

interface OneLineSetting {
  readonly kind: 'text';
  /** Empty for none. */
  readonly default: '';
  /** Characters. */
  readonly most: number;
}

interface LinesSetting {
  readonly kind: 'lines';
  /** Empty for none. */
  readonly default: '';
  readonly most: number;
}

export type TextSetting = OneLineSetting | LinesSetting;

export type SettingKind = NumberSetting | YesNoSetting | ColourSetting | EmailSetting | DayListSetting | TextSetting;
