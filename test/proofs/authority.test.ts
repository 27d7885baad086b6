// What the proof of authority says when a route demands less than its action; every-route.test.ts runs the proof smaller.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProbity } from '../support/probity.ts';
import { type Route, recordRoutes } from '../support/served-routes.ts';
import { askOperations } from './authority/asked-operations.ts';
import { authorityWorld, makeKeyHolders } from './authority/world.ts';

const wanted = '/v2/applicants';
const weaken = (route: Route): Route => (route.url === wanted ? { ...route, access: 'use_api' } : route);

test('the proof detects a route that demands less than its action', async () => {
  const served = await recordRoutes(() => startProbity(), weaken);
  const world = await authorityWorld(served);
  const holders = await makeKeyHolders(served.server, [{ role: 'administrator', scopes: ['webhooks'] }]);
  const operations = world.operations.filter(({ method, url }) => method === 'GET' && url === wanted);
  const { differences } = await askOperations({ ...world, operations }, holders);
  assert.deepEqual(differences, [`GET ${wanted} administrator with the scope webhooks: 401 user_authorization_error`]);
});
