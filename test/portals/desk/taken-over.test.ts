// References that are taken over while their screener types the outcome: what is typed and what was said before stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/context.ts';
import { readCheck, readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { readDraft, saveDraft } from '../../../src/features/drafts/draft-actions.ts';
import { recordCall, requestReference, withTakenOver } from '../../../src/features/references/reference-actions.ts';
import { formOfReport, outcomeFields } from '../../../src/portals/desk/report/outcome-form.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { deskEmail, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;

const dates = {
  ...{ 'from-day': '1', 'from-month': '3', 'from-year': '2019', still_there: 'no' },
  ...{ 'to-day': '30', 'to-month': '6', 'to-year': '2023', reason: 'Resigned' },
};
const rest = { role: 'Driver', employment_type: 'full_time', referee_name: 'Pat' };
const bad = { disciplinary: 'yes', disciplinary_details: 'Theft', rehire: 'no', rehire_details: 'Theft' };
const good = {
  ...{ 'from-day': '1', 'from-month': '7', 'from-year': '2023', still_there: 'yes' },
  ...{ disciplinary: 'no', rehire: 'yes' },
};

async function work() {
  const check = await portal.placeCheck('live', { ...employed, first_name: 'Robin' }, ['employment_history:uk']);
  const report = check.reports[0]!;
  const caller: Caller = {
    ...portal.caller('live'),
    actor: `user:${portal.deskUserId}`,
    permissions: ['ask_references', 'record_outcomes'],
  };
  const visitor = await signedInVisitor(portal, deskEmail);
  const page = `/desk/reports/${report.id}`;
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  const about = { ...check.tenant, applicantId: check.applicantId, key: key! };
  const place = { author: `user:${portal.deskUserId}`, form: page, about };
  const takeOver = async (id: string) => {
    const from = `${page}/references/${id}`;
    const answer = await visitor.submit(from, `${from}/take-over`, {});
    assert.equal(answer.status, 303);
  };
  return {
    takeOver,
    async answered(entryKey: string, said: Readonly<Record<string, string>>): Promise<string> {
      const id = await requestReference(ctx, { caller, check, report }, { ...personnel, by: 'telephone', entryKey });
      const call = { person: 'Pat', number: '0161 496 0000' };
      await recordCall(ctx, caller, id, { call, scope: 'whole', typed: { ...rest, ...said } });
      return id;
    },
    /** The outcome as the page shows it. */
    async shown(): Promise<Readonly<Record<string, string>>> {
      const now = (await readCheck(ctx, caller, check.id)).reports[0]!;
      const form = formOfReport(await withTakenOver(ctx, caller, now));
      return { ...outcomeFields(form), notes: form.notes };
    },
    type: (fields: Readonly<Record<string, string>>) =>
      saveDraft(ctx, place, Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]))),
    async typed(): Promise<Readonly<Record<string, string>>> {
      const { fields } = (await readDraft(ctx, place))!;
      return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.join('\n')]));
    },
    async shownRows(): Promise<number> {
      const now = (await readCheck(ctx, caller, check.id)).reports[0]!;
      return ((await withTakenOver(ctx, caller, now)).findings.properties.employments as unknown[]).length;
    },
  };
}

test('a second reference, taken over while the outcome is typed, replaces nothing that the first one said', async () => {
  const { answered, takeOver, shown, type, typed, shownRows } = await work();
  await takeOver(await answered('activities-0', { ...dates, ...bad }));
  // What the screener decides and adds, also where it is not a date yet.
  const begun = await shown();
  const before = {
    ...{ ...begun, notes: `${begun.notes}\nTwo calls were made.` },
    ...{ 'results[role]': 'consider', 'properties[dates.confirmed_to]': 'June, I think' },
  };
  await type(before);
  const second = await answered('activities-1', good);
  await takeOver(second);
  const after = await typed();
  assert.deepEqual(after, before);
  assert.equal(await shownRows(), 2);
  await takeOver(second);
  assert.deepEqual(await typed(), after);
  assert.equal(await shownRows(), 2);
});

test('an adverse reference, taken over while the outcome is typed, is added to what is typed', async () => {
  const { answered, takeOver, shown, type, typed } = await work();
  await takeOver(await answered('activities-1', good));
  const before = { ...(await shown()), 'results[employer_exists]': 'clear', notes: 'One call was made.' };
  await type(before);
  await takeOver(await answered('activities-0', { ...dates, ...bad }));
  const after = await typed();
  const warning = 'Is there a disciplinary warning that is still in force, or was there one when they left? Yes: Theft';
  assert.deepEqual(
    ['conduct', 'rehire', 'dates', 'employer_exists'].map((part) => after[`results[${part}]`]),
    ['consider', 'no', 'clear', 'clear'],
  );
  assert.equal(after['properties[conduct.particulars]'], `Acme Ltd: ${warning}`);
  assert.equal(
    after.notes,
    `One call was made.\nAcme Ltd: ${warning}\nAcme Ltd: Would you employ them again? No: Theft`,
  );
});
