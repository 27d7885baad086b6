// Requests for a reference that did not reach their referee: refused by the mail server, or given up.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendEmail } from '../../../src/features/emails/email-actions.ts';
import { askAgain, changeReferee, listReferences } from '../../../src/features/references/reference-actions.ts';
import { settleRequest } from '../../../src/features/references/reference-mail-actions.ts';
import { readNextReminder } from '../../../src/features/references/reference-reminder-actions.ts';
import { failureSentence } from '../../../src/lib/mail-failures.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { attemptsAtMost } from '../../../src/platform/jobs.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startForms } from '../candidate-form/waiting-check.ts';
import { ask, mailsTo, personnel } from './asked-references.ts';

let refusal: string | undefined;
const server = await startMailServer(() => refusal);
const forms = await startForms();
const mail = createMail({ url: server.url, from: 'probity@sample.test' });
const ctx = { ...forms.ctx, mail };
const by = forms.caller('live');
after(async () => {
  mail.close();
  await server.close();
});

type Asked = Awaited<ReturnType<typeof ask>>;

const newestMail = async ({ at }: Asked) => (await mailsTo(ctx, by, at.check.id, 'reference_request'))[0]!;
const send = (id: string) => sendEmail(ctx, by, id, settleRequest);

async function stateOf({ at }: Asked) {
  const reference = (await listReferences(ctx, by, at.report.id))[0]!;
  const report = await ctx.db.row<{ waiting_for: string | null }>(
    sql`select waiting_for from reports where id = ${at.report.id}`,
  );
  const isReminded = (await readNextReminder(ctx, reference)) !== undefined;
  return { reference, standing: [reference.status, report!.waiting_for, isReminded] };
}

const out = ['requested', 'source', true];
const failed = ['undelivered', null, false];

test('a refused request is chased no more, and is sent again once the screener corrects the address', async () => {
  const asked = await ask(ctx, by);
  assert.deepEqual((await stateOf(asked)).standing, out);
  refusal = '550 5.1.1 No such user';
  await send((await newestMail(asked)).id);
  const { reference, standing } = await stateOf(asked);
  assert.deepEqual(standing, failed);
  assert.match(
    failureSentence(reference.request.referee.email, reference.mailFailure!),
    /^The mail to hr@acme\.test was refused by its server on \d+ \w+ \d{4}: there is no such address\.$/,
  );
  const types = await ctx.db.rows<{ type: string }>(sql`
    select type from events where resource_id = ${asked.id} order by id`);
  assert.deepEqual(types.at(-1), { type: 'reference.undelivered' });

  refusal = undefined;
  forms.passSeconds(60);
  const referee = { ...personnel.referee, email: 'people@acme.test' };
  await changeReferee(ctx, asked.at.caller, asked.id, referee);
  assert.deepEqual((await stateOf(asked)).standing, out);
  await send((await newestMail(asked)).id);
  await server.mailTo('people@acme.test');
  assert.deepEqual((await stateOf(asked)).standing, out);
});

test('a request that is given up waits for the screener, and for the referee again if it is sent after all', async () => {
  const asked = await ask(ctx, by);
  const { id } = await newestMail(asked);
  refusal = '452 4.2.2 Mailbox full';
  await assert.rejects(send(id));
  assert.deepEqual((await stateOf(asked)).standing, out);
  await ctx.db.run(sql`update emails set attempts = ${attemptsAtMost - 1} where id = ${id}`);
  await assert.rejects(send(id));
  const { reference, standing } = await stateOf(asked);
  assert.deepEqual(standing, failed);
  assert.equal(reference.mailFailure!.failure, '452 4.2.2');
  refusal = undefined;
  forms.passSeconds(60);
  await send(id);
  assert.deepEqual((await stateOf(asked)).standing, out);
});

test('a failed mail that a newer one has replaced changes nothing', async () => {
  const asked = await ask(ctx, by);
  const { id } = await newestMail(asked);
  forms.passSeconds(60);
  await askAgain(ctx, asked.at.caller, asked.id);
  refusal = '550 5.1.1 No such user';
  await send(id);
  refusal = undefined;
  assert.deepEqual((await stateOf(asked)).standing, out);
});
