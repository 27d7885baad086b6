// Sentences of the templates that have a link or a word in bold, in the language that is spoken.
import { filled, type SaidParams, sayText } from '../../messages/say.ts';

interface Marked {
  /** Where the texts in square brackets lead, in their order. */
  readonly href?: string | readonly string[];
  readonly linkClass?: string;
  /** They lead to the site of somebody else. */
  readonly isElsewhere?: boolean;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);

/** `[a link]` and `*a word in bold*`; what the values say is escaped, and marks nothing. */
export function saidHtml(
  sentence: string,
  { href, linkClass = 'govuk-link', isElsewhere, ...values }: SaidParams & Marked = {},
) {
  const links = [href ?? []].flat();
  const more = isElsewhere === true ? ' rel="noopener noreferrer"' : '';
  let at = 0;
  const html = escaped(sayText(sentence, Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]))))
    .replace(
      /\[([^[\]]*)\]/g,
      (_, text: string) => `<a class="${linkClass}" href="${escaped(links[at++] ?? '')}"${more}>${text}</a>`,
    )
    .replace(/\*([^*]*)\*/g, '<strong>$1</strong>');
  const shown = Object.entries(values).map(([name, value]) => [name, escaped(String(value ?? ''))] as const);
  return filled(html, Object.fromEntries(shown));
}
