// Makes pages of the documents for clients, the desk and programmers, so that what people read here and there is one text.
import { readFile } from 'node:fs/promises';
import type { Tokens } from 'marked';

export const manuals = {
  client: { title: 'How to order checks and read results', file: 'client.md' },
  desk: { title: 'How to work at the desk', file: 'desk.md' },
  moving: { title: 'Which interface, and moving an existing client', file: 'moving-a-client.md' },
} as const;

type ManualName = keyof typeof manuals;

export interface Manual {
  readonly html: string;
  /** The chapters, in their order. */
  readonly chapters: readonly { readonly id: string; readonly text: string }[];
}

/** `#decide-about-a-candidate`, as the documents link to it. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const sizes = { 2: 'm', 3: 's' } as const;

/** Without what stands before the first chapter, for readers of the repository. @param markdown a document of ours: its HTML is not cleaned */
async function manualOf(markdown: string): Promise<Manual> {
  const { Marked } = await import('marked'); // Not at every start.
  const chapters: { id: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const [id, shown] = [idOf(text), this.parser.parseInline(tokens)];
        if (depth === 2) chapters.push({ id, text });
        return `<h${depth} class="govuk-heading-${sizes[depth as 2 | 3] ?? 's'}" id="${id}">${shown}</h${depth}>`;
      },
      paragraph({ tokens }: Tokens.Paragraph) {
        const text = this.parser.parseInline(tokens);
        return text === '' ? '' : `<p class="govuk-body">${text}</p>`;
      },
      list({ items, ordered }: Tokens.List) {
        const [tag, kind] = ordered ? ['ol', 'number'] : ['ul', 'bullet'];
        const parts = items.map((item) => this.listitem(item)).join('');
        return `<${tag} class="govuk-list govuk-list--${kind} govuk-list--spaced">${parts}</${tag}>`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          row
            .map(({ tokens }) => this.parser.parseInline(tokens))
            .map((cell) => `<${tag} class="govuk-table__${tag === 'th' ? 'header' : 'cell'}">${cell}</${tag}>`)
            .join('');
        const row = (inner: string) => `<tr class="govuk-table__row">${inner}</tr>`;
        const head = header.some(({ text }) => text !== '') ? `<thead>${row(cells(header, 'th'))}</thead>` : '';
        return `<table class="govuk-table">${head}<tbody>${rows.map((one) => row(cells(one, 'td'))).join('')}</tbody></table>`;
      },
      code: ({ text }: Tokens.Code) => `<pre class="app-payload">${escaped(text)}</pre>`,
      codespan: ({ text }: Tokens.Codespan) => `<code class="app-code">${escaped(text)}</code>`,
      // The other documents are for the operator, and pictures of pages help nobody who sees the pages.
      link: ({ href, text }: Tokens.Link) =>
        href.startsWith('#') ? `<a class="govuk-link" href="${href}">${text}</a>` : text.replace(/\.md$/, ''),
      image: () => '',
    },
  });
  return { html: await marked.parse(markdown.slice(markdown.indexOf('\n## '))), chapters };
}

const made = new Map<ManualName, Promise<Manual>>();

/** Made once, when somebody first opens it. */
export function readManual(name: ManualName): Promise<Manual> {
  const url = new URL(`../../../../docs/${manuals[name].file}`, import.meta.url);
  const known = made.get(name) ?? readFile(url, 'utf8').then(manualOf);
  made.set(name, known);
  return known;
}
