// What people ask about their data stands in one register: how it came, who dealt with it, what was decided, and when they were told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, todayFor } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { handleMessage, listMessages, reportProblem } from '../../../src/features/cases/candidate-message-actions.ts';
import { withdrawConsent } from '../../../src/features/cases/withdrawal-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { commentAsClient, commentAsDesk } from '../../../src/features/comments/comment-actions.ts';
import { askMeaning, noteMeaning } from '../../../src/features/data-requests/clarification-actions.ts';
import { forgetOldAnswers } from '../../../src/features/data-requests/complaint-actions.ts';
import { type DataRequest, OWN_COPY_DAYS } from '../../../src/features/data-requests/data-request.ts';
import { noteCopyForOther } from '../../../src/features/data-requests/data-request-act-actions.ts';
import {
  askIdentity,
  closeRequest,
  confirmIdentity,
  extendRequest,
  listRequestsOf,
  openDataRequest,
} from '../../../src/features/data-requests/data-request-actions.ts';
import { countRequests, listRequests } from '../../../src/features/data-requests/data-request-list-actions.ts';
import { type AskedRequest, recordRequest } from '../../../src/features/data-requests/data-request-record-actions.ts';
import { answerBy, ownCopyUntil } from '../../../src/features/data-requests/data-request-rules.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { readNotes } from '../../../src/features/reports/note-actions.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import {
  erasePerson,
  keptBecause,
  listDueForErasure,
  previewErasure,
} from '../../../src/features/retention/erasure-actions.ts';
import { announceErasure } from '../../../src/features/retention/erasure-announcement-actions.ts';
import { answerRequest } from '../../../src/features/retention/erasure-refusal-actions.ts';
import { ownCopyLacks, ownCopyMore, unreadNote } from '../../../src/features/retention/own-copy-rules.ts';
import { copyPerson, takeOwnCopy } from '../../../src/features/retention/person-copy-actions.ts';
import { listSameElsewhere } from '../../../src/features/retention/same-person-actions.ts';
import { addDays, addMonths } from '../../../src/lib/dates.ts';
import { speaking } from '../../../src/messages/spoken-language.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { explainData } from '../../../src/portals/shared/about/about-pages.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeFor, placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, account, caller: callerIn, passSeconds } = await startForms();
const client = callerIn();
const { permissions: _, ...tenant } = client;
const userId = await createDeskUser(ctx, 'system', {
  ...{ name: 'Dee', email: 'dee@desk.test', role: 'administrator', accounts: [account.accountId] },
});
const desk: Caller = { ...client, actor: `user:${userId}`, permissions: roles.desk.administrator };
const reader = { userId, accounts: [account.accountId], permissions: roles.desk.administrator };
const candidate = { ...tenant, subsidiaryIds: null, actor: 'candidate' } as const;
const today = todayFor(ctx, desk);

async function submitted(): Promise<Check> {
  const { check } = await placeWaiting(ctx, client, { reports: ['identity'] });
  return completeForm(ctx, candidate, check.id, check.order.facts);
}

/** Another order of the person of this one. */
async function submittedOf({ applicantId, order }: Check): Promise<Check> {
  const { check } = await placeFor(ctx, client, applicantId, { reports: ['identity'] });
  return completeForm(ctx, candidate, check.id, order.facts);
}

async function ended(): Promise<Check> {
  const check = await submitted();
  await closeCheck(ctx, client, check.id, 'cancel');
  return check;
}

const byLetter = (check: Check | null, more: Partial<AskedRequest> = {}): AskedRequest => ({
  ...{ kind: 'access', way: 'letter', receivedOn: today, words: 'Send me all.', identity: 'known_address' },
  checkId: check?.id ?? null,
  ...more,
});

async function ownPageOf({ tenant: of, id, applicantId }: Check) {
  const { key } = await readCheckAndKey(ctx, of, id);
  return { caller: candidate, link: { ...of, checkId: id }, key: key!, applicantId };
}

async function requestsOf(check: Check): Promise<DataRequest[]> {
  return listRequestsOf(ctx, check, (await readCheckAndKey(ctx, tenant, check.id)).key);
}

const stepsOf = ({ steps }: DataRequest) =>
  steps.map(({ step, code, told }) => [step, code, told].filter((part) => part !== null).join(' '));

const mailsOf = async (check: Check) =>
  (await listEmails(ctx, tenant, 200)).filter((mail) => mail.checkId === check.id && mail.template === 'data_request');

test('a letter is recorded, extended within the month, and refused with a reason that the person reads', async () => {
  const check = await submitted();
  const id = await recordRequest(ctx, desk, byLetter(check, { receivedOn: addDays(today, -3) }));
  await assert.rejects(recordRequest(ctx, desk, byLetter(check)), {
    fields: { kind: ['There is a request of this kind that is not answered yet'] },
  });
  const due = answerBy(addDays(today, -3));
  assert.deepEqual(
    (await requestsOf(check)).map(({ dueOn }) => dueOn),
    [due],
  );
  assert.match((await mailsOf(check))[0]!.text, /You asked for a copy of your data/);
  const told = 'mail' as const;
  await assert.rejects(extendRequest(ctx, desk, id, { reason: 'complex', words: '', told }), {
    reason: 'invalid_fields',
  });
  await extendRequest(ctx, desk, id, { reason: 'complex', words: 'There are many orders.', told });
  assert.equal((await requestsOf(check))[0]!.dueOn, answerBy(addDays(today, -3), 3));
  await assert.rejects(extendRequest(ctx, desk, id, { reason: 'many', words: 'Again.', told }), {
    reason: 'state_does_not_allow',
  });
  await assert.rejects(closeRequest(ctx, desk, id, { outcome: 'excessive', words: '', told }), {
    fields: { words: ['Write why'] },
  });
  await closeRequest(ctx, desk, id, { outcome: 'excessive', words: 'You have had it last week.', told });
  const [request] = await requestsOf(check);
  assert.deepEqual(stepsOf(request!), [
    'identity_confirmed known_address',
    'extended complex mail',
    'closed excessive mail',
  ]);
  assert.match(
    (await mailsOf(check))[0]!.text,
    /The request is excessive\.[\s\S]*You have had it last week\.[\s\S]*Information Commissioner/,
  );
  await assert.rejects(closeRequest(ctx, desk, id, { outcome: 'done', words: '', told }), {
    reason: 'state_does_not_allow',
  });
  await recordRequest(ctx, desk, byLetter(check));
});

test('the client whose order it concerns is told by mail', async () => {
  const check = await submitted();
  await recordRequest(ctx, candidate, byLetter(check, { way: 'own_page', identity: 'mailed_code', words: '' }));
  const news = (await listEmails(ctx, tenant, 50)).filter(({ template }) => template === 'data_requested');
  const subject = `The candidate of order VF${check.orderId} asks about their data, or complains`;
  assert.ok(news.some((mail) => mail.subject === subject));
});

test('where the identity is in doubt the time counts from the day on which it is confirmed', async () => {
  const check = await submitted();
  const received = addDays(today, -10);
  const id = await recordRequest(ctx, desk, byLetter(check, { identity: 'asked', receivedOn: received }));
  assert.equal((await requestsOf(check))[0]!.dueOn, null);
  assert.match((await mailsOf(check))[0]!.text, /show us that you are the person/);
  const toClient = async () =>
    (await listEmails(ctx, tenant, 200)).filter(
      ({ template, subject }) => template === 'data_requested' && subject.includes(`VF${check.orderId} `),
    ).length;
  assert.equal(await toClient(), 0);
  const proof = 'document_seen' as const;
  for (const on of [addDays(received, -1), addDays(today, 1), 'soon'])
    await assert.rejects(confirmIdentity(ctx, desk, id, { proof, on }), { reason: 'invalid_fields' }, on);
  await confirmIdentity(ctx, desk, id, { proof, on: addDays(today, -1) });
  assert.equal((await requestsOf(check))[0]!.dueOn, answerBy(addDays(today, -1)));
  assert.equal(await toClient(), 1);
  await assert.rejects(askIdentity(ctx, desk, id, 'mail'), { reason: 'state_does_not_allow' });
});

test('nothing is said to be done that is not, nor decided for somebody who has not shown who they are', async () => {
  const check = await submitted();
  const told = 'mail' as const;
  const doneOf = (id: string) => closeRequest(ctx, desk, id, { outcome: 'done', words: '', told });
  const says = (outcome: string) => ({ fields: { outcome: [outcome] } });
  const ids = new Map<string, string>();
  for (const kind of ['access', 'portability', 'erasure', 'withdrawal'] as const)
    ids.set(kind, await recordRequest(ctx, desk, byLetter(check, { kind })));
  await assert.rejects(doneOf(ids.get('access')!), says('Make the copy first'));
  await assert.rejects(doneOf(ids.get('portability')!), says('Make the copy first'));
  await assert.rejects(doneOf(ids.get('erasure')!), says('Erase the person first: that ends this request'));
  await assert.rejects(doneOf(ids.get('withdrawal')!), says('End the order and its monitoring first'));
  const part = { outcome: 'partly_done', words: 'Without notes.', told, delivery: 'letter' } as const;
  await assert.rejects(closeRequest(ctx, desk, ids.get('access')!, part), says('Make the copy first'));
  await assert.rejects(
    closeRequest(ctx, desk, ids.get('access')!, { outcome: 'no_data', words: '', told }),
    says('Data about them are kept: choose another answer'),
  );
  for await (const _chunk of (await copyPerson(ctx, desk, check.applicantId, explainData(ctx))).content);
  await assert.rejects(doneOf(ids.get('access')!), { fields: { delivery: ['Choose how they get the copy'] } });
  await closeRequest(ctx, desk, ids.get('access')!, { outcome: 'done', words: '', told, delivery: 'own_page' });
  const given = (await requestsOf(check)).find(({ id }) => id === ids.get('access'))!;
  assert.equal(ownCopyUntil(given.steps), addDays(today, OWN_COPY_DAYS));
  assert.match((await mailsOf(check))[0]!.text, /Your copy is on your own page for 30 days/);
  await closeCheck(ctx, client, check.id, 'withdraw');
  await doneOf(ids.get('withdrawal')!);
  await closeRequest(ctx, desk, ids.get('portability')!, { outcome: 'taken_back', words: '', told });
  const keptFor = async (days = 0) => {
    const then = { ...desk, clockOffsetSeconds: desk.clockOffsetSeconds + days * 86_400 };
    return (await previewErasure(ctx, then, check.applicantId)).refusedFor;
  };
  assert.equal(await keptFor(OWN_COPY_DAYS), 'copy_awaited', 'it waits on their own page');
  assert.equal(await keptFor(OWN_COPY_DAYS + 1), 'not_told', 'its day has passed');
  const { key } = await readCheckAndKey(ctx, desk, check.id);
  const own = { caller: candidate, applicantId: check.applicantId, key: key! };
  const broken = async () => Promise.reject(new Error('The copy cannot be made'));
  await assert.rejects(takeOwnCopy(ctx, own, ids.get('access')!, broken), /cannot be made/);
  assert.equal(await keptFor(), 'copy_awaited', 'they did not get it');
  await takeOwnCopy(ctx, own, ids.get('access')!, explainData(ctx));
  assert.equal(await keptFor(), 'not_told', 'they took it');

  const doubted = await recordRequest(ctx, desk, byLetter(check, { identity: 'asked' }));
  for (const outcome of ['done', 'partly_done', 'no_data'] as const)
    await assert.rejects(closeRequest(ctx, desk, doubted, { outcome, words: 'So.', told }), {
      fields: {
        outcome: ['They have not shown who they are: confirm that first, refuse it, or choose that they took it back'],
      },
    });
  await closeRequest(ctx, desk, doubted, { outcome: 'identity_not_shown', words: 'We asked twice.', told });
});

/** The archive is not compressed. */
async function wordsOf({ content }: { readonly content: AsyncIterable<Uint8Array> }): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('the copy on their own page leaves out what nobody has looked through, and says so in their language', async () => {
  const check = await submitted();
  const message = 'My name is spelt with an e';
  await reportProblem(ctx, await ownPageOf(check), { text: message, reportId: null });
  await commentAsClient(ctx, client, check.id, 'His colleague Bob Brown has left, too');
  await commentAsDesk(ctx, desk, check.id, { text: 'We rang Carol Cook about it', seen: undefined });
  const id = await recordRequest(ctx, desk, byLetter(check));
  const whole = await wordsOf(await copyPerson(ctx, desk, check.applicantId, explainData(ctx)));
  for (const text of [message, 'Bob Brown', 'Carol Cook']) assert.ok(whole.includes(text), text);
  assert.ok(!whole.includes(unreadNote) && !whole.includes(ownCopyLacks));
  await closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'mail', delivery: 'own_page' });
  const page = await ownPageOf(check);
  const own = await wordsOf(await takeOwnCopy(ctx, page, id, explainData(ctx)));
  for (const text of [message, unreadNote, ownCopyLacks, ownCopyMore]) assert.ok(own.includes(text), text);
  for (const text of ['Bob Brown', 'Carol Cook']) assert.ok(!own.includes(text), text);
  const inWelsh = await speaking('cy', async () => wordsOf(await takeOwnCopy(ctx, page, id, explainData(ctx))));
  assert.match(inWelsh, /Mae’r copi ar eich tudalen eich hun yn hepgor/);
});

test('the copy on their own page leaves out whom it was ordered of, where they may be another person', async () => {
  const { check } = await placeWaiting(ctx, client, {
    reports: ['identity'],
    facts: { first_name: 'Robert', last_name: 'Original', dob: '1980-01-02' },
  });
  const given = { ...check.order.facts, first_name: 'Jane', last_name: 'Other', dob: '1999-03-03' };
  await completeForm(ctx, candidate, check.id, given);
  const id = await recordRequest(ctx, desk, byLetter(check));
  assert.match(await wordsOf(await copyPerson(ctx, desk, check.applicantId, explainData(ctx))), /1980-01-02/);
  await closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'mail', delivery: 'own_page' });
  const own = await wordsOf(await takeOwnCopy(ctx, await ownPageOf(check), id, explainData(ctx)));
  assert.doesNotMatch(own, /1980-01-02/);
});

test('nobody is told that they are erased who cannot be, or who has not shown who they are', async () => {
  const check = await submitted();
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'erasure', identity: 'asked' }));
  const refused = async (why: string) => {
    const before = (await mailsOf(check)).length;
    await assert.rejects(announceErasure(ctx, desk, id), { fields: { applicant: [why] } });
    assert.equal((await mailsOf(check)).length, before);
  };
  await refused('They have not shown who they are: confirm that first');
  await confirmIdentity(ctx, desk, id, { proof: 'document_seen', on: today });
  await refused('They cannot be erased now: an order of theirs is open');
  await closeCheck(ctx, client, check.id, 'cancel');
  const copy = await recordRequest(ctx, desk, byLetter(check));
  await refused('They cannot be erased now: they have asked for a copy of their data, and have not got it yet');
  await closeRequest(ctx, desk, copy, { outcome: 'taken_back', words: '', told: 'mail' });
  await announceErasure(ctx, desk, id);
});

test('somebody who is no candidate is answered too, and what they asked stays for three months', async () => {
  const asked = { ...byLetter(null), words: 'Folder 12.' };
  const id = await recordRequest(ctx, desk, asked);
  const opened = await openDataRequest(ctx, reader, id);
  assert.equal(opened.check, undefined);
  assert.equal(opened.request.words, 'Folder 12.');
  await extendRequest(ctx, desk, id, { reason: 'complex', words: 'Dear Alex Sample.', told: 'letter' });
  await assert.rejects(closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'letter' }), {
    fields: { outcome: ['Make the copy first'] },
  });
  await noteCopyForOther(ctx, desk, id);
  await assert.rejects(closeRequest(ctx, desk, id, { outcome: 'no_data', words: '', told: 'letter' }), {
    fields: { outcome: ['Data about them are kept: choose another answer'] },
  });
  await closeRequest(ctx, desk, id, { outcome: 'done', words: 'Dear Alex Sample.', told: 'letter' });
  const { request } = await openDataRequest(ctx, reader, id);
  assert.deepEqual([request.words, request.steps.at(-1)!.words], ['Folder 12.', 'Dear Alex Sample.']);
  assert.deepEqual(stepsOf(request), [
    'identity_confirmed known_address',
    'extended complex letter',
    'acted copied',
    'closed done letter',
  ]);
  const after = (months: number) => ({ ...ctx, now: () => new Date(`${addMonths(today, months)}T12:00:00Z`) });
  assert.equal(await forgetOldAnswers(after(2)), 0);
  await forgetOldAnswers(after(4));
  const sealed = await ctx.db.rows(sql`
    select from data_requests where id = ${id} and sealed_words is not null
    union all select from data_request_steps where request_id = ${id} and sealed_words is not null`);
  assert.deepEqual(sealed, []);
  await ctx.batches.write();
  const looks = await ctx.db.rows(sql`select from events where type = 'data_request.read' and resource_id = ${id}`);
  assert.notEqual(looks.length, 0);
});

test('nobody asks who they are once the time is over, nor of what came on their own page', async () => {
  const check = await submitted();
  const late = { receivedOn: addDays(today, -60) };
  await assert.rejects(recordRequest(ctx, desk, byLetter(check, { ...late, identity: 'asked' })), {
    fields: { identity: ['The time to answer is over: it is too late to ask who they are'] },
  });
  const unknown = await recordRequest(ctx, desk, byLetter(null, late));
  await assert.rejects(askIdentity(ctx, desk, unknown, 'letter'), { reason: 'state_does_not_allow' });
  await closeRequest(ctx, desk, unknown, { outcome: 'no_data', words: '', told: 'letter' });
  await reportProblem(ctx, await ownPageOf(check), { text: 'A typo.', reportId: null });
  const [own] = await requestsOf(check);
  assert.deepEqual(stepsOf(own!), ['identity_confirmed mailed_code']);
  await assert.rejects(askIdentity(ctx, desk, own!.id, 'mail'), { reason: 'state_does_not_allow' });
});

test('the list has what is open and late, by account and kind, and only in the accounts of the reader', async () => {
  const check = await submitted();
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'portability', receivedOn: addDays(today, -60) }));
  const list = async (more: object, accounts = reader.accounts) =>
    (await listRequests(ctx, desk, accounts, 'test', { state: 'open', offset: 0, limit: 100, ...more })).map(
      (row) => row.id,
    );
  assert.deepEqual(await list({ state: 'late' }), [id]);
  assert.deepEqual(await list({ kind: 'portability' }), [id]);
  assert.deepEqual(await list({ kind: 'objection' }), []);
  assert.deepEqual(await list({}, []), []);
  const { late } = await countRequests(ctx, desk, reader.accounts, 'test');
  assert.equal(late, 1);
  await assert.rejects(openDataRequest(ctx, { ...reader, accounts: [] }, id), { reason: 'not_found' });
  await closeRequest(ctx, desk, id, { outcome: 'taken_back', words: '', told: 'mail' });
  assert.deepEqual(await list({ state: 'late' }), []);
  assert.equal((await list({ state: 'closed' })).includes(id), true);
});

test('a restriction answers the request that was recorded before, and its decision ends it', async () => {
  const check = await submitted();
  const received = addDays(today, -5);
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'restriction', receivedOn: received }));
  await askRestriction(ctx, desk, check.id, { ground: 'accuracy', words: 'Not me.' });
  const { key } = await readCheckAndKey(ctx, tenant, check.id);
  const [restriction] = await listRestrictionsOf(ctx, check, key);
  assert.equal(restriction!.id, id);
  assert.equal(restriction!.dueOn, answerBy(received));
  await assert.rejects(closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'mail' }), {
    reason: 'state_does_not_allow',
  });
  await decideRestriction(ctx, desk, check.id, { id, isAccepted: false, answer: 'It is you.' });
  assert.deepEqual(stepsOf((await requestsOf(check))[0]!), [
    'identity_confirmed known_address',
    'acted restriction_asked',
    'closed not_met mail',
  ]);
});

test('what a candidate says is wrong is a request that its last answer ends, and a withdrawal is one that is done', async () => {
  const check = await submitted();
  const form = await ownPageOf(check);
  const first = await reportProblem(ctx, form, { text: 'My name is wrong.', reportId: null });
  const second = await reportProblem(ctx, form, { text: 'My birthday too.', reportId: null });
  const [open] = await requestsOf(check);
  assert.deepEqual([open!.kind, open!.way, open!.isOpen], ['correction', 'own_page', true]);
  const reportId = check.reports[0]!.id;
  await handleMessage(ctx, reader, { reportId, messageId: first, answer: 'Corrected.' });
  assert.equal((await requestsOf(check))[0]!.isOpen, true);
  await handleMessage(ctx, reader, { reportId, messageId: second, answer: 'Corrected.' });
  assert.deepEqual(stepsOf((await requestsOf(check))[0]!), [
    'identity_confirmed mailed_code',
    'acted message_answered',
    'acted message_answered',
    'closed answered mail',
  ]);
  await withdrawConsent(ctx, form as never);
  const withdrawal = (await requestsOf(check)).find(({ kind }) => kind === 'withdrawal');
  assert.deepEqual(stepsOf(withdrawal!), ['closed done mail']);
});

test('a letter stays open when something else is answered or withdrawn on their own page', async () => {
  const check = await submitted();
  const form = await ownPageOf(check);
  const correction = await recordRequest(ctx, desk, byLetter(check, { kind: 'correction', words: 'My degree.' }));
  const messageId = await reportProblem(ctx, form, { text: 'A typo.', reportId: null });
  await handleMessage(ctx, reader, { reportId: check.reports[0]!.id, messageId, answer: 'Corrected.' });
  const [letter] = await requestsOf(check);
  assert.deepEqual([letter!.id, letter!.isOpen], [correction, true]);
  assert.deepEqual(stepsOf(letter!), ['identity_confirmed known_address', 'acted message_answered']);

  const about = await recordRequest(ctx, desk, byLetter(check, { kind: 'withdrawal', words: 'Forget that order.' }));
  await closeCheck(ctx, client, check.id, 'cancel');
  const next = await submittedOf(check);
  assert.equal(next.applicantId, check.applicantId);
  await withdrawConsent(ctx, (await ownPageOf(next)) as never);
  const withdrawals = (await requestsOf(check)).filter(({ kind }) => kind === 'withdrawal');
  assert.deepEqual(
    new Map(withdrawals.map(({ checkId, way, isOpen }) => [checkId, [way, isOpen]])),
    new Map([
      [check.id, ['letter', true]],
      [next.id, ['own_page', false]],
    ]),
  );
  assert.deepEqual(stepsOf(withdrawals.find(({ id }) => id === about)!), ['identity_confirmed known_address']);
});

test('a letter about the order from which they withdraw on their own page has it among its steps', async () => {
  const check = await submitted();
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'withdrawal' }));
  await withdrawConsent(ctx, (await ownPageOf(check)) as never);
  const letter = (await requestsOf(check)).find((one) => one.id === id)!;
  assert.deepEqual([letter.isOpen, stepsOf(letter).at(-1)], [true, 'acted consent_withdrawn']);
  await closeRequest(ctx, desk, id, { outcome: 'done', words: '', told: 'letter' });
});

test('nobody is erased who waits for a copy; the copy that is made stands in the register', async () => {
  const check = await ended();
  const id = await recordRequest(ctx, desk, byLetter(check));
  assert.equal((await previewErasure(ctx, desk, check.applicantId)).refusedFor, 'copy_awaited');
  await assert.rejects(erasePerson(ctx, desk, check.applicantId, 'not_needed'), { reason: 'invalid_fields' });
  await ctx.db.run(
    sql`update accounts set settings = settings || '{"eraseAfterDays": 1}' where id = ${account.accountId}`,
  );
  const due = async () =>
    (await listDueForErasure(ctx, desk, reader.accounts, 'test', { withinDays: 3, limit: 500 })).some(
      ({ applicant_id }) => applicant_id === check.applicantId,
    );
  assert.equal(await due(), false);
  for await (const _chunk of (await copyPerson(ctx, desk, check.applicantId, explainData(ctx))).content);
  assert.deepEqual(stepsOf((await requestsOf(check))[0]!), ['identity_confirmed known_address', 'acted copied']);
  await closeRequest(ctx, desk, id, {
    ...{ outcome: 'done', words: 'Sent by courier.', told: 'letter', delivery: 'transfer' },
  });
  assert.equal(await due(), true);
});

test('an erasure ends the request, of which the kind, the days and the outcome stay, and no word', async () => {
  const check = await ended();
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'erasure', words: 'Erase Alex Sample.' }));
  await recordRequest(ctx, desk, byLetter(check, { kind: 'withdrawal' }));
  await assert.rejects(erasePerson(ctx, desk, check.applicantId, 'candidate_asked'), {
    fields: { applicant: [`cannot be erased: ${keptBecause.not_told}`] },
  });
  await announceErasure(ctx, desk, id);
  await assert.rejects(announceErasure(ctx, desk, id), { reason: 'state_does_not_allow' });
  await erasePerson(ctx, desk, check.applicantId, 'candidate_asked');
  const { request, key } = await openDataRequest(ctx, reader, id);
  assert.equal(key, undefined);
  assert.deepEqual([request.kind, request.receivedOn, request.words], ['erasure', today, '']);
  assert.deepEqual(stepsOf(request), [
    'identity_confirmed known_address',
    'announced mail',
    'acted erased',
    'closed done mail',
  ]);
  const kept = JSON.stringify(
    await ctx.db.rows(sql`
    select q.*, s.* from data_requests q join data_request_steps s on s.request_id = q.id where q.id = ${id}`),
  );
  assert.doesNotMatch(kept, /Sample/);
  const all = await requestsOf(check);
  assert.deepEqual(all.map(({ kind, isOpen }) => [kind, isOpen]).toSorted(), [
    ['erasure', false],
    ['withdrawal', false],
  ]);
});

test('who could not be told by mail is told in another way before they are erased', async () => {
  const check = await ended();
  const id = await recordRequest(ctx, desk, byLetter(check, { kind: 'erasure' }));
  passSeconds(1);
  await announceErasure(ctx, desk, id);
  const [announced] = await mailsOf(check);
  await ctx.db.run(sql`update emails set status = 'failed' where id = ${announced!.id}`);
  await assert.rejects(erasePerson(ctx, desk, check.applicantId, 'candidate_asked'), {
    fields: { applicant: [`cannot be erased: ${keptBecause.not_told}`] },
  });
  await announceErasure(ctx, desk, id, 'letter');
  await assert.rejects(announceErasure(ctx, desk, id, 'letter'), { reason: 'state_does_not_allow' });
  await erasePerson(ctx, desk, check.applicantId, 'candidate_asked');
});

test('an erasure that nobody recorded before stands in the register if the person asked for it', async () => {
  const check = await ended();
  await erasePerson(ctx, desk, check.applicantId, 'candidate_asked');
  const [request] = await requestsOf(check);
  assert.deepEqual([request!.kind, request!.way, request!.isOpen], ['erasure', 'not_recorded', false]);
  const other = await ended();
  await erasePerson(ctx, desk, other.applicantId, 'not_needed');
  assert.deepEqual(await requestsOf(other), []);
});

test('who asks for a copy is asked once what they mean, and the time stands still until they have said it', async () => {
  const check = await submitted();
  const id = await recordRequest(ctx, desk, byLetter(check, { receivedOn: addDays(today, -3) }));
  const told = 'mail';
  await assert.rejects(askMeaning(ctx, desk, id, { question: '', told }), {
    fields: { question: ['Write what you need to know'] },
  });
  await askMeaning(ctx, desk, id, { question: 'Which years?', told });
  const dueNow = async () => (await openDataRequest(ctx, reader, id)).request.dueOn;
  assert.equal(await dueNow(), null);
  assert.match((await mailsOf(check))[0]!.text, /tell us which data[\s\S]*Which years\?/);
  await assert.rejects(askMeaning(ctx, desk, id, { question: 'Which?', told }), { reason: 'state_does_not_allow' });
  await assert.rejects(noteMeaning(ctx, desk, id, addDays(today, -1)), { reason: 'invalid_fields' });
  await noteMeaning(ctx, desk, id, today);
  assert.equal(await dueNow(), answerBy(addDays(today, -3), 1, 1));
});

test('a solicitor is answered at their address, and the candidate hears that somebody asks for them', async () => {
  const check = await submitted();
  const named = { name: 'Sol Icitor', contact: 'sol@law.example' };
  await assert.rejects(recordRequest(ctx, desk, { ...byLetter(check), askedBy: named }), {
    fields: { authority: ['Choose by which authority they ask'] },
  });
  const askedBy = { ...named, authority: 'signed' } as const;
  const id = await recordRequest(ctx, desk, { ...byLetter(check), askedBy });
  const addresses = async () => (await mailsOf(check)).map(({ to }) => to.address);
  assert.ok((await addresses()).includes(check.order.facts.email));
  await closeRequest(ctx, desk, id, { outcome: 'excessive', words: 'It is the ninth.', told: 'mail' });
  const [answer] = await mailsOf(check);
  assert.equal(answer!.to.address, 'sol@law.example');
  assert.match(answer!.text, /because you ask for Alex Sample[\s\S]*It is the ninth\./);
  assert.equal((await openDataRequest(ctx, reader, id)).request.askedBy?.name, 'Sol Icitor');
});

test('who asks for a candidate gets their copy, and never the link to the page of the candidate', async () => {
  const check = await submitted();
  const askedBy = { name: 'Sol Icitor', contact: 'sol@law.example', authority: 'signed' } as const;
  const id = await recordRequest(ctx, desk, { ...byLetter(check), askedBy });
  for await (const _chunk of (await copyPerson(ctx, desk, check.applicantId, explainData(ctx))).content);
  const done = { outcome: 'done', words: '', told: 'mail' } as const;
  await assert.rejects(closeRequest(ctx, desk, id, { ...done, delivery: 'own_page' }), {
    fields: { delivery: ['Choose how they get the copy'] },
  });
  await closeRequest(ctx, desk, id, { ...done, delivery: 'transfer' });
  const [answer] = await mailsOf(check);
  assert.equal(answer!.to.address, 'sol@law.example');
  assert.doesNotMatch(answer!.text, /https?:\/\/\S+\/rights/);
});

test('the answer to a correction in the register answers the message about it, and their view stands beside the result', async () => {
  const check = await submitted();
  const [report] = check.reports;
  await reportProblem(ctx, await ownPageOf(check), { text: 'It was October.', reportId: report!.id });
  const asked = (await requestsOf(check)).find(({ kind }) => kind === 'correction')!;
  const ending = {
    outcome: 'not_met',
    words: 'They say September.',
    told: 'mail',
    until: '',
    statement: 'My payslip says October.',
  } as const;
  await answerRequest(ctx, desk, asked, ending);
  const { key } = await openDataRequest(ctx, reader, asked.id);
  const [message] = await listMessages(ctx, { tenant: client, id: check.id }, key);
  assert.notEqual(message!.handledAt, null);
  assert.match(message!.answer, /They say September\./);
  const beside = await readNotes(ctx, client, { reportIds: [report!.id], audience: 'client', key });
  assert.deepEqual(
    beside.map(({ text, isOfOrder }) => [text, isOfOrder]),
    [['The candidate disputes this, and it was not changed. They say: “My payslip says October.”', false]],
  );
});

test('the same person is found at other clients that the reader sees, by their email address or their name and date of birth', async () => {
  const facts = {
    ...noFacts,
    first_name: 'Fran',
    last_name: 'Sample',
    dob: '1967-04-12',
    email: 'fran@sample.example',
  };
  const { check } = await placeWaiting(ctx, client, { reports: ['identity'], facts });
  const other = await makeAccount(ctx, 'Other Care');
  const placedThere = (more: Partial<ApplicantFacts>) =>
    placeWaiting(ctx, other.caller('test'), { reports: ['identity'], facts: { ...facts, ...more } });
  const byMail = await placedThere({ first_name: 'Frances' });
  const byName = await placedThere({ email: 'other@sample.example' });
  await placedThere({ email: 'third@sample.example', dob: '1967-04-13' });
  const found = async (accounts: readonly string[]) =>
    (await listSameElsewhere(ctx, accounts, desk, check.applicantId)).map(({ accountName, because, orders }) => [
      ...[accountName, because],
      ...orders.map(({ order_id }) => order_id),
    ]);
  assert.deepEqual(await found([account.accountId, other.accountId]), [
    ['Other Care', 'email', byMail.check.orderId],
    ['Other Care', 'name_and_birth', byName.check.orderId],
  ]);
  assert.deepEqual(await found([account.accountId]), []);
});
