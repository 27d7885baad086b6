// Mails that the mail server refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEmails, sendEmail } from '../../../src/features/emails/email-actions.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const forms = await startForms();

test('a mail that fails at every attempt is marked as failed, and is not retried', async () => {
  const mail = createMail({ url: 'smtp://127.0.0.1:1', from: 'probity@sample.test' });
  const ctx = { ...forms.ctx, mail };
  const caller = forms.caller('live');
  await placeWaiting(ctx, caller);
  const read = async () => (await listEmails(ctx, caller, 1))[0]!;
  const { id } = await read();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    assert.equal((await read()).status, 'queued');
    await assert.rejects(sendEmail(ctx, caller, id));
  }
  assert.equal((await read()).status, 'failed');
  await sendEmail(ctx, caller, id);
  mail.close();
});
