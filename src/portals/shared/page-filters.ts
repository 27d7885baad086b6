// Nunjucks filters of all pages: British dates, order numbers, ids of fields, the error summary, options of selects.
import { formatLongDate, parseDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import type { FieldMessages } from '../../lib/refusal.ts';
import { ukDateOf, ukFormat, ukTime } from '../../lib/uk-times.ts';
import { sayText } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';

/** @param value a moment, or a day as `yyyy-mm-dd`; `4 March 2026`, in UK time */
export function britishDate(value: Date | string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (value instanceof Date) return formatLongDate(ukDateOf(value));
  const day = parseDate(value);
  return day === undefined ? value : formatLongDate(day);
}

/** `4 March 2026 at 3:05pm`, in UK time. */
export function britishDateTime(value: Date | null | undefined): string {
  if (value === null || value === undefined) return '';
  return `${britishDate(value)} ${spokenLanguage() === 'cy' ? 'am' : 'at'} ${ukTime(value)}`;
}

const secondsFormat = ukFormat({
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
  timeZoneName: 'short',
});

/** `4 March 2026 at 3:05:07pm GMT`: to compare with the logs of others. */
export function britishDateTimeToSecond(value: Date | null | undefined): string {
  if (value === null || value === undefined) return '';
  const time = secondsFormat(value).replace(/\s([ap]m)/i, (_, half: string) => half.toLowerCase());
  return `${britishDate(value)} at ${time}`;
}

let lists: Intl.ListFormat | undefined;

/** `Ann, Ben and Cy` */
export function listedNames(names: readonly string[]): string {
  lists ??= new Intl.ListFormat('en-GB');
  return lists.format(names);
}

let numbers: Intl.NumberFormat | undefined;

/** `1,029` */
export function inThousands(value: number): string {
  numbers ??= new Intl.NumberFormat('en-GB');
  return numbers.format(value);
}

/** How people read an order's number: `VF123`. */
export function orderNumber(orderId: number): string {
  return `VF${orderId}`;
}

/** The id of the input of a field path: `addresses[0].street` → `addresses-0-street`. */
export function fieldId(path: string): string {
  return path.replace(/[^A-Za-z0-9_]+/g, '-').replace(/-$/, '');
}

/** The parameter of govukErrorSummary: every message with a link to its input, or to another page by `links`. */
export function errorList(
  fields: FieldMessages | undefined,
  links: Readonly<Record<string, string>> = {},
): { text: string; href: string }[] {
  return Object.entries(fields ?? {}).flatMap(([path, messages]) =>
    messages.map((text) => ({ text, href: links[path] ?? `#${fieldId(path)}` })),
  );
}

/** In words where no price is agreed, which is not the same as a price of £0.00. @param feePence besides the price */
export function agreedPrice(pence: number | null, feePence = 0): string {
  if (pence === null) return 'No price agreed';
  return feePence === 0 ? inPounds(pence) : `${inPounds(pence)} + ${inPounds(feePence)} fee`;
}

/** The parameter `errorMessage` of a component: the messages of the field, or false. */
export function errorFor(
  fields: FieldMessages | undefined,
  path: string,
): { text: string; visuallyHiddenText: string } | false {
  const messages = fields?.[path] ?? [];
  return messages.length > 0 && { text: messages.join('. '), visuallyHiddenText: sayText('Error') };
}

/** Whether something that is typed below a path of particulars is wrong, so that what folds it is open. */
export const hasErrorBelow = (fields: FieldMessages | undefined, path: string): boolean =>
  Object.keys(fields ?? {}).some((name) => name.slice(name.indexOf('[') + 1).startsWith(`${path}.`));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<"]/g, (character) => entities[character]!);

interface Option {
  readonly value: string;
  readonly text: string;
  readonly selected?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** The options of a select as HTML: for hundreds of people a loop in a template takes longer than the rest of its page. */
export function optionsHtml(options: readonly Option[]): string {
  return options
    .map(
      ({ value, text, selected, disabled }) =>
        `<option value="${escaped(value)}"${selected === true ? ' selected' : ''}${disabled === true ? ' disabled' : ''}>${escaped(text)}</option>`,
    )
    .join('');
}
