// Validates every page that a test opens with html-validate.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type ConfigData, HtmlElement, HtmlValidate, type Message, Parser, StaticConfigLoader } from 'html-validate';
import { isFirstInRun } from './once-a-run.ts';

const config: ConfigData = {
  extends: ['html-validate:recommended'],
  rules: {
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
    // Formatting without effect: the macros of govuk-frontend leave blanks.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // The macros write links with the role of buttons, and regions that are not sections.
    'prefer-native-element': 'off',
  },
};

/** Resolves the configuration once; html-validate resolves it for each page, which takes a third of the time. */
const loader = new StaticConfigLoader(config);
const resolved = await loader.getConfigFor('');
loader.getConfigFor = () => resolved;
const validator = new HtmlValidate(loader);

const byTag = Symbol('elements below an element, by tag');
const below = (element: HtmlElement): HtmlElement[] =>
  element.childElements.flatMap((child) => [child, ...below(child)]);

/**
 * Lists the elements below an element once for all rules; html-validate lists them for each selector, which takes a
 * third of the time. Its cache of an element works only when the element is complete.
 */
HtmlElement.prototype.getElementsByTagName = function listOnce(tagName) {
  const lists =
    (this.cacheGet(byTag) as Map<string, HtmlElement[]> | undefined) ??
    this.cacheSet(byTag, new Map([['*', below(this)]]));
  const list = lists.get(tagName) ?? lists.get('*')!.filter((element) => element.is(tagName));
  lists.set(tagName, list);
  return list;
};

/** The tags that the selectors end with, as `dt` of `dl > dt`; undefined if one ends with more than a tag and an attribute. */
function tagsOf(selectors: string): readonly string[] | undefined {
  const tags = selectors
    .split(',')
    .map((selector) => /(?:^|[\s>+~])([a-z]\w*)(?:\[\w+\])?$/.exec(selector.trim())?.[1]);
  return tags.every((tag) => tag !== undefined) ? tags : undefined;
}

const tagsBySelectors = new Map<string, readonly string[] | undefined>();
const { matches } = HtmlElement.prototype;

/**
 * Compares the tag first; html-validate parses a selector each time that it compares it with an element, which takes a
 * fifth of the time.
 */
HtmlElement.prototype.matches = function compareTagFirst(selectors) {
  if (!tagsBySelectors.has(selectors)) tagsBySelectors.set(selectors, tagsOf(selectors));
  const tags = tagsBySelectors.get(selectors);
  return (tags === undefined || tags.some((tag) => this.is(tag))) && matches.call(this, selectors);
};

/** The date input of govuk-frontend adds a redundant role for old screen readers. */
const isOfLibrary = ({ ruleId, message }: Message) => ruleId === 'no-redundant-role' && message.endsWith('<fieldset>');

/** Pages that differ only in tokens are the same. Long names of classes stay: they have no digits and capitals. */
const withoutTokens = (html: string): string => html.replace(/(?=[\w-]*[\dA-Z])[\w-]{22,}/g, '');

/**
 * A page without what the rules do not look at: pages with the same tags, attributes and characters to be escaped are
 * validated once. The texts of elements with an id stay, because they may name landmarks, and those of links to call.
 */
export function markupOf(html: string): string {
  const page = withoutTokens(html);
  if (page.includes('href="tel:')) return page;
  return page
    .replace(/ (value|href|action|datetime)="([^"]*)"/g, (_, name, value) => ` ${name}="${wordsOf(value)}"`)
    .replace(
      /(<[^>]*>)([^<]+)/g,
      (_, tag, text) => tag + (/ id="|^<(?:script|style)/.test(tag) ? text : wordsOf(text)),
    );
}

const wordsOf = (text: string): string =>
  text.replace(/&#?\w+;|[^\s&<>"'`=]+/g, (part) => (part.startsWith('&') ? part : 'x')).replace(/(?:x\s+)+x/g, 'x');

const block = /<(option|li|tr)\b[^>]*>(?:(?!<\1\b).)*?<\/\1>\s*/gs;

/**
 * A page without the options, entries and rows that have the markup of the one before, and so its faults: they are a
 * third of all elements, and validating takes a quarter of the time of the tests of pages. What has an id or a name stays.
 */
export function withoutRepeated(html: string): string {
  let [end, before] = [-1, ''];
  return html.replace(block, (found, _, at: number) => {
    const markup = / (?:id|name)=/.test(found) ? '' : markupOf(found).trim();
    const isRepeated = at === end && markup !== '' && markup === before;
    [end, before] = [at + found.length, markup];
    return isRepeated ? '' : found;
  });
}

/** Whether neither this process nor another one of the run has validated it. */
const isNew = (markup: string): boolean =>
  isFirstInRun(`markup-${createHash('sha256').update(markup).digest('base64url')}`);

/** @param where the page's address, for the error message */
export async function requireValidMarkup(html: string, where: string): Promise<void> {
  const page = withoutRepeated(html);
  if (!isNew(markupOf(page))) return;
  const { results } = await validator.validateString(page);
  const problems = results
    .flatMap(({ messages }) => messages)
    .filter((message) => !isOfLibrary(message))
    .map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`);
  assert.deepEqual(problems, [], where);
}

const parser = new Parser(resolved);

/** The elements of a page. */
export const parsed = (html: string): HtmlElement => parser.parseHtml(html);

const characters: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' },
  ...{ '&#39;': "'", '&#x27;': "'", '&#92;': '\\', '&#96;': '`' },
};

/** The text of an attribute or an element as somebody reads it, from what the page escaped. */
export const textIn = (escaped: string): string => escaped.replace(/&#?\w+;/g, (one) => characters[one] ?? one);
