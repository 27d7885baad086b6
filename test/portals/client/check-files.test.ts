// The files of an order: who attached each is said, and whoever attached one by mistake removes it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { attachFile, referencedAttachmentFiles } from '../../../src/features/attachments/attachment-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { endHold, keepPerson } from '../../../src/features/retention/hold-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import { parsed } from '../../support/html.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const client = await signedInVisitor(portal, clientEmail);
await createUser(ctx, 'system', accountId, { name: 'Colleague', email: 'colleague@acme.test', role: 'standard' });
await createSignIn(ctx, 'system', { email: 'colleague@acme.test', password });
const colleague = await signedInVisitor(portal, 'colleague@acme.test');

const textOf = (html: string) => parsed(html).textContent.replaceAll(/\s+/g, ' ');
const idOf = async (email: string) =>
  (await ctx.db.row<{ id: string }>(sql`select id from users where email = ${email}`))!.id;

async function attached(check: Check, by: 'candidate' | `user:${string}`, fileName: string) {
  const caller = { ...portal.caller('live'), actor: by, permissions: ['attach_files'] as const };
  const fileToken = randomUUID();
  const upload = {
    orderId: check.orderId,
    fileToken,
    fileName,
    description: '',
    content: Readable.from([samples['.txt']!]),
  };
  await attachFile(ctx, caller, upload);
  return fileToken;
}

test('files say who attached them, and only who attached one removes it, for a reason that the history says', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const page = `/portal/checks/${check.id}`;
  const own = await attached(check, `user:${await idOf(clientEmail)}`, 'wrong-person.txt');
  const others = await attached(check, 'candidate', 'statement.txt');
  const shown = (await client.get(page)).body;
  assert.match(textOf(shown), /statement\.txt [^.]*, by the candidate/);
  assert.ok(shown.includes(`${page}/files/${own}/remove`));
  assert.ok(!shown.includes(`${page}/files/${others}/remove`));
  assert.ok(!(await colleague.get(page)).body.includes(`${own}/remove`));
  assert.equal((await colleague.get(`${page}/files/${own}/remove`)).status, 404);
  const remove = `${page}/files/${own}/remove`;
  const unsaid = await client.submit(remove, remove, {});
  assert.deepEqual([unsaid.status, /Choose why/.test(unsaid.body)], [422, true]);
  const [{ file_id: stored } = { file_id: '' }] = await ctx.db.rows<{ file_id: string }>(
    sql`select file_id from attachments where file_token = ${own}`,
  );
  const keeper = { ...portal.caller('live'), permissions: ['erase_applicants', 'read_erasures'] as never };
  await keepPerson(ctx, keeper, check.applicantId, { reason: 'complaint', until: null });
  const kept = await client.submit(remove, remove, { reason: 'wrong_person' });
  assert.deepEqual(
    [kept.status, /must be kept for now/.test(kept.body), /a hold|complained/.test(kept.body)],
    [422, true, false],
  );
  await endHold(ctx, keeper, check.applicantId);
  const answer = await client.submit(remove, remove, { reason: 'wrong_person' });
  assert.equal(answer.headers.location, `${page}?done=file_removed#files`, textOf(answer.body).slice(0, 600));
  const after = textOf((await client.get(page)).body);
  assert.doesNotMatch(after, /wrong-person\.txt/);
  assert.match(after, /File deleted: it is of somebody else/);
  assert.equal((await client.get(`${page}/files/${own}`)).status, 404);
  assert.deepEqual(await referencedAttachmentFiles(ctx, [stored]), []);
  const [event] = await ctx.db.rows<{ actor: string; detail: { reason: string } }>(
    sql`select actor, detail from events where type = 'attachment.deleted' and resource_id = ${own}`,
  );
  assert.deepEqual([event?.actor, event?.detail.reason], [`user:${await idOf(clientEmail)}`, 'wrong_person']);
});

test('a file on which a result may rest stays, and the screeners are asked to delete it', async () => {
  const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const page = `/portal/checks/${check.id}`;
  const own = await attached(check, `user:${await idOf(clientEmail)}`, 'payslip.txt');
  const early = (await client.get(`${page}/files/${own}/remove`)).body;
  assert.match(textOf(early), /Remove this file\?/);
  const reportId = check.reports[0]!.id;
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, portal.caller('live'), { checkId: check.id, reportId }, {
    move: 'await_approval',
    outcome,
  } as never);
  const remove = `${page}/files/${own}/remove`;
  assert.match(textOf((await client.get(remove)).body), /A result may rest on this file/);
  const answer = await client.submit(remove, remove, { reason: 'not_needed' });
  assert.equal(answer.headers.location, `${page}?done=commented#comments`);
  const after = textOf((await client.get(page)).body);
  assert.match(after, /payslip\.txt/);
  assert.match(after, /Please delete the file “payslip\.txt”: It was not asked for, and is not needed/);
});
