// The desk's own texts: questions, standard sentences and steps, where they are used, and who words them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { subjectsOfType, textSubjects } from '../../../src/features/desk-texts/desk-text-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { guidanceFor } from '../../../src/features/report-types/report-type-rules.ts';
import { queryKinds } from '../../../src/messages/en-queries.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
async function person(name: string, role: DeskRole) {
  const email = `${role}@probity.test`;
  await createDeskUser(ctx, 'system', { name, email, role, accounts: 'all' });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const reviewer = await person('Robin Reviewer', 'reviewer');
const screener = await person('Sam Screener', 'screener');

const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
const [identity, rightToWork] = check.reports.map(({ id }) => ({ id })) as [{ id: string }, { id: string }];
const reportPage = async (id: string) => (await screener.get(`/desk/reports/${id}`)).body;
const choices = (html: string) => [...html.matchAll(/<option>([^<]*)<\/option>/g)].map(([, text]) => text);
const steps = (html: string) => [...html.matchAll(/name="task" value="([^"]*)"/g)].map(([, text]) => text);
const word = (place: string, text: string) => reviewer.submit(`/desk/texts/${place}`, `/desk/texts/${place}`, { text });
const typeOf = (name: string) => catalogue.find((type) => type.name === name)!;

test('every report type has a text of its own, of its area and of all', () => {
  const known = new Set(textSubjects.sentences.map(({ subject }) => subject));
  assert.equal(known.size, textSubjects.sentences.length);
  for (const { id, label } of catalogue)
    assert.deepEqual(
      subjectsOfType(id).map((subject) => known.has(subject)),
      [true, true, true],
      label,
    );
});

test('own sentences come before those of the report type, those for all types first', async () => {
  const usual = typeOf('identity').clauses;
  assert.equal((await word('sentences/type-identity', '  Seen by us in person.\n\n')).status, 303);
  const page = (await reviewer.get('/desk/texts/sentences/type-identity')).body;
  for (const sentence of usual) assert.ok(page.includes(`<li>${sentence}</li>`), sentence);
  await word('sentences/all', 'Nothing further is known.');
  await word('sentences/type-document', 'Never shown here.');
  const shown = choices(await reportPage(identity.id));
  assert.deepEqual(shown, ['Nothing further is known.', 'Seen by us in person.', ...usual]);
});

test('own steps are ticked, and a ticked one stays after it is taken away', async () => {
  await word('steps/area-identity', 'Call the candidate back.\nCompare the photos.');
  const usual = guidanceFor(typeOf('identity').id).toDo.map(({ value }) => value);
  const page = `/desk/reports/${identity.id}`;
  assert.deepEqual(steps(await reportPage(identity.id)), ['Call the candidate back.', 'Compare the photos.', ...usual]);
  assert.doesNotMatch(await reportPage(rightToWork.id), /Compare the photos/);
  await screener.submit(page, `${page}/tasks`, { task: 'Compare the photos.' });
  await word('steps/area-identity', '');
  const html = await reportPage(identity.id);
  assert.deepEqual(steps(html).toSorted(), [...usual, 'Compare the photos.'].toSorted());
  assert.match(html, /value="Compare the photos\." checked/);
});

test('a question is asked in the desk’s own words until they are taken away', async () => {
  const form = `/desk/reports/${rightToWork.id}/queries/new?addressee=candidate&kind=missing_document`;
  const usual = queryKinds.missing_document.candidate!;
  const asked = async () => /<textarea[^>]*id="text"[^>]*>([^<]*)</.exec((await screener.get(form)).body)![1];
  assert.equal(await asked(), usual);
  const own = 'Hello, please send us [which document] today.';
  await word('candidate_questions/missing_document', own);
  assert.equal(await asked(), own);
  assert.match((await screener.get(form)).body, new RegExp(`data-candidate="${own.replace(/[[\]]/g, '\\$&')}"`));
  await word('candidate_questions/missing_document', usual);
  assert.equal(await asked(), usual);
  const versions = (await reviewer.get('/desk/texts/candidate_questions/missing_document')).body;
  assert.match(versions, /Robin Reviewer:<\/span> Hello, please send us/);
  assert.match(versions, /Robin Reviewer:<\/span> The usual text/);
});

for (const [what, place, text, expected] of [
  ['a line of 501 characters', 'steps/all', `Fine\n${'x'.repeat(501)}`, /Line 2 must be 500 characters or fewer/],
  ['a line that is there twice', 'steps/all', 'One\nTwo\n One ', /Line 3 is the same as line 1/],
  ['31 lines', 'sentences/all', Array.from({ length: 31 }, (_, n) => `Line ${n}`).join('\n'), /30 lines or fewer/],
  ['2,001 characters', 'client_questions/missing_document', 'x'.repeat(2001), /2000 characters or fewer/],
] as const) {
  test(`refuses ${what}, and keeps what was typed`, async () => {
    const { status, body } = await word(place, text);
    assert.equal(status, 422);
    assert.match(body, expected);
    assert.ok(body.includes(text.slice(-20)));
  });
}

test('of two who change a text at once the later one is told, and sees both', async () => {
  const page = '/desk/texts/sentences/type-credit';
  const seen = hiddenFields((await reviewer.get(page)).body, page);
  await word('sentences/type-credit', 'First.');
  const { status, body } = await reviewer.post(page, { ...seen, text: 'Second.' });
  assert.equal(status, 422);
  assert.match(body, /Somebody changed this text meanwhile[\s\S]*It says now:[\s\S]*First\.[\s\S]*>\s*Second\.</);
  const again = hiddenFields(body, page);
  assert.equal((await reviewer.post(page, { ...again, text: 'Second.' })).status, 303);
});

test('the list shows own texts, and leads to a report type’s', async () => {
  const { body } = await reviewer.get('/desk/texts');
  assert.match(body, /href="\/desk\/texts\/sentences\/all">All report types</);
  assert.doesNotMatch(body, /href="\/desk\/texts\/sentences\/type-employment_history"/);
  const { headers } = await reviewer.get('/desk/texts?kind=sentences&subject=type-employment_history');
  assert.equal(headers.location, '/desk/texts/sentences/type-employment_history');
  assert.match((await reviewer.get('/desk/texts?kind=client_questions')).body, /Missing information/);
});

test('a screener words none, and what has no text is not found', async () => {
  assert.equal((await screener.get('/desk/texts')).status, 403);
  for (const place of ['steps/nobody', 'sentences/missing_document', 'others/all', 'candidate_questions/constructor'])
    assert.equal((await reviewer.get(`/desk/texts/${place}`)).status, 404, place);
});
