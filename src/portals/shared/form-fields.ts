// Reads the fields of a sent form, and the notice that a page shows after one.
import { type FormRequest, text } from './sign-in/sign-in-steps.ts';

/** A field of the form, trimmed. */
export const typed = (request: Pick<FormRequest, 'body'>, name: string): string => text(request.body?.[name]).trim();

/** A text of several lines, as it is stored. */
export const typedLines = (request: Pick<FormRequest, 'body'>, name: string): string =>
  typed(request, name).replaceAll('\r\n', '\n');

export const isSent = ({ body }: FormRequest, name: string): boolean => body?.[name] !== undefined;

/** The values of the fields with this name: ticked boxes, or the rows of a table. */
export const typedAll = (request: FormRequest, name: string): string[] =>
  [request.body?.[name] ?? []].flat().map((value) => text(value).trim());

/** Radios of a closed list. */
export const radioItems = (list: Readonly<Record<string, string>>, chosen: string) =>
  Object.entries(list).map(([value, text]) => ({ value, text, checked: value === chosen }));

/** The banner's sentence for `?done=CODE`. */
export function noticeIn(
  request: Pick<FormRequest, 'query'>,
  sentences: Readonly<Record<string, string>>,
): string | undefined {
  const code = text(request.query.done);
  return Object.hasOwn(sentences, code) ? sentences[code] : undefined;
}
