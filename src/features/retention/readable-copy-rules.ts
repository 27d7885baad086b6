// A part of a person's copy as a page that people read in a browser (UK GDPR Art. 12(1)): the same facts as its JSON; pure.
import { formatLongDate, parseDate, parseInstant } from '../../lib/dates.ts';
import { escapedHtml } from '../../lib/html-text.ts';
import { ukDateOf, ukTime } from '../../lib/uk-times.ts';

const styles = `body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #0b0c0c }
section { border-left: 3px solid #cecece; padding-left: 1rem; margin: 1rem 0 }
dt { font-weight: bold } dd { margin: 0 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } }`;

/** @param body HTML */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(title)}</title><style>${styles}</style></head>
<body><h1>${escapedHtml(title)}</h1>
${body}
</body>
</html>
`;

/** Numbers by which programs find something say nothing to people. */
const isForPrograms = (name: string) => /(^|_)(ids?|token|hash|path)$/.test(name);

export const isBare = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isBare));

const inWords = (text: string) => text.replaceAll('_', ' ').trim();
const titled = (name: string) => inWords(name).replace(/^./, (first) => first.toUpperCase());

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const moment = parseInstant(text);
    return moment === undefined ? text : `${formatLongDate(ukDateOf(moment))}, ${ukTime(moment)}`;
  }
  if (parseDate(text) !== undefined) return formatLongDate(text);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? inWords(text) : text;
}

const isScalar = (value: unknown) => typeof value !== 'object';

const heading = (name: string, depth: number) => {
  const tag = `h${Math.min(depth, 6)}`;
  return `<${tag}>${escapedHtml(titled(name))}</${tag}>`;
};

function listHtml(name: string, all: readonly unknown[], depth: number): string {
  const items = all.filter((one) => !isBare(one));
  if (items.every(isScalar)) return rowsHtml([[name, items.map(textOf).join('\n')]]);
  return heading(name, depth) + items.map((one) => `<section>${bodyHtml(one, depth + 1)}</section>`).join('\n');
}

const rowsHtml = (rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ''
    : `<dl>${rows.map(([name, text]) => `<dt>${escapedHtml(titled(name))}</dt><dd>${escapedHtml(text)}</dd>`).join('')}</dl>`;

function bodyHtml(value: unknown, depth: number): string {
  if (isScalar(value)) return `<p>${escapedHtml(textOf(value))}</p>`;
  const parts = Object.entries(value as object).filter(([name, part]) => !isForPrograms(name) && !isBare(part));
  const rows = parts.filter(([, part]) => isScalar(part)).map(([name, part]) => [name, textOf(part)] as const);
  const below = parts
    .filter(([, part]) => !isScalar(part))
    .map(([name, part]) =>
      Array.isArray(part) ? listHtml(name, part, depth) : heading(name, depth) + bodyHtml(part, depth + 1),
    );
  return [rowsHtml(rows), ...below].join('\n');
}

/** @param value as it is written as JSON; what is empty, and what only programs need, is left out */
export const readablePage = (title: string, value: unknown): string => htmlPage(title, bodyHtml(value, 2));
