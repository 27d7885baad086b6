// The pages of a client user who may read checks but no results: statuses, and their own files.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import {
  changeUser,
  createApiKey,
  createUser,
  listApiKeys,
  listUsers,
} from '../../../src/features/accounts/account-actions.ts';
import { createAuthentication } from '../../../src/features/accounts/authentication.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { confirmSession } from '../../../src/features/accounts/sign-in-store.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { downloadUri } from '../../../src/features/checks/check-links.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { withdrawInvitation } from '../../../src/features/orders/leaving-user-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const email = 'requester@acme.test';
const { id: userId } = await createUser(ctx, 'system', accountId, { name: 'Requester', email, role: 'requester' });
await createSignIn(ctx, 'system', { email, password });
const requester = await signedInVisitor(portal, email);

const check = await portal.placeCheck('live', { last_name: 'Endedname' }, ['identity', 'right_to_work']);
const attach = async (actor: typeof caller.actor, fileName: string) => {
  const content = Readable.from([Buffer.alloc(200, 'text ')]);
  const upload = { fileToken: randomUUID(), orderId: check.orderId, fileName, description: '', content };
  await attachFile(ctx, { ...caller, actor, permissions: roles.client.requester }, upload);
  return `/portal/checks/${check.id}/files/${upload.fileToken}`;
};
const own = await attach(`user:${userId}`, 'own.txt');
const others = await attach('system', 'others.txt');
for (const { id: reportId } of check.reports) {
  const findings = { breakdown: {}, properties: {}, notes: 'The dates differ' };
  const outcome = { result: 'consider', subResult: null, findings } as const;
  await moveReport(ctx, caller, { checkId: check.id, reportId }, { move: 'complete', outcome });
}
const page = `/portal/checks/${check.id}`;

test('a requester sees that a check is complete, but not its result or findings', async () => {
  for (const path of ['/portal', '/portal?result=clear', page]) {
    const { status, body } = await requester.get(path);
    assert.equal(status, 200);
    assert.match(body, /Endedname[\s\S]*Complete/, path);
    assert.doesNotMatch(body, /[Aa]mber|The dates differ|results\/|Any result|report \(PDF\)|>Result</, path);
  }
  const looks = await ctx.db.rows(sql`
    select from events where check_id = ${check.id} and type = 'check.results_read' and actor <> 'system'`);
  assert.deepEqual(looks, []);
  assert.match(
    (await (await signedInVisitor(portal, clientEmail)).get(page)).body,
    /Consider, amber[\s\S]*The dates differ/,
  );
});

test('a requester opens neither the results document nor files of others', async () => {
  const document = await downloadUri(ctx, { accountId, environment: 'live', checkId: check.id });
  assert.equal((await requester.get(`${new URL(document).pathname}.pdf`)).status, 403);
  const { body } = await requester.get(page);
  assert.match(body, /own\.txt/);
  assert.doesNotMatch(body, /others\.txt/);
  assert.equal((await requester.get(own)).status, 200);
  assert.equal((await requester.get(others)).status, 404);
});

test('a requester opens no page of a report', async () => {
  assert.equal((await requester.get(`${page}/reports/${check.reports[0]!.id}`)).status, 403);
  assert.doesNotMatch((await requester.get(page)).body, /\/reports\//);
});

test('a changed role counts from the next page on', async () => {
  assert.equal((await requester.get('/portal/webhooks')).status, 403);
  assert.doesNotMatch((await requester.get('/portal')).body, /href="\/portal\/requests"/, 'no program in the menu');
  assert.match((await requester.get('/account')).body, /<main[\s\S]*href="\/portal\/requests"/);
  assert.equal((await requester.get('/portal/requests')).status, 200);
  await changeUser(ctx, 'system', accountId, { id: userId, role: 'standard' });
  assert.equal((await requester.get('/portal/webhooks')).status, 200);
  assert.match((await requester.get(page)).body, /Consider, amber[\s\S]*The dates differ/);
  await changeUser(ctx, 'system', accountId, { id: userId, role: 'billing' });
  assert.equal((await requester.get(page)).status, 403);
  assert.equal((await requester.get('/')).headers.location, '/portal/charges');
});

/** An administrator of the account, or of a subsidiary of it, who is signed in. */
async function administrator(address: string, subsidiaryId: string | null = null) {
  const given = { name: 'Admin', email: address, role: 'administrator', ...scopeOf(subsidiaryId) } as const;
  const { id } = await createUser(ctx, 'system', accountId, given);
  await createSignIn(ctx, 'system', { email: address, password });
  return { id, visitor: await signedInVisitor(portal, address) };
}

test('administrators see who is signed in and end their sessions, those of a subsidiary among its users only', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const whole = await administrator('admin@acme.test');
  const part = await administrator('north@acme.test', north);
  const end = '/portal/users/end-sessions';
  assert.equal((await requester.get('/portal/users')).status, 403);
  assert.doesNotMatch((await part.visitor.get('/portal/users')).body, />Requester<\/a>/);
  const form_token = hiddenFields((await part.visitor.get('/portal/users')).body, end).form_token!;
  for (const user of [userId, '']) {
    assert.equal((await part.visitor.post(end, { user, form_token })).status, 404);
  }
  await part.visitor.submit('/portal/users', end, { user: 'all' });
  assert.equal((await requester.get('/account')).status, 200);
  assert.match((await whole.visitor.get('/portal/users')).body, />Requester<\/a>[\s\S]*Sessions <\/span>1\s[\s\S]*End/);
  const ended = await whole.visitor.submit('/portal/users', end, { user: userId });
  assert.equal(ended.headers.location, '/portal/users?done=ended');
  assert.equal((await requester.get('/account')).status, 303);
  await whole.visitor.submit('/portal/users', end, { user: 'all' });
  assert.equal((await part.visitor.get('/account')).status, 303);
  assert.equal((await whole.visitor.get('/account')).status, 200);
});

test('an administrator of the client invites a user, changes what they may do, and disables them', async () => {
  const { id: ownId, visitor } = await administrator('chief@acme.test');
  const users = '/portal/users';
  const form = { name: 'Kim Checker', email: 'kim@acme.test', external_id: 'k-1' };
  const wrong = await visitor.submit(`${users}/new`, `${users}/new`, form);
  assert.match(wrong.body, /Choose what they may do/);
  assert.match(wrong.body, /value="kim@acme.test"/);
  const invited = await visitor.submit(`${users}/new`, `${users}/new`, {
    ...form,
    role: 'requester',
    subsidiary: 'all',
  });
  assert.match(invited.body, /\/sign-in\/link\//);
  const found = async () => (await listUsers(ctx, 'system', accountId)).find(({ email: one }) => one === form.email)!;
  const user = `${users}/${(await found()).id}`;
  assert.match((await visitor.get(users)).body, /Kim Checker[\s\S]*Invited/);
  await visitor.submit(user, user, { role: 'standard', external_id: '', subsidiary: 'all' });
  assert.deepEqual([(await found()).role, (await found()).external_id], ['standard', null]);
  await visitor.submit(`${user}/disable`, `${user}/disable`, {});
  assert.match((await visitor.get(user)).body, /Disabled since/);
  await visitor.submit(user, `${user}/enable`, {});
  assert.equal((await found()).disabled_at, null);

  const [session] = await ctx.db.rows<{ id: string }>(sql`select id from sign_in_sessions where user_id = ${ownId}`);
  await confirmSession(ctx.db, ctx.integrity, session!.id, new Date(Date.now() - 3_600_000));
  assert.match((await visitor.submit(user, user, { role: 'administrator' })).body, /Confirm that it is you/);
  assert.equal((await found()).role, 'standard');
  await confirmSession(ctx.db, ctx.integrity, session!.id, new Date());

  const own = `${users}/${ownId}`;
  assert.match((await visitor.get(own)).body, /This is you/);
  assert.doesNotMatch((await visitor.get(own)).body, /Save|Disable</);
  const form_token = hiddenFields((await visitor.get(users)).body, `${users}/end-sessions`).form_token!;
  for (const action of ['', '/disable', '/invite', '/reset-second-factors']) {
    const { status } = await visitor.post(`${own}${action}`, { role: 'billing', form_token });
    assert.equal(status, 403, `themselves: ${action}`);
  }
});

test('an administrator of a subsidiary invites into it, and reaches no other user of the account', async () => {
  const { id: south } = await createSubsidiary(ctx, 'system', accountId, { name: 'South' });
  const { visitor } = await administrator('south@acme.test', south);
  const path = '/portal/users/new';
  const form = { name: 'Sol South', email: 'sol@acme.test', role: 'standard', subsidiary: '' };
  await visitor.submit(path, path, form);
  const sol = (await listUsers(ctx, 'system', accountId)).find(({ email: one }) => one === form.email)!;
  assert.deepEqual(sol.subsidiary_ids, [south]);
  const form_token = hiddenFields((await visitor.get(path)).body, path).form_token!;
  assert.equal((await visitor.get(`/portal/users/${userId}`)).status, 404);
  for (const action of ['', '/disable', '/enable', '/invite', '/reset-second-factors']) {
    const { status } = await visitor.post(`/portal/users/${userId}${action}`, { role: 'standard', form_token });
    assert.equal(status, 404, action);
  }
});

test('an administrator of the client makes a key that acts for them, and revokes it; one of a subsidiary, only of its own', async () => {
  const { id: east } = await createSubsidiary(ctx, 'system', accountId, { name: 'East' });
  const whole = await administrator('keys@acme.test');
  const part = await administrator('east-keys@acme.test', east);
  const keys = '/portal/keys';
  const make = (visitor: typeof requester, label: string) =>
    visitor.submit(`${keys}/new`, `${keys}/new`, { environment: 'test', scopes: 'read', label, user: userId });
  const wrong = await whole.visitor.submit(`${keys}/new`, `${keys}/new`, { label: 'HR system' });
  assert.match(wrong.body, /Choose live or test data[\s\S]*value="HR system"/);
  const [, key] = /id="key">(test_[a-z0-9]+)</.exec((await make(whole.visitor, 'HR system')).body)!;
  await make(part.visitor, 'Of the East');

  const made = await listApiKeys(ctx, 'system', accountId);
  const [ofWhole, ofPart] = ['HR system', 'Of the East'].map((name) => made.find(({ label }) => label === name)!);
  assert.deepEqual([ofWhole!.user_id, ofWhole!.subsidiary_id, ofWhole!.scopes], [whole.id, null, ['read']]);
  assert.deepEqual([ofPart!.user_id, ofPart!.subsidiary_id], [part.id, east]);
  const { body } = await whole.visitor.get(keys);
  assert.match(body, /HR system/);
  assert.doesNotMatch(body, new RegExp(key!));
  assert.doesNotMatch((await part.visitor.get(keys)).body, /HR system/);

  const revoke = `${keys}/${ofPart!.id}/revoke`;
  const form_token = hiddenFields((await part.visitor.get(revoke)).body, revoke).form_token!;
  assert.equal((await part.visitor.post(`${keys}/${ofWhole!.id}/revoke`, { form_token })).status, 404);
  await whole.visitor.submit(revoke, revoke, {});
  const left = (await listApiKeys(ctx, 'system', accountId)).filter(({ revoked_at }) => revoked_at === null);
  assert.deepEqual(
    [left.some(({ id }) => id === ofWhole!.id), left.some(({ id }) => id === ofPart!.id)],
    [true, false],
  );
});

test('whoever is disabled and enabled again has neither their session nor their API key any more', async () => {
  const { visitor } = await administrator('ender@acme.test');
  const leaver = await administrator('leaver@acme.test');
  const user = `/portal/users/${leaver.id}`;
  const own = { userId: leaver.id, environment: 'live', label: 'Of the leaver' } as const;
  const { key } = await createApiKey(ctx, 'system', accountId, own);
  const authentication = createAuthentication(ctx);
  const asked = () => authentication.callerOf(key, undefined, { address: '192.0.2.1' });
  assert.equal((await asked()).userId, leaver.id);
  const [, link] = /(\/sign-in\/link\/[^<"]+)</.exec((await visitor.submit(user, `${user}/invite`, {})).body)!;
  const disabled = await visitor.submit(`${user}/disable`, `${user}/disable`, {});
  assert.equal(disabled.headers.location, '/portal/users?done=disabled');
  const row = (await visitor.get('/portal/users?shown=all')).body
    .split('<tr')
    .find((one) => one.includes('leaver@acme.test'))!;
  assert.match(row, /Sessions <\/span>–/);
  assert.match((await visitor.get('/portal/keys')).body, /Of the leaver[\s\S]*?Revoked/);
  assert.match((await visitor.get(user)).body, /signs in anew[\s\S]*API keys stay revoked[\s\S]*Enable again/);
  await assert.rejects(createApiKey(ctx, 'system', accountId, own), { fields: { user: ['is disabled'] } });

  await visitor.submit(user, `${user}/enable`, {});
  assert.match((await visitor.get(`${user}?done=enabled`)).body, /They sign in anew, and need new API keys/);
  authentication.forget();
  await assert.rejects(asked(), { reason: 'unauthenticated' });
  assert.equal((await leaver.visitor.get('/account')).status, 303);
  assert.doesNotMatch((await leaver.visitor.get(link!)).body, /name="password"/);
  assert.equal((await (await signedInVisitor(portal, 'leaver@acme.test')).get('/account')).status, 200);
  assert.match((await visitor.get('/portal/security')).body, /Enabled a user again[\s\S]*Disabled a user/);
});

test('an administrator of the client corrects the name and the subsidiary of a user, whose keys of another one end', async () => {
  const { visitor } = await administrator('mover@acme.test');
  const [west, coast] = [
    (await createSubsidiary(ctx, 'system', accountId, { name: 'West' })).id,
    (await createSubsidiary(ctx, 'system', accountId, { name: 'Coast' })).id,
  ];
  const mo = await administrator('mo@acme.test', west);
  const key = (subsidiaryId: string | null) =>
    createApiKey(ctx, 'system', accountId, { userId: mo.id, environment: 'test', subsidiaryId });
  const [ofWest, ofUser] = [await key(west), await key(null)];
  const user = `/portal/users/${mo.id}`;
  const form = { name: 'Mo Mover', role: 'administrator', subsidiary: coast, external_id: '' };
  assert.match((await visitor.submit(user, user, { ...form, name: ' ' })).body, /Enter the name of the person/);
  assert.match((await visitor.submit(user, user, { ...form, subsidiary: ctx.newId() })).body, /Choose a subsidiary/);
  assert.equal((await visitor.submit(user, user, form)).headers.location, `${user}?done=changed`);
  const found = (await listUsers(ctx, 'system', accountId)).find(({ id }) => id === mo.id)!;
  assert.deepEqual([found.name, found.subsidiary_ids], ['Mo Mover', [coast]]);
  const keys = await listApiKeys(ctx, 'system', accountId);
  const isValid = (id: string) => keys.find((one) => one.id === id)!.revoked_at === null;
  assert.deepEqual([isValid(ofWest.id), isValid(ofUser.id)], [false, true]);
  assert.match((await visitor.get('/portal/security')).body, /Changed what a user may do/);
  const [event] = await ctx.db.rows<{ detail: Record<string, unknown> }>(sql`
    select detail from events where type = 'user.changed' and resource_id = ${mo.id} order by id desc limit 1`);
  assert.deepEqual([event!.detail.renamed, event!.detail.subsidiary_ids], [true, [coast]]);
  // Of a subsidiary, an administrator neither lets a user out of it nor into another one.
  const own = await administrator('mo-two@acme.test', coast);
  await own.visitor.submit(user, user, { name: 'Mo', role: 'standard', external_id: '' });
  const form_token = hiddenFields((await own.visitor.get(user)).body, user).form_token!;
  const out = await own.visitor.post(user, { ...form, subsidiary: west, form_token });
  assert.equal(out.status, 422);
});

test('a status reader sees who is where and who is cleared, and opens nothing else', async () => {
  const subsidiary = await createSubsidiary(ctx, 'system', accountId, { name: 'Status site' });
  const person = async (name: string, subsidiaryId: string | null) => {
    const email = `${name}@acme.test`;
    await createUser(ctx, 'system', accountId, { name, email, role: 'status_reader', ...scopeOf(subsidiaryId) });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const [reader, ofSite] = [await person('statuses', null), await person('site', subsidiary.id)];
  const path = '/portal/clearance';
  const { body } = await reader.get(path);
  const row = /<tr[^>]*>(?:(?!<tr)[\s\S])*Endedname[\s\S]*?<\/tr>/.exec(body)?.[0] ?? '';
  assert.match(row, />Not cleared yet<[\s\S]*>Complete</, 'the result waits for a decision');
  assert.doesNotMatch(body, /[Aa]mber|[Cc]onsider|The dates differ|own\.txt|href="\/portal\/checks/);
  const decision = `${page}/decision`;
  const decider = await signedInVisitor(portal, clientEmail);
  await decider.submit(decision, decision, { decision: 'suitable_with_conditions', reason: 'Not at night.' });
  const decided = (await reader.get(path)).body;
  assert.match(
    decided,
    /Endedname[\s\S]*?>Not cleared<[\s\S]*?Right to work not confirmed: nobody may start before it is/,
    'a decision replaces no right to work',
  );
  assert.doesNotMatch((await reader.get(path)).body, /Not at night/);
  const found = await reader.submit(path, path, { find: 'Nobodyhere' });
  assert.doesNotMatch((await reader.get(String(found.headers.location))).body, /Endedname/);
  assert.equal((await reader.get('/portal')).headers.location, path, 'the address that everybody knows leads on');
  for (const closed of [
    '/portal?environment=test',
    page,
    decision,
    own,
    '/portal/people',
    '/portal/turnaround',
    '/portal/users',
    '/portal/mails',
  ])
    assert.equal((await reader.get(closed)).status, 403, closed);
  assert.doesNotMatch((await ofSite.get(path)).body, /Endedname/, 'of another subsidiary');
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`
    select from events where type = 'account.checks_listed' and detail -> 'filter' ->> 'clearance' = 'true'`);
  assert.ok(looks.length > 0, 'the register has it');
});

test('an invitation that nobody took up is withdrawn: the list forgets the person, and another gets the address', async () => {
  const { visitor } = await administrator('lists@acme.test');
  const { id } = await createUser(ctx, 'system', accountId, {
    ...{ name: 'Invited wrongly', email: 'wrong@acme.test', role: 'standard', externalId: 'ats-7' },
  });
  const user = `/portal/users/${id}`;
  assert.match((await visitor.get('/portal/users')).body, /Invited wrongly/);
  const withdrawn = await visitor.submit(user, `${user}/withdraw`, {});
  assert.equal(withdrawn.headers.location, '/portal/users?done=withdrawn');
  assert.doesNotMatch((await visitor.get('/portal/users?shown=all')).body, /Invited wrongly/);
  assert.equal((await visitor.get(user)).status, 404);
  const again = { name: 'Invited rightly', email: 'wrong@acme.test', role: 'standard', externalId: 'ats-7' } as const;
  await createUser(ctx, 'system', accountId, again);
  const event = await ctx.db.row<{ withdrawn: boolean }>(sql`
    select (detail ->> 'withdrawn')::boolean as withdrawn from events where resource_id = ${id} and type = 'user.changed'`);
  assert.deepEqual(event, { withdrawn: true });

  const signedIn = (await listUsers(ctx, 'system', accountId)).find((one) => one.email === email)!;
  assert.doesNotMatch((await visitor.get(`/portal/users/${signedIn.id}`)).body, /Withdraw the invitation/);

  // The program of who never signs in works by their key, which a colleague would get.
  const program = { name: 'Our system', email: 'program@acme.test', role: 'standard' } as const;
  const { id: userId } = await createUser(ctx, 'system', accountId, program);
  await createApiKey(ctx, 'system', accountId, { userId, environment: 'live' });
  const ofProgram = `/portal/users/${userId}`;
  const page = (await visitor.get(ofProgram)).body;
  assert.doesNotMatch(page, /Withdraw the invitation/);
  const forged = await visitor.post(`${ofProgram}/withdraw`, hiddenFields(page, ofProgram));
  assert.equal(forged.status, 409);
  await assert.rejects(withdrawInvitation(ctx, 'system', accountId, signedIn.id), { reason: 'state_does_not_allow' });
  assert.equal((await visitor.get(`/portal/users/${signedIn.id}`)).status, 200);
});

test('the list of users is found by name, role and whether they ever signed in, and is a file for a review of access', async () => {
  const { visitor } = await administrator('reviews@acme.test');
  const gone = { name: 'Gone Colleague', email: 'gone@acme.test', role: 'billing' } as const;
  const { id } = await createUser(ctx, 'system', accountId, gone);
  await changeUser(ctx, 'system', accountId, { id, disabled: true });
  const shown = async (path: string) =>
    [...(await visitor.get(path)).body.matchAll(/<th scope="row"[^>]*title="([^"]*)"/g)].map(([, name]) => name);
  assert.ok(!(await shown('/portal/users')).includes('Gone Colleague'), 'who is disabled stands behind the filter');
  assert.ok((await shown('/portal/users?shown=disabled')).includes('Gone Colleague'));
  assert.ok((await shown('/portal/users?shown=all&role=billing')).includes('Gone Colleague'));
  assert.ok(!(await shown('/portal/users?shown=all&role=read_only')).includes('Gone Colleague'));
  assert.ok(!(await shown('/portal/users?shown=invited')).includes('Requester'), 'they have a password');
  const found = await visitor.submit('/portal/users', '/portal/users', { find: 'REQUESTER@' });
  assert.doesNotMatch(String(found.headers.location), /requester/i, 'no name stands in an address');
  assert.deepEqual(await shown(String(found.headers.location)), ['Requester']);
  const { body } = await visitor.get('/portal/users/file?shown=all');
  assert.match(body, /^\uFEFF?name,email,role,sees,status,/);
  assert.match(body, /"Gone Colleague","gone@acme\.test","billing","The whole account","Disabled"/);
  const row = body.split('\r\n').find((line) => line.includes('reviews@acme.test'))!;
  assert.match(row, /,"\d{4}-\d\d-\d\dT[^,]+,"\d{4}-\d\d-\d\dT/, 'when they signed in last');
});

test('many users are invited from pasted rows: what is wrong is said by row, and all are seen before anybody is invited', async () => {
  const { visitor } = await administrator('many@acme.test');
  const path = '/portal/users/many';
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'Ash, the house', externalId: 'ASH' });
  const people = async () =>
    (await listUsers(ctx, 'system', accountId)).filter((one) => one.email.endsWith('@ash.test'));
  const heading = 'Name\tEmail\tRole\tHome\n';
  const sent = async (rows: string, fields = {}) => visitor.submit(path, path, { rows, ...fields });
  const wrong = await sent(
    `${heading}Ann\tann@ash.test\tStandard\tASH\nBen\tann@ash.test\tBoss\tOak\nCas\tcas@ash.test\tStandard\t\n`,
  );
  assert.equal(wrong.status, 422);
  assert.match(
    wrong.body,
    /Row 3<[\s\S]*?Email address<[\s\S]*?already been taken[\s\S]*?Write one of: Administrator, /,
  );
  assert.match(wrong.body, /“Oak” is no subsidiary[\s\S]*Row 4<[\s\S]*Choose at least one subsidiary/);
  assert.doesNotMatch(wrong.body, />Row 2</);
  assert.deepEqual(await people(), []);

  const rows = `${heading}Ann\tann@ash.test\tstandard\tASH; North\nBen\tben@ash.test\tRead only\tThe whole account\n`;
  const seen = await sent(rows);
  assert.match(seen.body, /Invite 2 users\?[\s\S]*Ash, the house and 1 more[\s\S]*The whole account/);
  assert.deepEqual(await people(), [], 'nobody is invited yet');
  const sheet = /<textarea name="rows"[^>]*>([^<]*)</.exec(seen.body)![1]!;
  const invited = await sent(sheet, { do: 'invite' });
  assert.match(invited.body, /ann@ash\.test[\s\S]*\/sign-in\/link\/[\s\S]*ben@ash\.test/, 'no mail server is set');
  const [ann, ben] = await people();
  assert.deepEqual([ann!.role, ann!.subsidiary_ids?.[0], ann!.subsidiary_ids?.length], ['standard', id, 2]);
  assert.deepEqual([ben!.role, ben!.subsidiary_ids], ['read_only', null]);
});
