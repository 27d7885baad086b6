// Mails with sign-in links, while the mail server refuses them and afterwards.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { openSignInLink, sendSignInLinkJob } from '../../../src/features/accounts/sign-in-link-actions.ts';
import { LINKS_PER_HOUR } from '../../../src/features/accounts/sign-in-rules.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startProbity } from '../../support/probity.ts';

let refusal: string | undefined = '421 4.3.2 Going down';
const mails = await startMailServer(() => refusal);
const { ctx, account } = await startProbity({ settings: { PROBITY_MAIL_URL: mails.url } });
after(() => mails.close());
const send = sendSignInLinkJob(ctx);

test('an invitation is sent once the mail server takes it, however often it refused', async () => {
  const person = { name: 'Sam Screener', email: 'sam@people.test', accounts: [account.accountId] };
  const userId = await createDeskUser(ctx, 'system', { ...person, role: 'screener' });
  const payload = { userId, purpose: 'invitation' };
  for (let attempt = 0; attempt < LINKS_PER_HOUR + 2; attempt += 1) await assert.rejects(send(payload));
  refusal = undefined;
  await send(payload);
  const { text } = await mails.mailTo(person.email);
  const [, token] = /sign-in\/link\/([\w-]+)/.exec(text)!;
  assert.equal((await openSignInLink(ctx, token!))?.user.id, userId);

  // The limit counts what was sent.
  for (let more = 1; more < LINKS_PER_HOUR + 2; more += 1) await send(payload);
  assert.equal(mails.mails.length, LINKS_PER_HOUR);
});
