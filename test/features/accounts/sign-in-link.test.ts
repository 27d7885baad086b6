// Mails with sign-in links, while the mail server refuses them and afterwards.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import {
  inviteToSignIn,
  openSignInLink,
  sendSignInLinkJob,
} from '../../../src/features/accounts/sign-in-link-actions.ts';
import { LINKS_PER_HOUR } from '../../../src/features/accounts/sign-in-rules.ts';
import { findUndeliveredToUsers } from '../../../src/features/lists/undelivered-mail-queries.ts';
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

test('an invitation to an address that does not exist is not tried again, and is known until another one is sent', async () => {
  const person = { name: 'Una Unknown', email: 'una@people.test', accounts: [account.accountId] };
  const userId = await createDeskUser(ctx, 'system', { ...person, role: 'screener' });
  await inviteToSignIn(ctx, 'system', person.email);
  const known = async () =>
    (await findUndeliveredToUsers(ctx.db, null, [userId], new Date(0))).map((one) => one.failure);
  refusal = '451 4.7.1 Greylisted';
  await assert.rejects(send({ userId, purpose: 'invitation' }));
  assert.deepEqual(await known(), []);
  refusal = '550 5.1.1 No such user';
  await send({ userId, purpose: 'invitation' });
  assert.deepEqual(await known(), ['no_such_address']);
  refusal = undefined;
  await inviteToSignIn(ctx, 'system', person.email);
  assert.deepEqual(await known(), []);
});
