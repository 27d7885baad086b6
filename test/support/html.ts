// Validates every page that a test opens with html-validate.
import assert from 'node:assert/strict';
import { type ConfigData, HtmlValidate, type Message, StaticConfigLoader } from 'html-validate';

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
const resolved = loader.getConfigFor('');
loader.getConfigFor = () => resolved;
const validator = new HtmlValidate(loader);

/** The date input of govuk-frontend adds a redundant role for old screen readers. */
const isOfLibrary = ({ ruleId, message }: Message) => ruleId === 'no-redundant-role' && message.endsWith('<fieldset>');

/** Pages that differ only in tokens are the same. Long names of classes stay: they have no digits and capitals. */
export const withoutTokens = (html: string): string => html.replace(/(?=[\w-]*[\dA-Z])[\w-]{22,}/g, '');

/** Validated pages. */
const seen = new Set<string>();

/** @param where the page's address, for the error message */
export async function requireValidMarkup(html: string, where: string): Promise<void> {
  const page = withoutTokens(html);
  if (seen.has(page)) return;
  seen.add(page);
  const { results } = await validator.validateString(html);
  const problems = results
    .flatMap(({ messages }) => messages)
    .filter((message) => !isOfLibrary(message))
    .map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`);
  assert.deepEqual(problems, [], where);
}
