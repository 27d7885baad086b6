// yente and Watchman: the conformance suite against stand-ins of both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchmanOutcome, watchmanProvider } from '../../src/providers/watchman/watchman-provider.ts';
import { yenteOutcome, yenteProvider } from '../../src/providers/yente/yente-provider.ts';
import { conforms, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn } from './provider-world.ts';

const match = (id: string, isMatch: boolean, topics: readonly string[]) => ({
  id,
  caption: 'Jo Sample',
  schema: 'Person',
  score: isMatch ? 0.97 : 0.4,
  match: isMatch,
  datasets: ['gb_fcdo_sanctions'],
  properties: { topics: [...topics], birthDate: ['1985-06-14'] },
});

const answered = (...results: readonly object[]) => ({
  responses: {
    person: { status: 200, results: results as ReturnType<typeof match>[], total: { value: results.length } },
  },
});

function yenteStandIn(says: Says, key: string): StandIn {
  return ({ path, headers, body }) => {
    if (headers.authorization !== `ApiKey ${key}`) return { status: 401 };
    const { person } = JSON.parse(body.toString()).queries;
    if (path !== '/match/default?limit=20' || person.schema !== 'Person') return { status: 404 };
    assert.deepEqual(person.properties, { name: ['Jo Sample'], birthDate: ['1985-06-14'] });
    const weak = match('weak', false, []);
    return {
      status: 200,
      body: JSON.stringify(says === 'clear' ? answered(weak) : answered(weak, match('NK-1', true, ['sanction']))),
    };
  };
}

const loaded = { lists: { uk_csl: 4500, us_ofac: 17646 }, listHashes: { uk_csl: 'a572', us_ofac: '0629' } };

function watchmanStandIn(says: Says): StandIn {
  return ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'https://watchman.example');
    if (pathname === '/v2/listinfo') return { status: 200, body: JSON.stringify(loaded) };
    if (pathname !== '/v2/search' || searchParams.get('type') !== 'person') return { status: 404 };
    const hit = { name: 'Jo SAMPLE', entityType: 'person', sourceList: 'us_ofac', sourceID: '1', match: 0.95 };
    return { status: 200, body: JSON.stringify({ entities: says === 'clear' ? null : [{ ...hit, person: null }] }) };
  };
}

const world = await openProviderWorld();

conforms(world, 'yente', {
  make: (url, key) => yenteProvider({ url, key }),
  standIn: yenteStandIn,
  keepsOutOfUrls: ['Jo', 'Sample', '1985'],
});

conforms(world, 'watchman', {
  make: (url) => watchmanProvider({ url }),
  standIn: watchmanStandIn,
});

test('a politically exposed person is distinguished from a sanctioned one', () => {
  const { breakdown } = yenteOutcome(answered(match('NK-2', true, ['role.pep'])), '2026-03-04').findings;
  assert.deepEqual(breakdown, {
    sanction: { result: 'clear' },
    politically_exposed_person: { result: 'unidentified' },
  });
});

test('a record found by several names of a person counts once', () => {
  const hit = { name: 'Jo SAMPLE', sourceList: 'us_ofac', sourceID: '1', match: 0.95 };
  const { properties, breakdown } = watchmanOutcome(
    [{ entities: [hit] }, { entities: [hit] }],
    loaded,
    '2026-03-04',
  ).findings;
  assert.equal((properties.records as unknown[]).length, 1);
  assert.deepEqual((properties.lists as unknown[])[0], { name: 'uk_csl', version: 'a572' });
  // Watchman knows no public functions, and says nothing of them.
  assert.deepEqual(breakdown, { sanction: { result: 'unidentified' } });
});

test('Watchman answers for the lists that it has loaded, and a variant from its own list only', async () => {
  const hit = { name: 'Jo SAMPLE', sourceList: 'us_ofac', sourceID: '1', match: 0.95 };
  assert.equal(watchmanOutcome([{ entities: [hit] }], loaded, '2026-03-04', 'uk_csl').result, 'clear');
  const answers = { '/v2/listinfo': loaded, '/v2/search': { entities: [hit] } };
  const send = async ({ url }: { readonly url: string }) => {
    const { pathname } = new URL(url);
    return { status: 200, text: JSON.stringify(answers[pathname as keyof typeof answers]) };
  };
  const tools = { ctx: world.ctx, tenant: world.caller, send, signIn: send };
  const ask = async (variant: string) => {
    const type = { name: 'sanctions', variant };
    const facts = { first_name: 'Jo', last_name: 'Sample', dob: '1985-06-14' };
    const asked = { reportId: '1', checkId: '2', type, options: [], facts };
    const answer = await watchmanProvider({ url: 'https://watchman.example' }).request(tools, asked);
    return answer.kind === 'needs_person' ? answer.reason : answer.kind;
  };
  assert.deepEqual(await Promise.all(['ofac_sdn', 'uk', 'eu', 'jp'].map(ask)), [
    'result',
    'result',
    // Not loaded, and not known.
    'not_covered',
    'not_covered',
  ]);
});
