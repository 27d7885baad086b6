// What an account's history says of its users and of the people of the desk who work for it: roles, days and access.

import { languageName } from '../../../lib/languages.ts';
import { hoursChange } from '../hours-words.ts';
import { britishDate } from '../page-filters.ts';
import { roleTexts } from '../role-texts.ts';
import type { ChangeText, Told } from './told-change.ts';

type Detail = Told['detail'];

export const roleText = (role: unknown): string =>
  (roleTexts as Readonly<Record<string, string>>)[String(role)] ?? String(role);

export const yesNo = (text: string, value: unknown): string[] =>
  typeof value === 'boolean' ? [`${text}: ${value ? 'yes' : 'no'}`] : [];

export const accessEnd = (until: unknown): string[] =>
  typeof until === 'string' ? [`Access ends on ${britishDate(until)}`] : until === null ? ['Access does not end'] : [];

export const seesText = (ids: unknown, nameOf: Told['nameOf']): string[] =>
  Array.isArray(ids)
    ? [`Sees ${ids.map((id) => nameOf('subsidiary', id)).join(', ')} only`]
    : ids === null
      ? ['Sees the whole account']
      : [];

/** What it was is in events since it is kept with them. */
const roleChange = (before: unknown, role: unknown): string[] => {
  if (typeof role !== 'string') return [];
  return [`Role: ${typeof before === 'string' ? `${roleText(before)}, now ` : ''}${roleText(role)}`];
};

const awayDays = ({ away_from, away_until }: Detail): string[] =>
  typeof away_from === 'string'
    ? [`Away from ${britishDate(away_from)} until ${britishDate(String(away_until))}`]
    : away_from === null
      ? ['Absence taken back']
      : [];

const coverText = ({ away_from, cover_id }: Detail, nameOf: Told['nameOf']): string[] => {
  if (typeof away_from !== 'string') return [];
  return [typeof cover_id === 'string' ? `${nameOf('user', cover_id)} covers for them` : 'Nobody covers for them'];
};

/** What of a user of the client changed. */
export function userChanged({ detail, name, nameOf }: Told): ChangeText {
  const { before, role, disabled, external_id, renamed, subsidiary_ids, access_until, withdrawn } = detail;
  if (withdrawn === true) return { title: `Invitation of user ${name} withdrawn`, lines: [] };
  return {
    title: `User ${name} changed`,
    lines: [
      ...(renamed === true ? ['Name'] : []),
      ...roleChange(before, role),
      ...seesText(subsidiary_ids, nameOf),
      ...(disabled === true ? ['Disabled'] : disabled === false ? ['Enabled'] : []),
      ...(external_id === true ? ['External id'] : []),
      ...accessEnd(access_until),
      ...awayDays(detail),
      ...coverText(detail, nameOf),
    ],
  };
}

/** What of a person of the desk changed. */
const languagesText = (codes: unknown): string =>
  Array.isArray(codes) && codes.length > 0 ? codes.map((code) => languageName(String(code))).join(', ') : 'none';

const languagesChange = ({ languages, languages_before: before }: Detail): string[] =>
  languages === undefined
    ? []
    : [`Languages besides English: ${languagesText(languages)}, instead of ${languagesText(before)}`];

export function deskUserChanged({ detail, name }: Told): ChangeText {
  const { may_see, before, role, sample_percent, access_until, disabled } = detail;
  return {
    title: `Person of the desk ${name} changed`,
    lines: [
      ...yesNo('Works for this account', may_see),
      ...(disabled === false ? ['Enabled again'] : []),
      ...roleChange(before, role),
      ...accessEnd(access_until),
      ...(typeof sample_percent === 'number' ? [`Quality sample: ${sample_percent}%`] : []),
      ...hoursChange(detail),
      ...awayDays(detail),
      ...languagesChange(detail),
    ],
  };
}
