// The kinds of settings of an account, how each is typed, and how it is judged.
import { colourFault } from '../../lib/brand-colour.ts';
import { isMonthText, isoDayOf, parseDate } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { typedPrice } from '../../lib/money.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { Permission } from '../access/permissions.ts';

/** The headings under which settings stand, in their order. */
export const settingGroups = {
  contract: 'Contract and account manager',
  brand: 'Brand and contact',
  words: 'Words of the client',
  privacy: 'Privacy notice',
  form: 'The candidate’s form',
  queries: 'Queries',
  references: 'References',
  desk: 'Work at the desk',
  access: 'Users and access',
  approval: 'Approval',
  results: 'After the results',
  certification: 'Certified people (SM&CR)',
  retention: 'How long data are kept',
  charges: 'Orders and charges',
  invoices: 'Invoices',
} as const;

export type SettingGroup = keyof typeof settingGroups;

/** Who may change the settings of a group. */
export const permissionOfGroup = (group: SettingGroup): Permission =>
  group === 'charges' || group === 'invoices' ? 'manage_invoicing' : 'manage_accounts';

interface NumberSetting {
  readonly kind: 'days' | 'working_days' | 'percent' | 'pounds' | 'count';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** What 0 means, where it is no number of days. */
  readonly zero?: string;
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

interface WebAddressSetting {
  readonly kind: 'web_address';
  /** Empty for none. */
  readonly default: '';
}

interface DayListSetting {
  readonly kind: 'day_list';
  /** Numbers of days, such as `60, 30, 7`. */
  readonly default: string;
}

interface MonthSetting {
  /** `yyyy-mm` */
  readonly kind: 'month';
  /** Empty for none. */
  readonly default: '';
}

interface DaySetting {
  /** `yyyy-mm-dd` */
  readonly kind: 'day';
  /** Empty for none. */
  readonly default: '';
}

interface PersonSetting {
  /** The id of somebody of the desk. */
  readonly kind: 'person';
  /** Empty for nobody. */
  readonly default: '';
}

interface OneLineSetting {
  readonly kind: 'text';
  /** Empty for none. */
  readonly default: '';
  /** Characters. */
  readonly most: number;
  /** Its values beside none, each with its words; otherwise any text. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What none of the choices is called; by default “None”. */
  readonly unset?: string;
}

interface LinesSetting {
  readonly kind: 'lines';
  /** Each line is one of these names, a colon and a code. */
  readonly codesOf?: readonly string[];
  /** Empty for none. */
  readonly default: '';
  readonly most: number;
}

type TextSetting = OneLineSetting | LinesSetting;

export type SettingKind =
  | NumberSetting
  | YesNoSetting
  | ColourSetting
  | EmailSetting
  | WebAddressSetting
  | DayListSetting
  | MonthSetting
  | DaySetting
  | PersonSetting
  | TextSetting;

export type AccountSetting = SettingKind & {
  readonly group: SettingGroup;
  /** What the administrators of the client may do with it; without it, only the desk sees it. */
  readonly client?: 'changes' | 'reads';
  /** It says something of this client alone, so nobody copies it from another account. */
  readonly isOwn?: true;
  /** The setting without which it would have no effect, such as its first month. */
  readonly needs?: string;
  /** What a new account is suggested to have in place of the default. */
  readonly suggested?: string | number | boolean;
  readonly label: string;
  readonly hint: string;
};

const longestWait = 365;

/** The largest number first. */
export const daysIn = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .sort((one, other) => other - one);

function dayListFault(value: unknown): string | undefined {
  const isList = typeof value === 'string' && /^ *\d{1,3}(?: *, *\d{1,3}){0,9} *$/.test(value);
  const isWithin = isList && daysIn(value).every((days) => days >= 1 && days <= longestWait);
  return isWithin ? undefined : `must be whole numbers from 1 to ${longestWait}, with commas between them`;
}

const codeLine = /^([a-z_]+): *([\w./-]{1,20})$/;

/** By name, of lines that `settingFault` has judged. */
export const codesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    linesIn(text).flatMap((line) => {
      const [, name, code] = codeLine.exec(line) ?? [];
      return name === undefined || code === undefined ? [] : [[name, code] as const];
    }),
  );

function codesFault(names: readonly string[], text: string): string | undefined {
  const wrong = linesIn(text).find((line) => !names.includes(codeLine.exec(line)?.[1] ?? ''));
  return wrong === undefined ? undefined : `must have lines such as “${names[0]}: 4000”, which “${wrong}” is not`;
}

function textFault(setting: TextSetting, value: unknown): string | undefined {
  const { kind, most } = setting;
  if (typeof value !== 'string' || value.length > most) return `must be text of at most ${most} characters`;
  const others = kind === 'lines' ? value.replaceAll('\n', '') : value;
  if (/\p{Cc}/u.test(others)) return 'has characters that cannot be printed';
  if (setting.kind === 'text' && setting.choices !== undefined && value !== '')
    return Object.hasOwn(setting.choices, value) ? undefined : 'must be one of the choices';
  return setting.kind === 'lines' && setting.codesOf !== undefined ? codesFault(setting.codesOf, value) : undefined;
}

const LONGEST_ADDRESS = 500;

/** People follow it: no password in it, and no other scheme. */
function webAddressFault(value: unknown): string | undefined {
  if (value === '') return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const isFine =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && /^\S+$/.test(String(value));
  if (!isFine) return 'must be a web address that begins with https://, or empty';
  return String(value).length > LONGEST_ADDRESS ? `must have at most ${LONGEST_ADDRESS} characters` : undefined;
}

function poundsFault({ least, most }: NumberSetting, value: unknown): string | undefined {
  const isWhole = typeof value === 'number' && Number(value.toFixed(2)) === value;
  return isWhole && value >= least && value <= most
    ? undefined
    : `must be in pounds, such as 29.95, from ${least} to ${most.toLocaleString('en-GB')}`;
}

/** What is wrong with a value; undefined if nothing is. */
export function settingFault(setting: SettingKind, value: unknown): string | undefined {
  if (setting.kind === 'yes_no') return typeof value === 'boolean' ? undefined : 'must be yes or no';
  if (setting.kind === 'colour') return colourFault(value);
  if (setting.kind === 'day_list') return dayListFault(value);
  if (setting.kind === 'email')
    return typeof value === 'string' && (value === '' || emailFaults(value).length === 0)
      ? undefined
      : 'must be an email address';
  if (setting.kind === 'web_address') return webAddressFault(value);
  if (setting.kind === 'month')
    return value === '' || (typeof value === 'string' && isMonthText(value))
      ? undefined
      : 'must be a month such as 2027-01, or empty';
  if (setting.kind === 'day')
    return value === '' || (typeof value === 'string' && parseDate(value) === value)
      ? undefined
      : 'must be a day such as 2027-03-31, or empty';
  if (setting.kind === 'person')
    return value === '' || (typeof value === 'string' && isUuid(value)) ? undefined : 'must be somebody of the desk';
  if (setting.kind === 'text' || setting.kind === 'lines') return textFault(setting, value);
  if (setting.kind === 'pounds') return poundsFault(setting, value);
  const isWithin = Number.isInteger(value) && Number(value) >= setting.least && Number(value) <= setting.most;
  return isWithin ? undefined : `must be a whole number from ${setting.least} to ${setting.most}`;
}

/** Those that are not empty. */
export const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The value that somebody typed, for `settingFault` to judge. */
export function typedSetting(setting: SettingKind, text: string): unknown {
  if (setting.kind === 'colour' || setting.kind === 'email' || setting.kind === 'day_list') return text;
  if (setting.kind === 'web_address' || setting.kind === 'text' || setting.kind === 'month') return text;
  if (setting.kind === 'person') return text;
  if (setting.kind === 'day') return isoDayOf(text);
  if (setting.kind === 'lines') return linesIn(text).join('\n');
  if (setting.kind === 'yes_no') return text === 'yes' ? true : text === 'no' ? false : text;
  if (setting.kind === 'pounds') {
    const pence = typedPrice(text);
    return pence === undefined || Number.isNaN(pence) ? text : pence / 100;
  }
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Of settings, only pounds have a part of one. */
const isWithPence = (value: unknown): value is number => typeof value === 'number' && !Number.isInteger(value);

/** The value as it is typed. */
export const settingText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : isWithPence(value) ? value.toFixed(2) : String(value);

/**
 * Whether an event may keep its values: an email address or a free text may name somebody, and events stay when people
 * are erased. The id of a person would say nothing to a reader.
 */
export const isKeptInEvents = (setting: SettingKind): boolean =>
  setting.kind === 'text'
    ? setting.choices !== undefined
    : setting.kind !== 'person' && setting.kind !== 'email' && setting.kind !== 'lines';
