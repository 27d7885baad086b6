// Lists with a configured address are fetched and imported; a list that fails is logged and changes nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { openProviders } from '../../../src/providers/built-in.ts';
import { listsInForce } from '../../../src/providers/sanctions/import-actions.ts';
import { sanctionsJobs } from '../../../src/providers/sanctions/sanctions-jobs.ts';
import { startProbity } from '../../support/probity.ts';
import { answer, startWebhookReceiver } from '../../support/webhook-receiver.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

const server = await startWebhookReceiver();
const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write(chunk, _, done) {
    lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
    done();
  },
});
const { ctx, settings } = await startProbity({
  log,
  settings: {
    PROBITY_LOG_LEVEL: 'info',
    PROBITY_SANCTIONS_LISTS: `uk=${server.url}/uk.csv, un=${server.url}/un.xml`,
    PROBITY_PROVIDER_ALLOW: '127.0.0.0/8:*',
    PROBITY_PROVIDER_CA: server.caFile,
  },
});
const { outgoing } = openProviders(settings, { allow: [], ourPorts: [] });
after(() => {
  outgoing.close();
  return server.close();
});
const fetchLists = () => sanctionsJobs(ctx, outgoing).import_sanctions_lists({});
const versions = async () => (await listsInForce(ctx)).map(({ list, version }) => `${list} ${version}`);
const said = () => lines.flatMap(({ msg, list, reason }) => (list === undefined ? [] : [`${msg}: ${list}, ${reason}`]));

test('fetches lists and puts them in force, also if one is missing', async () => {
  server.behave((request, socket, index) => {
    const isUk = request.path.endsWith('uk.csv');
    answer(isUk ? 200 : 503, { body: isUk ? fixture('uk.csv') : '' })(request, socket, index);
  });
  await fetchLists();
  assert.deepEqual(await versions(), ['uk 2026-06-24']);
  assert.deepEqual(said().splice(0), [
    'sanctions list in force: uk, new version',
    'sanctions list not imported: un, answered 503',
  ]);
});

test('an error page in place of a list changes nothing', async () => {
  lines.length = 0;
  server.behave(answer(200, { body: '<html><body>Maintenance</body></html>' }));
  await fetchLists();
  assert.deepEqual(await versions(), ['uk 2026-06-24']);
  assert.match(
    said().join('\n'),
    /^sanctions list not imported: uk, line 1: .*\nsanctions list not imported: un, line 1: /,
  );
});

test('an unchanged list stays in force', async () => {
  lines.length = 0;
  server.behave(answer(200, { body: fixture('uk.csv') }));
  await fetchLists();
  assert.equal(said()[0], 'sanctions list in force: uk, unchanged');
});
