// Files on orders of interface v1: every accepted file is returned unchanged, and all others are refused (interface
// §Attachment …).
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { disguised, samples } from '../../features/attachments/file-samples.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { until } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';

const maximum = 20_971_520;
const probity = await startProbity({ settings: { PROBITY_ATTACHMENT_EXTENSIONS: '.pdf' } });
const { ctx, account } = probity;
const client = v1Client(probity);
const newOrder = async () => (await placeWaiting(ctx, account.caller('test'))).check.orderId;

interface Info {
  readonly fileToken: string;
  readonly fileName: string;
  readonly fileDescription: string;
  readonly orderId: number;
  readonly checksum: string;
}

const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
const pathOf = (query: Readonly<Record<string, string | number>>) =>
  `/attachments?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))}`;

interface Sent {
  readonly orderId: number;
  readonly fileToken?: string;
  readonly fileName?: string;
  readonly description?: string;
  readonly content?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

function upload({ content = samples['.txt']!, headers, ...sent }: Sent) {
  const query = { fileToken: randomUUID(), fileName: 'a.txt', ...sent };
  return client.send<Record<string, unknown>>('POST', pathOf(query), { body: content, ...(headers && { headers }) });
}

const download = (fileToken: string) =>
  client.get<Info & { file: string }>(`/attachments/download?fileToken=${fileToken}`);

function storedFiles(): number {
  const root = join(probity.settings.dataDir, 'files');
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

test('the restrictions say which files may be attached', async () => {
  const { body } = await client.get<Record<string, unknown>>('/attachments/restrictions');
  assert.deepEqual(body, {
    allowedFileTypes:
      '.bmp .csv .doc .docx .gif .htm .html .jpeg .jpg .ods .odt .png .ppt .pptx .rtf .tif .tiff .txt .xls .xlsx .xml .xps .pdf'.split(
        ' ',
      ),
    maximumFileSize: maximum,
    minimumFileSize: 100,
  });
});

test('returns a file of every kind unchanged, and lists files in the order of upload', async () => {
  const orderId = await newOrder();
  assert.equal((await client.get(`/attachments?orderId=${orderId}`)).status, 204);
  const infos: Info[] = [];
  for (const [extension, content] of Object.entries(samples)) {
    const sent = {
      fileToken: randomUUID(),
      orderId,
      fileName: `Beleg 1 & 2 für ${extension}${extension.toUpperCase()}`,
    };
    const { status, body } = await upload({ ...sent, content });
    assert.equal(status, 201);
    const checksum = md5(content);
    assert.deepEqual(body, { ...sent, description: '', checksum });
    infos.push({ fileToken: sent.fileToken, fileName: sent.fileName, fileDescription: '', orderId, checksum });
  }
  assert.deepEqual((await client.get(`/attachments?orderId=${orderId}`)).body, infos);
  for (const [n, content] of Object.values(samples).entries()) {
    const { body } = await download(infos[n]!.fileToken);
    assert.deepEqual(body, { ...infos[n], file: content.toString('base64') });
  }
});

test('returns files of sizes around every boundary unchanged, up to exactly the maximum', async () => {
  const orderId = await newOrder();
  for (const size of [100, 101, 102, 65_503, 65_504, 65_520, 131_023, 1_048_577, maximum]) {
    const content = Buffer.alloc(size, randomBytes(997).toString('hex'));
    const fileToken = randomUUID();
    const { body } = await upload({ orderId, fileToken, content, description: `${size} bytes` });
    assert.equal(body.checksum, md5(content));
    const read = await download(fileToken);
    assert.ok(Buffer.from(read.body.file, 'base64').equals(content), String(size));
    assert.equal(read.body.fileDescription, `${size} bytes`);
    assert.equal(Number(read.headers['content-length']), read.text.length);
  }
});

test('stores the bytes unchanged, whatever the headers say', async () => {
  const orderId = await newOrder();
  const content = Buffer.from(JSON.stringify({ not: 'json'.repeat(30) }).slice(0, -1));
  for (const type of [
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text',
    '',
  ]) {
    const { status, body } = await upload({ orderId, content, headers: { 'content-type': type } });
    assert.deepEqual([status, body.checksum], [201, md5(content)], type);
  }
  assert.equal((await upload({ orderId, content, headers: { 'idempotency-key': 'one' } })).status, 201);
});

test('reads parameter names in any case, and repeats a token in the case in which it was sent', async () => {
  const fileToken = randomUUID().toUpperCase();
  const path = pathOf({ FILETOKEN: fileToken, OrderId: await newOrder(), Filename: 'a.txt', Description: 'Why' });
  const { status, body } = await client.send<Record<string, unknown>>('POST', path, { body: samples['.txt']! });
  assert.deepEqual([status, body.fileToken, body.description], [201, fileToken, 'Why']);
  assert.equal((await download(fileToken)).body.fileToken, fileToken.toLowerCase());
});

test('refuses files that break the restrictions, naming every problem at once', async () => {
  const orderId = await newOrder();
  const before = storedFiles();
  const small = Buffer.alloc(99, 'a');
  assertRefused(await client.send('POST', '/attachments', { body: small }), 400, 'invalid_fields', [
    'fileName',
    'fileToken',
    'orderId',
  ]);
  assertRefused(await upload({ orderId, content: small }), 400, 'invalid_fields', ['file']);
  assertRefused(await upload({ orderId, content: Buffer.alloc(0) }), 400, 'invalid_fields', ['file']);
  assertRefused(await upload({ orderId, fileName: 'a.exe' }), 400, 'invalid_fields', ['fileName']);
  assertRefused(await upload({ orderId, fileName: '../a.txt' }), 400, 'invalid_fields', ['fileName']);
  assertRefused(await upload({ orderId, fileToken: 'mine' }), 400, 'invalid_fields', ['fileToken']);
  assertRefused(await upload({ orderId, fileName: 'a.png' }), 400, 'invalid_fields', ['file']);
  for (const content of Object.values(disguised)) {
    assertRefused(await upload({ orderId, content }), 400, 'invalid_fields', ['file']);
  }
  assertRefused(await upload({ orderId, content: Buffer.alloc(maximum + 1, 'a') }), 413, 'too_large', ['file']);
  assert.equal(storedFiles(), before);
});

test('an unknown order, or one of another account, neither takes nor shows files', async () => {
  const other = await makeAccount(ctx, 'Other Care');
  const theirs = (await placeWaiting(ctx, other.caller('test'))).check.orderId;
  const live = (await placeWaiting(ctx, account.caller('live'))).check.orderId;
  for (const orderId of [theirs, live, 0, 999_999_999, 10 ** 14]) {
    assertRefused(await upload({ orderId }), 404, 'not_found');
    assertRefused(await client.get(`/attachments?orderId=${orderId}`), 404, 'not_found');
  }
  for (const orderId of ['one', '-1', '1.0', '9'.repeat(30)]) {
    assertRefused(await client.get(`/attachments?orderId=${orderId}`), 404, 'not_found');
  }
  assertRefused(await client.get('/attachments'), 400, 'invalid_fields', ['orderId']);
  assertRefused(await client.get('/attachments/download'), 400, 'invalid_fields', ['fileToken']);
  const fileToken = randomUUID();
  await upload({ orderId: await newOrder(), fileToken });
  for (const stranger of [v1Client(probity, 'live'), v1Client(probity, 'test', other.keys.test)]) {
    assertRefused(await stranger.get(`/attachments/download?fileToken=${fileToken}`), 404, 'not_found');
  }
  for (const token of [randomUUID(), 'mine', `${fileToken}0`]) {
    assertRefused(await client.get(`/attachments/download?fileToken=${token}`), 404, 'not_found');
  }
});

test('a token stands for one file: of a hundred concurrent uploads one is stored, complete', async () => {
  const orderId = await newOrder();
  const before = storedFiles();
  const fileToken = randomUUID();
  const contents = Array.from({ length: 100 }, (_, n) => Buffer.alloc(10_000 + n, String(n)));
  const answers = await Promise.all(contents.map((content) => upload({ orderId, fileToken, content })));
  const kept = answers.filter(({ status }) => status === 201);
  assert.equal(kept.length, 1);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'already_taken');
  assert.equal(storedFiles(), before + 1);
  const content = Buffer.from((await download(fileToken)).body.file, 'base64');
  assert.equal(md5(content), kept[0]!.body.checksum);
  const again = upload({ orderId, fileToken, content: contents[0]! });
  assertRefused(await again, 409, 'already_taken');
});

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** Opens a request whose body the test sends itself. */
async function open(
  query: Readonly<Record<string, string | number>>,
  headers: Readonly<Record<string, string>>,
  options: { readonly agent?: Agent } = {},
) {
  const sending = request(`${probity.url}/api/v1${pathOf(query)}`, {
    method: 'POST',
    ca: probity.ca,
    agent: options.agent ?? false,
    headers: { 'ocp-apim-subscription-key': account.keys.test, ...headers },
  });
  sending.setMaxListeners(0);
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  answer.catch(() => undefined);
  return { sending, answer };
}

test('refuses a file declared as too large before it is sent', async () => {
  const query = { fileToken: randomUUID(), orderId: await newOrder(), fileName: 'a.txt' };
  const { sending, answer } = await open(query, { 'content-length': String(maximum + 1) });
  sending.write('a');
  assert.equal((await answer).status, 413);
  sending.destroy();
});

test('refuses a sender that waits for 100 Continue without asking for the file', async () => {
  const orderId = await newOrder();
  for (const [fileName, length, status] of [
    ['a.txt', maximum + 1, 413],
    ['a.exe', 200, 400],
  ] as const) {
    const query = { fileToken: randomUUID(), orderId, fileName };
    const { sending, answer } = await open(query, { 'content-length': String(length), expect: '100-continue' });
    let isAsked = false;
    sending.once('continue', () => {
      isAsked = true;
    });
    sending.flushHeaders();
    assert.deepEqual([(await answer).status, isAsked], [status, false]);
    sending.destroy();
  }
  const query = { fileToken: randomUUID(), orderId, fileName: 'a.txt' };
  const { sending, answer } = await open(query, { 'content-length': '200', expect: '100-continue' });
  sending.once('continue', () => sending.end('a'.repeat(200))).flushHeaders();
  assert.equal((await answer).status, 201);
});

test('refuses a file while it is being sent, once it turns out too large or of another kind', async () => {
  const orderId = await newOrder();
  const before = storedFiles();
  for (const [fileName, size, status] of [
    ['a.txt', 30 * 2 ** 20, 413],
    ['a.png', 10 * 2 ** 20, 400],
  ] as const) {
    const { sending, answer } = await open(
      { fileToken: randomUUID(), orderId, fileName },
      { 'transfer-encoding': 'chunked' },
    );
    let isOver = false;
    sending.once('close', () => {
      isOver = true;
    });
    for (let sent = 0; sent < size && !isOver; sent += 65_536) {
      if (sending.write(Buffer.alloc(65_536, 'a'))) continue;
      await Promise.race(['drain', 'close'].map((event) => new Promise((resolve) => sending.once(event, resolve))));
    }
    sending.end();
    const { status: answered, text } = await answer;
    assert.equal(answered, status, text);
  }
  assert.equal(storedFiles(), before);
});

test('answers a client that asked to close its connection before it has sent the whole body', async () => {
  const query = { fileToken: randomUUID(), orderId: await newOrder(), fileName: 'a.png' };
  const socket = connect({ host: 'localhost', port: Number(new URL(probity.url).port), ca: probity.ca });
  const ended = Promise.race(['error', 'end', 'close'].map((event) => once(socket, event).catch(() => undefined)));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  socket.write(
    `POST /api/v1${pathOf(query)} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\nocp-apim-subscription-key: ${account.keys.test}\r\n\r\n`,
  );
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
  socket.write(chunk);
  const [answered] = (await once(socket, 'data')) as [Buffer];
  assert.match(answered.toString(), /^HTTP\/1\.1 400 /);
  for (let part = 0; part < 20; part += 1) {
    socket.write(chunk);
    await sleep(10);
  }
  assert.equal(isOver, false);
  socket.destroy();
});

test('keeps the connection usable after a refused upload', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = { fileToken: randomUUID(), orderId: await newOrder(), fileName: 'a.png' };
  const sockets = new Set<unknown>();
  for (const [content, status] of [
    [Buffer.alloc(4 * 2 ** 20, 'a'), 400],
    [samples['.png']!, 201],
  ] as const) {
    const { sending, answer } = await open(query, { 'content-length': String(content.length) }, { agent });
    sending.on('socket', (socket) => sockets.add(socket));
    sending.end(content);
    assert.equal((await answer).status, status);
    if (!sending.writableFinished) await new Promise((resolve) => sending.once('finish', resolve));
  }
  assert.equal(sockets.size, 1);
  agent.destroy();
});

test('keeps nothing of an interrupted upload', async () => {
  const orderId = await newOrder();
  const before = storedFiles();
  const incoming = join(probity.settings.dataDir, 'files', 'incoming');
  const { sending } = await open(
    { fileToken: randomUUID(), orderId, fileName: 'a.txt' },
    { 'content-length': '1000000' },
  );
  sending.write(Buffer.alloc(300_000, 'a'));
  await until(() => readdirSync(incoming).length > 0);
  sending.destroy();
  await until(() => readdirSync(incoming).length === 0);
  assert.equal(storedFiles(), before);
  assert.equal((await client.get(`/attachments?orderId=${orderId}`)).status, 204);
});

test('never returns a damaged file as complete', async () => {
  const orderId = await newOrder();
  const fileToken = randomUUID();
  await upload({ orderId, fileToken, content: Buffer.alloc(500_000, 'a') });
  const root = join(probity.settings.dataDir, 'files');
  const { file_id } = (
    await probity.database.pool.query('select file_id from attachments where file_token = $1', [fileToken])
  ).rows[0] as { file_id: string };
  const path = join(root, file_id.slice(-2), file_id);
  const bytes = readFileSync(path);
  bytes[300_000]! ^= 1;
  writeFileSync(path, bytes);
  await assert.rejects(download(fileToken));
});
