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
