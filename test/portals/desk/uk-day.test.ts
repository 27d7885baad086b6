// Half past midnight in British summer time: the desk's pages and their actions judge by the same day, that of the UK.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceTestClock, readClock } from '../../../src/features/checks/sandbox-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const screener = await signedInVisitor(portal);

test('a paper that is too old since midnight is too old for the page that confirms an identity, as it is for its action', async () => {
  const year = ctx.now().getFullYear() + 1;
  const halfPastMidnight = Date.parse(`${year}-07-01T23:30:00Z`);
  const caller = portal.caller('test');
  await advanceTestClock(ctx, caller, Math.ceil((halfPastMidnight - ctx.now().getTime()) / 1000));
  const today = ukDateOf(await readClock(ctx, caller));
  assert.equal(today, `${year}-07-02`);
  const check = await portal.placeCheck('test', {}, ['criminal_history:basic']);
  const page = `/desk/reports/${check.reports[0]!.id}/identity`;
  const paper = (index: number, key: string) => `properties[documents_seen.${index}.${key}]`;
  const confirmed = async (issuedOn: string) => {
    const { status, body } = await screener.submit(page, page, {
      [paper(0, 'document')]: 'Passport',
      [paper(1, 'document')]: 'UtilityBill',
      [paper(1, 'issued_on')]: issuedOn,
      'properties[seen_how]': 'in_person',
      move: 'confirm',
    });
    return { status, text: body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
  };
  const refused = await confirmed(`${year}-04-01`);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /There is a problem .*Route 1 asks for one document of Group 1 and 1 more/);
  const { status, text } = await confirmed(`${year}-04-02`);
  assert.equal(status, 303, text);
});
