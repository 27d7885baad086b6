// Files of an order on the pages of clients and screeners: in a real browser, and by plain requests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect } from 'node:tls';
import { Agent, FormData, fetch } from 'undici';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { listAttachments } from '../../../src/features/attachments/attachment-actions.ts';
import { sizeInWords } from '../../../src/portals/shared/files/order-files.ts';
import { samples } from '../../features/attachments/file-samples.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  type Page,
  scrollsSideways,
} from '../../support/browser.ts';
import { until } from '../../support/limited-loops.ts';
import {
  clientEmail,
  deskEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const newCheck = () => portal.placeCheck('live', {}, ['identity']);
const attached = (orderId: number) => listAttachments(ctx, portal.caller('live'), orderId);

const pages = {
  client: { email: clientEmail, pathOf: (check: Awaited<ReturnType<typeof newCheck>>) => `/portal/checks/${check.id}` },
  desk: {
    email: deskEmail,
    pathOf: (check: Awaited<ReturnType<typeof newCheck>>) => `/desk/reports/${check.reports[0]!.id}`,
  },
} as const;

const dispatcher = new Agent({ connect: { ca: readFileSync(portal.authority) } });
after(() => dispatcher.close());

interface SentForm {
  readonly token?: string;
  readonly description?: string;
  readonly file?: { readonly name: string; readonly content: Buffer };
}

/** Sends the form like a browser: the fields in order, the file last. */
async function sendForm(person: Visitor, path: string, { token, description = '', file }: SentForm) {
  const form = new FormData();
  if (token !== undefined) form.append('form_token', token);
  form.append('description', description);
  if (file !== undefined) form.append('file', new Blob([new Uint8Array(file.content)]), file.name);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${portal.url}${path}`, {
    dispatcher,
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

async function tokenOn(person: Visitor, page: string): Promise<string> {
  return hiddenFields((await person.get(page)).body, `${page}/files`).form_token ?? '';
}

for (const [who, { email, pathOf }] of Object.entries(pages)) {
  test(`a ${who} attaches a file in a browser without JavaScript, sees it listed and downloads it`, async () => {
    const check = await newCheck();
    const { cookies } = await signedInVisitor(portal, email);
    const page: Page = await openPage(browser, { javaScript: false, screen: 'phone' });
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    const address = `${portal.url}${pathOf(check)}`;
    await page.goto(address);
    // The desk shows one part of a report at a time on a phone.
    if (who.includes('desk')) await page.getByRole('link', { name: 'Evidence', exact: true }).click();
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByRole('link', { name: 'Choose a file' }).waitFor();
    await page.getByLabel('What it is').fill('Signed form');
    const [file] = [{ name: 'Einwilligung für Zoë.jpg', mimeType: 'image/jpeg', buffer: samples['.jpg']! }];
    await page.locator('#file').setInputFiles(file!);
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByText('The file is attached.').waitFor();
    assert.equal(await scrollsSideways(page), false);
    await keepScreenshot(page, `files-${who.replaceAll(' ', '-')}-phone`);
    const list = await page.locator('.app-list:has(a[download])').boundingBox();
    const label = await page.locator('label[for=description]').boundingBox();
    assert.ok(label!.y - list!.y - list!.height >= 15, 'the list of files touches the form below it');
    const downloading = page.waitForEvent('download');
    const link = who.includes('desk') ? 'Download' : file!.name;
    await page.getByRole('link', { name: link }).first().click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), file!.name);
    assert.ok(readFileSync(await download.path()).equals(samples['.jpg']!));
    const [{ fileName, description, uploadedBy } = {}] = await attached(check.orderId);
    assert.deepEqual([fileName, description], [file!.name, 'Signed form']);
    assert.match(uploadedBy!, /^user:/);
  });

  test(`axe finds no problem in the files on the page of a ${who}`, async () => {
    const check = await newCheck();
    const person = await signedInVisitor(portal, email);
    const path = pathOf(check);
    await sendForm(person, `${path}/files`, {
      token: await tokenOn(person, path),
      file: { name: 'a.txt', content: samples['.txt']! },
    });
    const page = await openPage(browser);
    await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}${path}`);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Attach file' }).click();
    await page.getByRole('link', { name: 'Choose a file' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  test(`a forbidden file of a ${who} is refused with a message, and nothing of it is stored`, async () => {
    const check = await newCheck();
    const person = await signedInVisitor(portal, email);
    const path = pathOf(check);
    const token = await tokenOn(person, path);
    const send = (name: string, content: Buffer) =>
      sendForm(person, `${path}/files`, { token, description: 'Kept', file: { name, content } });
    const cases = [
      ['a.exe', samples['.txt']!, 'This kind of file is not accepted'],
      ['a.png', samples['.txt']!, 'The file is no .png file'],
      ['a.txt', Buffer.alloc(99, 'a'), 'The file is too small'],
      ['a.txt', Buffer.alloc(20_971_521, 'a'), 'The file must be smaller than 20 MB'],
    ] as const;
    for (const [name, content, message] of cases) {
      const { status, text } = await send(name, content);
      assert.equal(status, 422);
      assert.ok(text.includes(message), message);
      assert.ok(text.includes('value="Kept"'));
    }
    assert.deepEqual(await attached(check.orderId), []);
    assert.equal((await send('a.txt', Buffer.alloc(20_971_520, 'a'))).status, 303);
    assert.equal((await attached(check.orderId)).length, 1);
  });

  test(`a form with a file that is not from the page of a ${who} is refused, at any size`, async () => {
    const check = await newCheck();
    const person = await signedInVisitor(portal, email);
    const path = pathOf(check);
    const token = await tokenOn(person, path);
    const file = { name: 'a.txt', content: Buffer.alloc(3_000_000, 'a') };
    const wrong = [{ file }, { file, token: '' }, { file, token: `${token}x` }, { file, token: randomUUID() }];
    for (const form of wrong) assert.equal((await sendForm(person, `${path}/files`, form)).status, 403);
    const stranger = await signedInVisitor(portal, email);
    assert.equal((await sendForm(stranger, `${path}/files`, { file, token })).status, 403);
    assert.deepEqual(await attached(check.orderId), []);
  });
}

test('a form that is interrupted or never ends stores no partial file', async () => {
  const check = await newCheck();
  const person = await signedInVisitor(portal, clientEmail);
  const path = pages.client.pathOf(check);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const part = (head: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const half =
    part('name="form_token"', await tokenOn(person, path)) + part('name="file"; filename="a.txt"', 'a'.repeat(200_000));
  const open = (length: number) => {
    const { port } = new URL(portal.url);
    const socket = connect({ host: 'localhost', port: Number(port), ca: readFileSync(portal.authority) });
    socket.write(
      `POST ${path}/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\nsec-fetch-site: same-origin\r\n` +
        `cookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n${half}`,
    );
    return socket;
  };
  const endless = open(half.length);
  const [answer] = (await once(endless, 'data')) as [Buffer];
  endless.destroy();
  assert.match(String(answer), /^HTTP\/1\.1 400 /);
  const incoming = join(ctx.settings.dataDir, 'files', 'incoming');
  const cut = open(1_000_000);
  await until(() => readdirSync(incoming).length > 0);
  cut.destroy();
  await until(() => readdirSync(incoming).length === 0);
  assert.deepEqual(await attached(check.orderId), []);
});

test('a file is always downloaded, never shown, run or sniffed', async () => {
  const check = await newCheck();
  const person = await signedInVisitor(portal, clientEmail);
  const path = pages.client.pathOf(check);
  const content = Buffer.from(`<script>alert(document.cookie)</script>${' '.repeat(100)}`);
  const file = { name: "a'b;c=d’é.html", content };
  await sendForm(person, `${path}/files`, { token: await tokenOn(person, path), file });
  const [{ fileToken } = {}] = await attached(check.orderId);
  const { status, headers, body } = await person.get(`${path}/files/${fileToken}`);
  assert.equal(status, 200);
  assert.equal(body, content.toString());
  assert.equal(headers['content-type'], 'application/octet-stream');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/);
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="a_b_c_d__.html"; filename*=UTF-8''a%27b%3Bc%3Dd%E2%80%99%C3%A9.html`,
  );
});

test('a dangerous file name is stored as sent, and shown and offered safely', async () => {
  const names = { 'a.exe:.txt': 'a.exe_.txt', 'CON.txt': '_CON.txt', 'fdp\u200f.exe.txt': 'fdp.exe.txt' };
  const check = await newCheck();
  const person = await signedInVisitor(portal, clientEmail);
  const path = pages.client.pathOf(check);
  const token = await tokenOn(person, path);
  for (const name of Object.keys(names)) {
    await sendForm(person, `${path}/files`, { token, file: { name, content: samples['.txt']! } });
  }
  const files = await attached(check.orderId);
  assert.deepEqual(
    files.map(({ fileName }) => fileName),
    Object.keys(names),
  );
  const { body } = await person.get(path);
  for (const [n, offered] of Object.values(names).entries()) {
    assert.ok(body.includes(`<bdi>${offered}</bdi>`), offered);
    const { headers } = await person.get(`${path}/files/${files[n]!.fileToken}`);
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="${offered}"; filename*=UTF-8''${encodeURIComponent(offered)}`,
    );
  }
});

test('files appear on the pages of their own order and account only', async () => {
  const [check, another] = [await newCheck(), await newCheck()];
  const person = await signedInVisitor(portal, clientEmail);
  const path = pages.client.pathOf(check);
  const file = { name: 'a.txt', content: samples['.txt']! };
  await sendForm(person, `${path}/files`, { token: await tokenOn(person, path), file });
  const [{ fileToken } = {}] = await attached(check.orderId);
  assert.equal((await person.get(`${pages.client.pathOf(another)}/files/${fileToken}`)).status, 404);
  assert.equal((await person.get(`${path}/files/${randomUUID()}`)).status, 404);
  assert.equal((await person.get(`${path}/files/mine`)).status, 404);
  const { id: accountId } = await createAccount(ctx, 'system', { name: 'Other Care' });
  const readers = { 'looker@acme.test': portal.accountId, 'other@other.test': accountId };
  for (const [email, account] of Object.entries(readers)) {
    await createUser(ctx, 'system', account, { name: 'Somebody', email, role: 'read_only' });
    await createSignIn(ctx, 'system', { email, password });
  }
  const other = await signedInVisitor(portal, 'other@other.test');
  assert.equal((await other.get(`${path}/files/${fileToken}`)).status, 404);
  const looker = await signedInVisitor(portal, 'looker@acme.test');
  assert.equal((await looker.get(`${path}/files/${fileToken}`)).status, 200);
  assert.ok(!(await looker.get(path)).body.includes('Attach file'));
});

test('sizes are shown in words', () => {
  assert.deepEqual([100, 1024, 1536, 1_048_576, 3_565_158, 20_971_520].map(sizeInWords), [
    '100 bytes',
    '1 KB',
    '2 KB',
    '1 MB',
    '3.4 MB',
    '20 MB',
  ]);
});
