// docs/security.md says how long sessions last, as the settings have it, and what holds for several and for those of providers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signInSettings } from '../../src/platform/sign-in-settings.ts';

const said = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

test('the document about security says how long sessions last by default', () => {
  const { sessionIdleMinutes, sessionHours, candidateSessionIdleMinutes, candidateSessionHours } = signInSettings;
  const limits = [sessionIdleMinutes, sessionHours, candidateSessionIdleMinutes, candidateSessionHours];
  assert.deepEqual(
    limits.map((one) => one.default),
    ['120', '12', '720', '168'],
  );
  assert.match(said, /ends after two hours without a request and after twelve hours in any case/);
  assert.match(said, /twelve hours after their last page, and after seven days \(168 hours\) in any case/);
});

test('it says how many sessions a user may have, and what ends those of single sign-on', () => {
  assert.match(said, /A user may have any number of sessions, sees and ends them; a new password ends them all/);
  assert.match(
    said,
    /Single sign-on knows a person by the subject of their first sign-in there\. Its sessions have the same limits and end apart from those at the provider/,
  );
});
