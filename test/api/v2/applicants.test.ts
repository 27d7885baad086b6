// Applicants in interface v2: every attribute, every rule, and what an update keeps, clears and replaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bracketForm } from '../../../src/api/shared/openapi-samples.ts';
import { answeredFacts } from '../../../src/api/v2/applicant-shapes.ts';
import { facts, noFacts } from '../../../src/features/facts/facts.ts';
import { completeAttributes, emptyAttributes } from '../../features/facts/sample-values.ts';
import { startProbity } from '../../support/probity.ts';
import { v1Client } from '../v1/v1-client.ts';
import { candidateEntry } from '../v1/v1-samples.ts';
import { assertRefused, problemsOf, v2Client } from './v2-client.ts';
import { type Applicant, advance, jane, makeApplicant, makeCheck, messagesOf, nobody } from './v2-samples.ts';

const probity = await startProbity();
const client = v2Client(probity);

const listed = {
  title: 'Mrs',
  first_name: 'Zoë',
  middle_name: 'Ann',
  last_name: 'O’Sample-Jones',
  email: 'zoe@mail.example.co.uk',
  gender: 'Female',
  dob: '1985-06-14',
  telephone: '02088909293',
  mobile: '07700900123',
  country: 'GBR',
  mothers_maiden_name: 'Former',
  previous_last_name: 'Earlier',
  nationality: 'IRL',
  country_of_birth: 'FRA',
  town_of_birth: 'Paris',
  id_numbers: [
    { type: 'ssn', value: '433-54-3937', state_code: null },
    { type: 'social_insurance', value: 'AB123456C', state_code: null },
    { type: 'tax_id', value: '1', state_code: null },
    { type: 'identity_card', value: 'X', state_code: null },
    { type: 'driving_license', value: 'I1234562', state_code: 'CA' },
    { type: 'driving_licence', value: 'MORGA657054SM9IJ', state_code: null },
  ],
  addresses: [
    {
      flat_number: '4',
      building_number: '100',
      building_name: 'Rose Cottage',
      street: 'Main Street',
      sub_street: 'Mill Yard',
      town: 'London',
      state: null,
      postcode: 'SW4 6EH',
      country: 'GBR',
      start_date: '2020-01-01',
      end_date: null,
    },
    {
      flat_number: null,
      building_number: '1600',
      building_name: null,
      street: 'A street with a name of more than thirty-two characters',
      sub_street: null,
      town: 'Sacramento',
      state: 'CA',
      postcode: '94203',
      country: 'USA',
      start_date: '2015-03-01',
      end_date: '2020-01-01',
    },
  ],
};

/** With a sample of each attribute that the interface itself does not list. */
const everything = completeAttributes(facts, listed) as typeof listed;

/** The attributes of a reply that a client can send. */
function factsOf({ id: _id, created_at: _at, href: _href, sandbox: _sandbox, ...facts }: Applicant): object {
  return facts;
}

const nothing = {
  title: null,
  middle_name: null,
  dob: '1900-01-01',
  telephone: null,
  mobile: null,
  country: 'GBR',
  mothers_maiden_name: null,
  previous_last_name: null,
  nationality: null,
  country_of_birth: null,
  town_of_birth: null,
  id_numbers: [],
  addresses: [],
};

test('stores and answers every attribute', async () => {
  const before = new Date(Date.now() - 1000);
  const { body, status } = await client.post<Applicant>('/applicants', everything);
  assert.equal(status, 201);
  assert.deepEqual(factsOf(body), everything);
  assert.equal(body.href, `/v2/applicants/${body.id}`);
  assert.equal(body.sandbox, true);
  assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.ok(new Date(body.created_at) >= before);
  assert.deepEqual((await client.get<Applicant>(`/applicants/${body.id}`)).body, body);
});

test('refuses names and an email that consist of spaces', async () => {
  const blank = { first_name: ' ', last_name: '\u00a0', email: '  ' };
  assertRefused(await client.post('/applicants', { ...jane, ...blank }), 422, 'validation_error', Object.keys(blank));
});

test('needs only names, email and gender; other attributes have defaults', async () => {
  const { body } = await client.post<Applicant>('/applicants', jane);
  assert.deepEqual(factsOf(body), { ...emptyAttributes(facts), ...nothing, ...jane, gender: 'Female' });
});

test('reads a form as it reads JSON', async () => {
  const form = bracketForm(everything).replaceAll(/[^&]*=null&?/g, '');
  const sent = await client.post<Applicant>('/applicants', undefined, { form });
  assert.equal(sent.status, 201, sent.text);
  assert.deepEqual(factsOf(sent.body), everything);
  const escaped = form.replaceAll('[', '%5B').replaceAll(']', '%5D');
  const again = await client.post<Applicant>('/applicants', undefined, { form: escaped });
  assert.deepEqual(factsOf(again.body), everything);
});

test('reads words, codes and dates in several spellings, and answers them in one', async () => {
  const { body } = await client.post<Applicant>('/applicants', {
    ...jane,
    title: 'mISS',
    gender: 'FEMALE',
    country: 'usa',
    nationality: 'gbr',
    dob: '1985-06-14T23:30:00-05:00',
    mobile: 447700900123,
    id_numbers: [{ type: 'Driving_Licence', value: 12345, state_code: 'ny' }],
    addresses: [{ state: 'ca', building_number: 12, postcode: '94203', start_date: '2020-01-01T00:00:00Z' }],
  });
  assert.equal(body.title, 'Miss');
  assert.equal(body.gender, 'Female');
  assert.equal(body.country, 'USA');
  assert.equal(body.nationality, 'GBR');
  assert.equal(body.dob, '1985-06-14');
  assert.equal(body.mobile, '447700900123');
  assert.deepEqual(body.id_numbers, [{ type: 'driving_licence', value: '12345', state_code: 'NY' }]);
  assert.equal(body.addresses[0]?.state, 'CA');
  assert.equal(body.addresses[0]?.building_number, '12');
  assert.equal(body.addresses[0]?.start_date, '2020-01-01');
});

test('answers nothing for a country of birth that is no more', () => {
  assert.equal(answeredFacts({ ...noFacts, country_of_birth: 'SUN' }).country_of_birth, null);
  assert.equal(answeredFacts({ ...noFacts, country_of_birth: 'LVA' }).country_of_birth, 'LVA');
});

test('ignores unknown attributes', async () => {
  const { status, body } = await client.post<Applicant>('/applicants', {
    ...jane,
    id: nobody,
    href: '/elsewhere',
    shoe_size: 42,
    constructor: 'x',
    addresses: [{ street: 'A', planet: 'Earth' }],
  });
  assert.equal(status, 201);
  assert.notEqual(body.id, nobody);
  assert.equal('shoe_size' in body, false);
});

test('names every missing attribute at once', async () => {
  const answer = await client.post('/applicants', {});
  assertRefused(answer, 422, 'validation_error', ['email', 'first_name', 'gender', 'last_name']);
  assert.deepEqual(messagesOf(answer).email, ["can't be blank"]);
  assertRefused(await client.post('/applicants'), 422, 'validation_error', [
    'email',
    'first_name',
    'gender',
    'last_name',
  ]);
  const blank = await client.post('/applicants', { ...jane, first_name: '', last_name: null });
  assertRefused(blank, 422, 'validation_error', ['first_name', 'last_name']);
});

const ukAddress = { street: 'Main Street', postcode: 'SW4 6EH' };

const refusals: readonly (readonly [what: string, given: object, field: string])[] = [
  ['a title that is none of four', { title: 'Dr' }, 'title'],
  ['a gender that is neither', { gender: 'x' }, 'gender'],
  ['a name that is no text', { first_name: ['Jane'] }, 'first_name'],
  ['a name of 1,001 characters', { last_name: 'a'.repeat(1001) }, 'last_name'],
  ['a day that does not exist', { dob: '1985-02-30' }, 'dob'],
  ['a date in another order', { dob: '14/06/1985' }, 'dob'],
  ['a birth in the future', { dob: '2999-01-01' }, 'dob'],
  ['a country of two letters', { country: 'GB' }, 'country'],
  ['a country that does not exist', { nationality: 'XXX' }, 'nationality'],
  ['a country of birth that does not exist', { country_of_birth: 'QQQ' }, 'country_of_birth'],
  ['ID numbers that are no list', { id_numbers: 'AB123456C' }, 'id_numbers'],
  ['an ID number that is no hash', { id_numbers: ['AB123456C'] }, 'id_numbers[0]'],
  ['an ID number of an unknown type', { id_numbers: [{ type: 'passport', value: '1' }] }, 'id_numbers[0].type'],
  ['an ID number without a value', { id_numbers: [{ type: 'tax_id' }] }, 'id_numbers[0].value'],
  ['an ID number without a type', { id_numbers: [{ value: '1' }] }, 'id_numbers[0].type'],
  ['an ssn of three digits', { id_numbers: [{ type: 'ssn', value: '123' }] }, 'id_numbers[0].value'],
  ['an ssn without its dashes', { id_numbers: [{ type: 'ssn', value: '433543937' }] }, 'id_numbers[0].value'],
  [
    'a state that does not exist',
    { id_numbers: [{ type: 'driving_license', value: '1', state_code: 'ZZ' }] },
    'id_numbers[0].state_code',
  ],
  [
    'a state of an ID number that no state has issued',
    { id_numbers: [{ type: 'identity_card', value: '1', state_code: 'CA' }] },
    'id_numbers[0].state_code',
  ],
  ['addresses that are no list', { addresses: 'Main Street' }, 'addresses'],
  ['a UK street of 33 characters', { addresses: [{ street: 'é'.repeat(33) }] }, 'addresses[0].street'],
  [
    'a street of 33 characters on Jersey',
    { addresses: [ukAddress, { street: 'a'.repeat(33), country: 'JEY' }] },
    'addresses[1].street',
  ],
  ['a UK postcode without its space', { addresses: [{ postcode: 'SW46EH' }] }, 'addresses[0].postcode'],
  [
    'a UK postcode that cannot be one',
    { addresses: [{ postcode: 'QQ1 1QQ', country: 'GBR' }] },
    'addresses[0].postcode',
  ],
  ['a US state in full', { addresses: [{ state: 'California', country: 'USA' }] }, 'addresses[0].state'],
  [
    'an unknown US state of the applicant’s country',
    { country: 'USA', addresses: [{ state: 'ZZ' }] },
    'addresses[0].state',
  ],
  ['an address of an unknown country', { addresses: [{ country: 'ZZZ' }] }, 'addresses[0].country'],
  [
    'a stay that ends before it begins',
    { addresses: [{ start_date: '2020-02-01', end_date: '2020-01-01' }] },
    'addresses[0].end_date',
  ],
  ['a start that is no date', { addresses: [{ start_date: 'yesterday' }] }, 'addresses[0].start_date'],
];

test('refuses values that break a rule, naming the field, on create and on update', async (t) => {
  const { id } = await makeApplicant(client);
  for (const [what, given, field] of refusals) {
    await t.test(what, async () => {
      assertRefused(await client.post('/applicants', { ...jane, ...given }), 422, 'validation_error', [field]);
      assertRefused(await client.put(`/applicants/${id}`, given), 422, 'validation_error', [field]);
    });
  }
});

const accepted: readonly (readonly [what: string, given: object])[] = [
  ['a street of 32 letters, each with a mark', { addresses: [{ street: 'é'.repeat(32) }] }],
  ['a long street abroad', { addresses: [{ street: 'a'.repeat(60), country: 'FRA' }] }],
  ['a long street where the applicant is checked abroad', { country: 'FRA', addresses: [{ street: 'a'.repeat(60) }] }],
  ['any postcode abroad', { addresses: [{ postcode: '75001', country: 'FRA' }] }],
  ['any state outside the United States', { addresses: [{ state: 'Bavaria', country: 'DEU' }] }],
  ['the last four digits of an ssn', { id_numbers: [{ type: 'ssn', value: '3937' }] }],
  ['names and emails that no check could be placed on', { first_name: 'J', last_name: 'R2-D2', email: 'nowhere' }],
  ['an address of which nothing is known', { addresses: [{}] }],
];

test('accepts values that keep the rules, and values whose rules apply only when a check is placed', async (t) => {
  for (const [what, given] of accepted) {
    await t.test(what, async () => {
      const answer = await client.post('/applicants', { ...jane, ...given });
      assert.equal(answer.status, 201, answer.text);
    });
  }
});

test('an update changes the attributes that it names, and keeps the others', async () => {
  const { body: before } = await client.post<Applicant>('/applicants', everything);
  const updated = await client.put<Applicant>(`/applicants/${before.id}`, { mobile: '07700900999', title: 'ms' });
  assert.equal(updated.status, 200);
  assert.deepEqual(updated.body, { ...before, mobile: '07700900999', title: 'Ms' });
  assert.deepEqual((await client.get<Applicant>(`/applicants/${before.id}`)).body, updated.body);
  for (const nothingNamed of [{}, { title: '', first_name: '', addresses: '' }]) {
    assert.deepEqual((await client.put<Applicant>(`/applicants/${before.id}`, nothingNamed)).body, updated.body);
  }
});

test('an update clears with null, and with a bare name in a form', async () => {
  const { body: before } = await client.post<Applicant>('/applicants', everything);
  const cleared = await client.put<Applicant>(`/applicants/${before.id}`, {
    title: null,
    telephone: null,
    nationality: null,
    country: null,
    dob: null,
    id_numbers: null,
  });
  const gone = { title: null, telephone: null, nationality: null, country: 'GBR', dob: '1900-01-01', id_numbers: [] };
  assert.deepEqual(cleared.body, { ...before, ...gone });
  const form = 'middle_name&town_of_birth=';
  const bare = await client.put<Applicant>(`/applicants/${before.id}`, undefined, { form });
  assert.deepEqual(bare.body, { ...before, ...gone, middle_name: null });
});

test('an update cannot clear what an applicant must have', async () => {
  const { id } = await makeApplicant(client);
  const fields = ['email', 'first_name', 'gender', 'last_name'];
  const answer = await client.put(`/applicants/${id}`, Object.fromEntries(fields.map((field) => [field, null])));
  assertRefused(answer, 422, 'validation_error', fields);
});

test('an applicant can be written back as read, even if an order of interface v1 gave no gender', async () => {
  const orders = v1Client(probity);
  const Candidate = {
    CurrentName: { FirstName: 'Jane', LastName: 'Sample' },
    PersonalInfo: { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@example.com' },
  };
  const order = await candidateEntry(orders, { Candidate });
  await orders.post(`/orders/${order.Id}/cancel`);
  const { id } = (await client.get<{ applicants: Applicant[] }>('/applicants?per_page=1')).body.applicants[0]!;
  for (const one of [id, (await client.post<Applicant>('/applicants', everything)).body.id]) {
    const { body: read } = await client.get<Applicant>(`/applicants/${one}`);
    assert.deepEqual(problemsOf({ $ref: '#/components/schemas/UpdateApplicant' }, factsOf(read)), []);
    const written = await client.put<Applicant>(`/applicants/${one}`, read);
    assert.equal(written.status, 200, written.text);
    assert.deepEqual(written.body, read);
  }
  assert.equal((await client.get<Applicant>(`/applicants/${id}`)).body.gender, null);
});

test('an update replaces a list as a whole, and an empty list empties it', async () => {
  const { id } = (await client.post<Applicant>('/applicants', everything)).body;
  const put = async (given: object) => (await client.put<Applicant>(`/applicants/${id}`, given)).body;
  const replaced = await put({ addresses: [{ town: 'Leeds' }, null, ''] });
  assert.deepEqual(
    replaced.addresses.map((address) => address.town),
    ['Leeds'],
  );
  assert.equal(replaced.addresses[0]?.street, null);
  assert.equal(replaced.id_numbers.length, everything.id_numbers.length);
  assert.deepEqual((await put({ addresses: [] })).addresses, []);
  const emptied = await client.put<Applicant>(`/applicants/${id}`, undefined, { form: 'id_numbers[]=' });
  assert.deepEqual(emptied.body.id_numbers, []);
});

test('a state without a country belongs to the stored country', async () => {
  const { id } = await makeApplicant(client, { country: 'USA' });
  const { body } = await client.put<Applicant>(`/applicants/${id}`, { addresses: [{ state: 'ca' }] });
  assert.equal(body.addresses[0]?.state, 'CA');
});

test('refuses an update while a check is ongoing, and allows it between checks', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client, {}, id);
  const refused = await client.put(`/applicants/${id}`, { mobile: '1' });
  assertRefused(refused, 422, 'validation_error', ['applicant']);
  await advance(client, check.id, 2);
  assert.equal((await client.put<Applicant>(`/applicants/${id}`, { mobile: '1' })).body.mobile, '1');
});

test('deletes an applicant permanently, unless it has a check', async () => {
  const { id } = await makeApplicant(client);
  const deleted = await client.delete(`/applicants/${id}`);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assertRefused(await client.get(`/applicants/${id}`), 404, 'resource_not_found');
  assertRefused(await client.delete(`/applicants/${id}`), 404, 'resource_not_found');

  const checked = await makeApplicant(client);
  const check = await makeCheck(client, {}, checked.id);
  assertRefused(await client.delete(`/applicants/${checked.id}`), 422, 'validation_error', ['applicant']);
  await client.post(`/checks/${check.id}/withdraw`);
  assertRefused(await client.delete(`/applicants/${checked.id}`), 422, 'validation_error', ['applicant']);
});

test('an invalid or unknown id is not found', async () => {
  for (const id of [nobody, 'me', `${nobody}0`, '%00', '1', "'--"]) {
    const answer = await client.get(`/applicants/${encodeURIComponent(id)}`);
    assertRefused(answer, 404, 'resource_not_found');
  }
});

test('live and test applicants are separate', async () => {
  const live = v2Client(probity, 'live');
  const { id } = await makeApplicant(live);
  assertRefused(await client.get(`/applicants/${id}`), 404, 'resource_not_found');
  const { body } = await live.get<Applicant>(`/applicants/${id}`);
  assert.equal(body.sandbox, false);
});

test('reads a body by its content type; an empty body counts as none', async () => {
  const body = JSON.stringify(jane);
  const send = (type: string, text = body) =>
    client.send('POST', '/applicants', { body: text, headers: { 'content-type': type } });
  assert.equal((await send('application/json; charset=utf-8')).status, 201);
  assert.equal((await send('Application/JSON')).status, 201);
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
    assertRefused(await send(type), 415, 'unsupported_media_type');
    assertRefused(await send(type, ''), 422, 'validation_error');
  }
  const withType = { headers: { 'content-type': 'application/json' } };
  const { id } = await makeApplicant(client);
  assert.equal((await client.get(`/applicants/${id}`, withType)).status, 200);
  assert.equal((await client.delete(`/applicants/${id}`, withType)).status, 204);
});

test('ignores the content type of an empty body, even an invalid one', async () => {
  for (const type of ['garbage', 'text/', 'text/plain', 'multipart/form-data']) {
    const headers = { 'content-type': type };
    assertRefused(await client.post('/applicants', undefined, { headers }), 422, 'validation_error');
    const { id } = await makeApplicant(client);
    assert.equal((await client.send('DELETE', `/applicants/${id}`, { headers })).status, 204);
  }
});

test('refuses facts so large that they would slow down every list of applicants', async () => {
  const x = 'x'.repeat(1000);
  const address = { flat_number: x, building_number: x, building_name: x, sub_street: x, town: x };
  const large = { ...jane, addresses: Array.from({ length: 8 }, () => address) };
  assertRefused(await client.post('/applicants', large), 422, 'validation_error', ['addresses']);
  const { id } = await makeApplicant(client, { addresses: large.addresses.slice(0, 5) });
  assertRefused(await client.put(`/applicants/${id}`, large), 422, 'validation_error', ['addresses']);
  const id_numbers = Array.from({ length: 40 }, () => ({ type: 'tax_id', value: x }));
  assertRefused(await client.post('/applicants', { ...jane, id_numbers }), 422, 'validation_error', ['id_numbers']);
});
