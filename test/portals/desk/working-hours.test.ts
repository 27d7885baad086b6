// When people of the desk work: who leads a shift says it, and rules count it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { keepRule, previewRules } from '../../../src/features/assignments/assignment-actions.ts';
import { noRule } from '../../../src/features/assignments/assignment-rules.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;

async function person(name: string, role: DeskRole) {
  const email = `${name.toLowerCase()}@hours.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId] });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, accounts: [accountId], permissions: roles.desk[role], email };
}

const lea = await person('Lea', 'team_leader');
const [ann, ben] = [await person('Ann', 'screener'), await person('Ben', 'screener')];
const path = `/desk/away/${ann.userId}/hours`;

test('a team leader says when somebody works, and screeners do not', async () => {
  const visitor = await signedInVisitor(portal, lea.email);
  const wrong = await visitor.submit(path, path, { days: '1', percent: '120' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /The percentage must be from 1 to 100[\s\S]*value="120"/);
  const saved = await visitor.submit(path, path, { days: '3', percent: '60' });
  assert.equal(saved.headers.location, '/desk/away?done=hours');
  assert.match((await visitor.get('/desk/away')).body, /Ann<[\s\S]*?Wednesday, 60% of a full day/);
  assert.match((await visitor.get(path)).body, /value="3" checked[\s\S]*value="60"/);
  const other = await signedInVisitor(portal, ben.email);
  assert.equal((await other.get(path)).status, 403);
  assert.doesNotMatch((await other.get('/desk/away')).body, /Who works when/);
});

test('rules give nothing on a day on which somebody does not work, and less to who works less', async () => {
  const visitor = await signedInVisitor(portal, lea.email);
  const today = new Date(ukDateOf(ctx.now())).getUTCDay() || 7;
  for (let count = 0; count < 3; count += 1) await portal.placeCheck('live', {}, ['identity']);
  await keepRule(ctx, lea, undefined, {
    ...{ ...noRule, name: 'Identity', accountId, people: [ann.userId, ben.userId] },
  });
  const countOf = async () => {
    const { given } = await previewRules(ctx, lea);
    return [ann, ben].map(({ userId }) => given.filter((one) => one.userId === userId).length);
  };
  await visitor.submit(path, path, { days: String((today % 7) + 1), percent: '100' });
  assert.deepEqual(await countOf(), [0, 3], 'not her day');
  await visitor.submit(path, path, { days: String(today), percent: '100' });
  assert.deepEqual(await countOf(), [1, 2], 'one day of the week');
});
