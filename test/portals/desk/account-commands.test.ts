// Every verb of the command line about accounts and the people of the desk has its page, or a reason why it has none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFormat as testFormatV1 } from '../../../src/api/v1/notification-format.ts';
import { testFormat as testFormatV2 } from '../../../src/api/v2/notification-format.ts';
import type { Ctx } from '../../../src/context.ts';
import { accountsPages } from '../../../src/portals/desk/accounts/accounts-pages.ts';
import { peoplePages } from '../../../src/portals/desk/people/people-pages.ts';
import type { Pages } from '../../../src/portals/shared/shell.ts';
import { commandPages, commandsWithoutPage, everyVerb } from '../../support/command-pages.ts';

function everyRoute(): Set<string> {
  const routes = new Set<string>();
  const adds = (method: string) => (url: string) => void routes.add(`${method} ${url}`);
  const recorded = { get: adds('GET'), post: adds('POST') } as Pages<'desk'>;
  const testFormats = { v1: testFormatV1(''), v2: testFormatV2('') };
  const apiBases = { v1: '', v2: { live: '', test: '' } };
  const options = { providers: [], testFormats, apiErrors: { v1: [], v2: [] }, apiBases };
  accountsPages(recorded, { settings: {} } as Ctx, options);
  peoplePages(recorded, {} as Ctx);
  return routes;
}

test('every verb about accounts has a page that exists, or a reason why not', async () => {
  const verbs = await everyVerb();
  const routes = everyRoute();
  const unanswered = verbs.filter(
    (verb) =>
      commandPages[verb] === undefined &&
      commandsWithoutPage[verb] === undefined &&
      commandsWithoutPage[verb.split(' ')[0]!] === undefined,
  );
  assert.deepEqual(unanswered, []);
  assert.deepEqual(
    Object.keys(commandPages).filter((verb) => !verbs.includes(verb)),
    [],
    'verbs that no longer exist',
  );
  assert.deepEqual(
    Object.entries(commandPages).filter(([, page]) => !routes.has(page)),
    [],
    'pages that do not exist',
  );
});
