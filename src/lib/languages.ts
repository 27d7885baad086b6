// The languages besides English in which people of the desk work, by ISO 639-1.
const codes = [
  ...['ar', 'bg', 'bn', 'cs', 'cy', 'da', 'de', 'el', 'es', 'et', 'fa', 'fi', 'fr', 'ga', 'gd', 'gu', 'he', 'hi', 'hr'],
  ...['hu', 'it', 'ja', 'ko', 'lt', 'lv', 'ml', 'ms', 'ne', 'nl', 'no', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru', 'si', 'sk'],
  ...['so', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'],
];

let names: Intl.DisplayNames | undefined;

export function languageName(code: string): string {
  names ??= new Intl.DisplayNames('en-GB', { type: 'language' });
  return names.of(code) ?? code;
}

export const isLanguage = (text: string): boolean => codes.includes(text);

/** By their English names. */
export const listLanguages = (): { readonly code: string; readonly name: string }[] =>
  codes
    .map((code) => ({ code, name: languageName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
