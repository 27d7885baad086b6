// Holds every page that a test opens to the rules of html-validate.
import assert from 'node:assert/strict';
import { HtmlValidate, type Message } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
    // Matters of form that no reader meets: the macros of govuk-frontend leave blanks behind.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // The macros write links that look like buttons, and regions that are no sections.
    'prefer-native-element': 'off',
  },
});

/** The date input of govuk-frontend names its group to old screen readers. */
const isOfLibrary = ({ ruleId, message }: Message) => ruleId === 'no-redundant-role' && message.endsWith('<fieldset>');

/** Pages that are the same but for the tokens in them are looked at once. */
const seen = new Set<string>();

/** @param where the page's address, to be named when it is invalid */
export async function requireValidMarkup(html: string, where: string): Promise<void> {
  const page = html.replace(/[\w-]{22,}/g, '');
  if (seen.has(page)) return;
  seen.add(page);
  const { results } = await validator.validateString(html);
  const problems = results
    .flatMap(({ messages }) => messages)
    .filter((message) => !isOfLibrary(message))
    .map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`);
  assert.deepEqual(problems, [], where);
}
