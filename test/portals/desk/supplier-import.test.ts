// The register of suppliers as a file at the desk: it leaves as CSV, and comes back changed, completely or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import {
  importSuppliers,
  keepSupplier,
  listSuppliers,
  removeSupplier,
} from '../../../src/features/suppliers/supplier-actions.ts';
import { supplierFields } from '../../../src/features/suppliers/supplier-rules.ts';
import { CSV_START } from '../../../src/lib/csv.ts';
import { deskEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const manager = await signedInVisitor(portal, deskEmail);
const page = '/desk/suppliers';
const file = `${page}/file`;
const heads = supplierFields.join(',');
const court =
  'Sample Courts,court_researcher,USA,criminal_history_international,email,orders@courts.example,5,28.50,processor,2090-03-31,USA,idta,';
const registry = 'Example Registry,other,,,telephone,01632 960001,,,controller,,GBR,none,Ask for Ann';

async function sendFile(by: Visitor, text: string) {
  const token = /name="form_token" value="([^"]+)"/.exec((await by.get('/account')).body)![1]!;
  const part = (headers: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const sent = part('name="file"; filename="suppliers.csv"\r\ncontent-type: text/csv', text);
  return by.send(file, 'multipart/form-data; boundary=x', `${part('name="form_token"', token)}${sent}--x--\r\n`);
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
/** The lines of the file as it is now. */
const downloaded = async (name: string) =>
  (await manager.get(file)).body.split('\r\n').filter((line) => line.includes(`"${name}"`));
const names = async () => (await listSuppliers(ctx, 'system')).map(({ name }) => name);

test('a file with a wrong line is refused with each line and column, and nothing of it is kept', async () => {
  const wrong = registry.replace('telephone', 'pigeon').replace('GBR', 'XX');
  const refused = await sendFile(manager, `${heads}\n${court}\n${wrong}\nToo short,other\n`);
  assert.equal(refused.status, 422);
  for (const problem of [
    /The file: line 3, order_by: Choose one of /,
    /The file: line 3, country: Enter the three letters of its country/,
    /The file: line 4 has 2 cells, and the first line 13/,
  ])
    assert.match(refused.body, problem);
  assert.match(refused.body, /<details class="govuk-details" open>/);
  assert.deepEqual(await names(), []);
  const twice = await sendFile(manager, `${heads}\n${court}\n${registry}\n${court.replace('Courts', 'COURTS')}\n`);
  assert.match(twice.body, /The file: line 4, name: line 2 has this supplier, too/);
  assert.match((await sendFile(manager, `${heads}\n`)).body, /The file: has no lines/);
  assert.match((await sendFile(manager, 'name,kind\nA,other\n')).body, /The file: has no column countries, types/);
  assert.match((await sendFile(manager, 'PK\0\0')).body, /The file: is not a CSV file/);
  const many = Array.from({ length: 25 }, () => wrong).join('\n');
  assert.match((await sendFile(manager, `${heads}\n${many}\n`)).body, /The file: has 30 more problems/);
  assert.deepEqual(await names(), []);
});

test('the answer says what was added and changed, and the file that is downloaded changes nothing', async () => {
  const added = await sendFile(manager, `${heads}\n${court}\n${registry}\n`);
  assert.equal(added.status, 200);
  assert.match(textOf(added.body), /2 added, 0 changed, 0 as before\..*Sample Courts Added .*Example Registry Added/);
  const download = await manager.get(file);
  assert.match(String(download.headers['content-type']), /^text\/csv/);
  assert.match(textOf((await sendFile(manager, download.body)).body), /0 added, 0 changed, 2 as before/);
  // Where the comma is decimal, a spreadsheet writes semicolons.
  const german = download.body.replaceAll(',', ';').replace('28.50', '31,5');
  const changed = await sendFile(manager, german);
  assert.match(textOf(changed.body), /0 added, 1 changed, 1 as before\..*Sample Courts Changed: cost 28\.50 → 31\.50/);
  assert.match(textOf((await sendFile(manager, german)).body), /0 added, 0 changed, 2 as before/, 'sent twice');
  const lines = download.body.replace(CSV_START, '').trim().split('\r\n');
  assert.equal(lines[0]!.replaceAll('"', ''), `${heads},version`);
  assert.equal(lines.length, 3);
  const [newest = ''] = await downloaded('Sample Courts');
  const renamed = await sendFile(manager, `${heads},version\n${newest.replace('Sample Courts', 'Model Courts')}\n`);
  assert.match(textOf(renamed.body), /Model Courts Changed: name Sample Courts → Model Courts/);
  assert.deepEqual(await names(), ['Example Registry', 'Model Courts'], 'who is not named stays');
});

test('a file that was downloaded before others changed and removed suppliers undoes nothing, and is refused by its lines', async () => {
  const old = (await manager.get(file)).body.replace('31.50', '45.00');
  const [changed, gone] = ['Model Courts', 'Example Registry'];
  const found = (name: string) => listSuppliers(ctx, 'system').then((all) => all.find((one) => one.name === name)!);
  const before = await found(changed);
  await keepSupplier(ctx, 'system', { ...before, remarks: 'Closed in August' }, before);
  await removeSupplier(ctx, 'system', (await found(gone)).id);
  const refused = await sendFile(manager, old);
  assert.equal(refused.status, 422);
  assert.match(refused.body, /line 2: Example Registry is not in the register any more: delete the line, or empty/);
  assert.match(refused.body, /line 3: Model Courts was changed since this file was downloaded: download it again/);
  const unversioned = await sendFile(manager, `${heads}\n${court.replace('Sample', 'Model')}\n`);
  assert.match(unversioned.body, /line 2: Model Courts is in the register: download the file, and change its line/);
  assert.deepEqual(await names(), [changed], 'nothing is added again');
  assert.equal((await found(changed)).remarks, 'Closed in August');
});

test('two files that name the same new supplier at once add it once', async () => {
  const rows = [[...supplierFields], registry.replace('Example Registry', 'At Once').split(',')];
  const done = await Promise.all([importSuppliers(ctx, 'system', rows), importSuppliers(ctx, 'system', rows)]);
  assert.deepEqual(done.map(([one]) => one!.done).toSorted(), ['added', 'unchanged']);
  assert.equal((await names()).filter((name) => name === 'At Once').length, 1);
});

test('who only reads the register downloads it, and imports nothing', async () => {
  const email = 'screener@import.test';
  await createDeskUser(ctx, 'system', { name: 'Reader', email, role: 'screener', accounts: [portal.accountId] });
  await createSignIn(ctx, 'system', { email, password });
  const screener = await signedInVisitor(portal, email);
  const { body } = await screener.get(page);
  assert.match(body, new RegExp(`href="${file}"`));
  assert.doesNotMatch(body, /type="file"/);
  assert.equal((await screener.get(file)).status, 200);
  assert.equal((await sendFile(screener, `${heads}\n${court}\n`)).status, 403);
});
