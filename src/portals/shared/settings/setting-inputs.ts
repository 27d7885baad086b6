// What the inputs of account settings show, and what was typed in them.

import type { AccountSetting } from '../../../features/accounts/account-setting.ts';
import { settingText, typedSetting } from '../../../features/accounts/account-setting.ts';
import {
  type AccountSettingName,
  type AccountSettings,
  accountSettings,
  settingsOfStandard,
} from '../../../features/accounts/account-settings.ts';
import type { FieldWords } from '../field-words.ts';
import { typed } from '../form-fields.ts';
import { britishDate } from '../page-filters.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';

const unitOf = (setting: AccountSetting): string | undefined =>
  ({
    days: 'days',
    working_days: 'working days',
    percent: '%',
    pounds: 'pounds',
    count: undefined,
    yes_no: undefined,
    colour: undefined,
    email: undefined,
    web_address: undefined,
    day_list: 'days',
    month: undefined,
    day: undefined,
    person: undefined,
    text: undefined,
    lines: undefined,
  })[setting.kind];

/** `7 days`, `yes`, `nothing`: a value of a setting as a sentence says it. */
export function valueText(setting: AccountSetting, value: unknown): string {
  const text = settingText(value as string | number | boolean);
  if (text === '') return 'nothing';
  if (setting.kind === 'text' && setting.choices !== undefined) return setting.choices[text] ?? text;
  const unit = unitOf(setting);
  return unit === undefined ? text : unit === '%' ? `${text}%` : `${text} ${unit}`;
}

/** Somebody of the desk who may be chosen, with the words that name them. */
export interface Choosable {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const personText = (people: readonly Choosable[], id: string): string => {
  const person = people.find((one) => one.id === id);
  return person === undefined ? 'Somebody who works here no more' : `${person.name}, ${person.email}`;
};

/** What people read who do not change it. */
function readText(setting: AccountSetting, text: string, people: readonly Choosable[] = []): string {
  if (text === '') return '–';
  if (setting.kind === 'day') return britishDate(text);
  if (setting.kind === 'person') return personText(people, text);
  if (setting.kind === 'text' && setting.choices !== undefined) return valueText(setting, text);
  const zero = 'zero' in setting && text === '0' ? setting.zero : undefined;
  return zero ?? [text, unitOf(setting) ?? ''].join(' ').trim();
}

const usualOf = (setting: AccountSetting) =>
  setting.suggested === undefined
    ? { defaultText: settingText(setting.default) }
    : { suggestedText: settingText(setting.suggested) };

/** The values of an account, and those of the house standard. */
export interface Compared {
  readonly own: AccountSettings;
  readonly standard: AccountSettings;
}

/** Whether the account has what the house standard says; what it has if nobody decides says nothing more then. */
function comparedOf(name: AccountSettingName, { own, standard }: Compared) {
  if (own[name] === standard[name]) return { asStandard: 'As the house standard', differs: false };
  const { kind } = accountSettings[name];
  const isLong = kind === 'lines' && standard[name] !== '';
  const there = isLong ? 'other words' : readText(accountSettings[name], settingText(standard[name]));
  return { asStandard: `Its own; the house standard: ${there}`, differs: true };
}

/** Undefined for a setting that takes any text. */
const choiceItems = (setting: AccountSetting, chosen: string) =>
  setting.kind === 'text' && setting.choices !== undefined
    ? Object.entries({ '': setting.unset ?? 'None', ...setting.choices }).map(([value, text]) => ({
        ...{ value, text },
        selected: value === chosen,
      }))
    : undefined;

/** The model of `shared/settings/setting-inputs.njk`. @param textOf as it is typed @param people who may look after the account */
export const settingInputs = (
  names: readonly AccountSettingName[],
  textOf: (name: AccountSettingName) => string,
  compared?: Compared,
  people: readonly Choosable[] = [],
) =>
  names.map((name) => ({
    name,
    ...accountSettings[name],
    value: textOf(name),
    readText: readText(accountSettings[name], textOf(name), people),
    people: people.map(({ id, name: text }) => ({ value: id, text, selected: id === textOf(name) })),
    items: choiceItems(accountSettings[name], textOf(name)),
    unit: unitOf(accountSettings[name]),
    // What a new account is suggested to have says more than what it has if nobody decides.
    ...(compared !== undefined && settingsOfStandard.includes(name)
      ? comparedOf(name, compared)
      : usualOf(accountSettings[name])),
  }));

export const settingWords = (names: readonly AccountSettingName[]): Readonly<Record<string, FieldWords>> =>
  Object.fromEntries(names.map((name) => [name, { input: name, begins: accountSettings[name].label }]));

/** What was typed, by setting, and those whose value differs from before. A setting that the form lacks stays. */
export function sentSettings(request: FormRequest, names: readonly AccountSettingName[], before: AccountSettings) {
  const asked = names.filter((name) => request.body?.[name] !== undefined);
  const sent = Object.fromEntries(asked.map((name) => [name, typed(request, name)]));
  const textOf = (name: AccountSettingName) => String(typedSetting(accountSettings[name], sent[name]!));
  return { sent, changed: asked.filter((name) => textOf(name) !== String(before[name])) };
}

/** By setting, for the action to judge. */
export const typedSettings = (request: FormRequest, names: readonly AccountSettingName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, typedSetting(accountSettings[name], typed(request, name))]));
