// Which part of the service is served at which address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/config.ts';
import { areSeparate, type Origins, placeFor } from '../../src/platform/origins.ts';

const settingsOf = (given: Readonly<Record<string, string>>): Origins => {
  const { settings, problems } = readSettings(given);
  if (settings === undefined) throw new Error(problems.join('; '));
  return settings;
};

const one = settingsOf({ PROBITY_BASE_URL: 'https://screening.example' });
const separate = settingsOf({
  PROBITY_BASE_URL: 'https://api.example',
  PROBITY_DESK_URL: 'https://desk.example',
  PROBITY_CLIENT_URL: 'https://client.example:444',
  PROBITY_CANDIDATE_URL: 'https://people.example',
  PROBITY_REFEREE_URL: 'https://people.example',
});

test('every part is at the base by default, whatever the host of a request', () => {
  assert.equal(areSeparate(one), false);
  for (const host of ['screening.example', 'localhost:8443', 'anything']) {
    for (const path of ['/desk', '/portal', '/form/x', '/v2/checks']) assert.equal(placeFor(one, host, path), 'here');
  }
});

test('an address of a part has no path', () => {
  const { problems } = readSettings({ PROBITY_DESK_URL: 'https://desk.example/desk' });
  assert.deepEqual(problems, ['PROBITY_DESK_URL must be an https URL without a path']);
});

test('each part is at its own address only, and the base leads to it', () => {
  const hosts = { desk: 'desk.example', client: 'client.example:444', people: 'people.example:443' } as const;
  const own: Readonly<Record<keyof typeof hosts, readonly string[]>> = {
    desk: [
      '/desk',
      '/drafts',
      '/drafts/discard',
      '/desk/reports/1',
      '/sign-in?next=x',
      '/account',
      '/results/x.pdf',
      '/assets/x.css',
      '/docs',
    ],
    client: ['/portal', '/', '/inbox', '/drafts', '/sign-in/organisation?next=x', '/results/x.pdf', '/health/live'],
    people: ['/form/x', '/reference/x/code', '/assets/x.js'],
  };
  for (const [name, paths] of Object.entries(own)) {
    for (const path of paths) assert.equal(placeFor(separate, hosts[name as keyof typeof hosts], path), 'here', path);
  }
  for (const path of ['/portal', '/form/x', '/sign-in/organisation', '/v2/checks', '/api/v1/orders']) {
    assert.equal(placeFor(separate, hosts.desk, path), 'nowhere', path);
  }
  for (const path of ['/desk', '/sign-in', '/account', '/results/x']) {
    assert.equal(placeFor(separate, hosts.people, path), 'nowhere', path);
  }
  assert.deepEqual(placeFor(separate, 'api.example', '/form/x?a=1'), { url: 'https://people.example/form/x?a=1' });
  assert.deepEqual(placeFor(separate, 'api.example', '/desk'), { url: 'https://desk.example/desk' });
  assert.deepEqual(placeFor(separate, '10.0.0.1:8443', '/portal'), { url: 'https://client.example:444/portal' });
  assert.equal(placeFor(separate, '10.0.0.1:8443', '/health/ready'), 'here');
  assert.equal(placeFor(separate, 'api.example', '/vftapi/v2/checks'), 'here');
  assert.equal(placeFor(separate, 'api.example', '/constructor'), 'here');
  assert.deepEqual(placeFor(separate, 'api.example', '/%66orm/x', '/form/:token'), {
    url: 'https://people.example/%66orm/x',
  });
  assert.equal(placeFor(separate, hosts.client, '/%64esk', '/desk'), 'nowhere');
  // A path never names a host.
  assert.deepEqual(placeFor(separate, 'api.example', '//evil.example/'), {
    url: 'https://client.example:444//evil.example/',
  });
});
