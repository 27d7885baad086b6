// Form-encoded requests as Ruby clients write them (rest-client and Rack), read by Rack's rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProbity } from '../support/probity.ts';

const probity = await startProbity();
const { account } = probity;

interface Resource {
  readonly id: string;
  readonly [attribute: string]: unknown;
}

/** Sends the form as rest-client does, with brackets escaped or not. */
async function send(method: 'POST' | 'PUT', path: string, form: string) {
  const answer = await probity.fetch(`/vft-staging/v2${path}`, {
    method,
    key: `Token token=${account.keys.test}`,
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*', 'user-agent': 'rest-client/2.1.0' },
  });
  return { ...answer, body: answer.json as Resource };
}

const escaped = (form: string) => form.replaceAll('[', '%5B').replaceAll(']', '%5D');
const jane = 'first_name=Jane&last_name=Sample&email=jane%40example.com&gender=female';

const present = (items: unknown) =>
  (items as Resource[]).map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)));

test('a repeated name begins a new address', async () => {
  const vectors = [
    [
      'addresses[][building_number]=100&addresses[][street]=A&addresses[][building_number]=10&addresses[][street]=B',
      [
        { building_number: '100', street: 'A' },
        { building_number: '10', street: 'B' },
      ],
    ],
    [
      'addresses[][building_number]=100&addresses[][flat_number]=1&addresses[][building_number]=10',
      [{ flat_number: '1', building_number: '100' }, { building_number: '10' }],
    ],
  ] as const;
  for (const [form, addresses] of vectors) {
    for (const spelling of [form, escaped(form)]) {
      const { body, status, text } = await send('POST', '/applicants', `${jane}&${spelling}`);
      assert.equal(status, 201, text);
      assert.deepEqual(present(body.addresses), addresses);
    }
  }
});

test('each identification number keeps its own attributes', async () => {
  const form =
    'id_numbers[][type]=ssn&id_numbers[][value]=1234&id_numbers[][type]=driving_license&id_numbers[][value]=2&id_numbers[][state_code]=CA';
  for (const spelling of [form, escaped(form)]) {
    const { body } = await send('POST', '/applicants', `${jane}&${spelling}`);
    assert.deepEqual(present(body.id_numbers), [
      { type: 'ssn', value: '1234' },
      { type: 'driving_license', value: '2', state_code: 'CA' },
    ]);
  }
});

test('reports keep their variants and options, two levels deep', async () => {
  const form =
    'type=standard&reports[][name]=document&reports[][name]=criminal_history&reports[][variant]=enhanced' +
    '&reports[][options][][name]=children_barred_list&reports[][options][][options][][name]=speedy' +
    `&criminal_history_report_details[JobRoleId]=${account.jobRoles.enhanced}&tags[]=PO-1&tags[]=b&activity_years=5&async=true`;
  for (const spelling of [form, escaped(form)]) {
    const applicant = await send('POST', '/applicants', jane);
    const { body, status, text } = await send('POST', `/applicants/${applicant.body.id}/checks`, spelling);
    assert.equal(status, 201, text);
    assert.deepEqual(
      (body.reports as Resource[]).map(({ name, variant, options }) => ({ name, variant, options })),
      [
        { name: 'document', variant: null, options: null },
        {
          name: 'criminal_history',
          variant: 'enhanced',
          options: [{ name: 'children_barred_list', options: [{ name: 'speedy', options: null }] }],
        },
      ],
    );
    assert.deepEqual([body.tags, body.activity_years], [['PO-1', 'b'], 5]);
  }
});

test('a name that is both a text and a list is a bad request', async () => {
  const { body, status } = await send('POST', '/applicants', `${jane}&tags=a&tags[]=b`);
  assert.deepEqual([status, (body as unknown as { error: { type: string } }).error.type], [400, 'bad_request']);
});

test('nil is a bare name and clears, an empty text changes nothing, an empty list empties', async () => {
  const form = `${jane}&middle_name=Ann&town_of_birth=Leeds&addresses[][town]=Leeds`;
  const { id } = (await send('POST', '/applicants', form)).body;
  const cleared = await send('PUT', `/applicants/${id}`, 'middle_name&town_of_birth=&addresses[]=');
  assert.equal(cleared.status, 200, cleared.text);
  const { middle_name, town_of_birth, addresses } = cleared.body;
  assert.deepEqual(
    { middle_name, town_of_birth, addresses },
    { middle_name: null, town_of_birth: 'Leeds', addresses: [] },
  );
});

test('a POST without a body is valid if nothing is required', async () => {
  const applicant = await send('POST', '/applicants', jane);
  const check = await send('POST', `/applicants/${applicant.body.id}/checks`, 'type=standard&reports[][name]=identity');
  assert.equal((await send('POST', `/checks/${check.body.id}/resume`, '')).status, 204);
});

test('plus signs are spaces, and letters are UTF-8', async () => {
  const form = 'first_name=Zo%C3%AB+Ann&last_name=Sample&email=jane%2Bwork%40example.com&gender=female';
  const { body } = await send('POST', '/applicants', form);
  assert.deepEqual([body.first_name, body.email], ['Zoë Ann', 'jane+work@example.com']);
});
