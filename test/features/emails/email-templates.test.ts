// The texts of mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderEmail } from '../../../src/features/emails/email-templates.ts';

test("the candidate's mail lists each kind of check once, by its label", () => {
  const reports = ['Criminal record, basic', 'Employment history, UK', 'Employment history, UK', 'UK driving licence'];
  const values = { candidateName: 'Jo Sample', formUri: 'https://probity.test/form/x', reports };
  const { text } = renderEmail('check_invitation', values, 'Sample Care');
  assert.match(text, /on you: Criminal record, basic; Employment history, UK; UK driving licence\.\n/);
});

test('a mail ends with the name of the screening company, if it is named', () => {
  const values = { code: '123 456', minutes: 10, candidateName: 'Jo Sample' };
  const signed = renderEmail('form_code', values, 'Sample Care', 'Sample & Sons Screening');
  assert.match(signed.text, /\n\nSample & Sons Screening\n\n$/);
  assert.match(signed.html, /<p>Sample &#38; Sons Screening<\/p>\n<\/body>/);
  assert.match(renderEmail('form_code', values, 'Sample Care').text, /you need do nothing\.\n\n$/);
});

test('an invitation names the desk, or the client', () => {
  const invitation = (isOfDesk: boolean) =>
    renderEmail('sign_in_invitation', { name: 'Jo', link: 'https://probity.test/x', isOfDesk }, 'Sample Care').text;
  assert.match(invitation(true), /You can now sign in to the screening desk\./);
  assert.match(invitation(false), /You can now sign in to the background checks of Sample Care\./);
});
