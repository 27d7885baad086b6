// Proves that files cannot attack: uploads hostile names, disguised and active content, and reads them through the
// interface and in a real browser.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { sql } from '../../src/platform/db/database.ts';
import { patienceMs } from '../support/limited-loops.ts';
import { active, refused } from './hostile-files/hostile-contents.ts';
import { hostileNames, mustBeTaken } from './hostile-files/hostile-names.ts';
import { openPages } from './hostile-files/pages.ts';
import { inThousands, type ProofResult } from './proof.ts';
import { openPlace, type Place } from './uploads/place.ts';

export const name = 'hostile-files';
export const promise = 'Files cannot attack (promise 20)';
export const expected = '0 escapes, 0 inline execution, 0 disguises taken';
export const size = hostileNames.length;
export const unit = 'names';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Client {
  upload(fileName: string, content: Buffer): Promise<Reply & { readonly fileToken: string }>;
  get(path: string): Promise<Reply>;
}

function openClient({ url, ca, account, orderId }: Place): Client & { close(): Promise<void> } {
  const dispatcher = new Agent({ connect: { ca, timeout: patienceMs }, connections: 16 });
  const send = async (method: 'GET' | 'POST', path: string, body?: Buffer): Promise<Reply> => {
    const headers = { authorization: account.keys.live };
    const answer = await request(`${url}${path}`, {
      dispatcher,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return {
    get: (path) => send('GET', path),
    async upload(fileName, content) {
      const fileToken = randomUUID();
      const query = new URLSearchParams({
        fileToken,
        orderId: String(orderId),
        fileName,
        description: fileName.slice(0, 9),
      });
      return { ...(await send('POST', `/api/v1/attachments?${query}`, content)), fileToken };
    },
    close: () => dispatcher.close(),
  };
}

/** Everything in the folder and beside it. */
function namesIn(place: Place): string[] {
  const files = join(place.settings.PROBITY_DATA_DIR!, 'files');
  return [
    ...readdirSync(files, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    ),
    ...readdirSync(place.settings.PROBITY_DATA_DIR!),
  ];
}

const ours = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const known = new Set(['files', 'tls', 'master.key', 'postgres', 'audit-head.jsonl']);

/** An allowed name is accepted and repeated unchanged, any other refused; it never becomes part of a path. */
async function tryNames(place: Place, client: Client, names: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const content = Buffer.alloc(120, 'a');
  const left = names.values();
  const work = async () => {
    for (const fileName of left) {
      const shown = JSON.stringify(fileName);
      const { status, text, fileToken } = await client.upload(fileName, content);
      const expectedStatus = mustBeTaken(fileName) ? 201 : 400;
      if (status !== expectedStatus) wrong.push(`${shown} was answered ${status}, not ${expectedStatus}`);
      if (status !== 201) continue;
      if ((JSON.parse(text) as { fileName: string }).fileName !== fileName) wrong.push(`${shown} was changed`);
      const read = await client.get(`/api/v1/attachments/download?fileToken=${fileToken}`);
      if ((JSON.parse(read.text) as { fileName: string }).fileName !== fileName)
        wrong.push(`${shown} was read as another`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  wrong.push(
    ...namesIn(place)
      .filter((found) => !ours.test(found) && !known.has(found))
      .map((found) => `${found} lies there`),
  );
  return wrong;
}

async function tryContents(
  client: Client,
): Promise<{ taken: string[]; inline: string[]; tokens: Record<string, string> }> {
  const taken: string[] = [];
  const inline: string[] = [];
  const tokens: Record<string, string> = {};
  for (const [fileName, content] of refused) {
    const { status } = await client.upload(fileName, content);
    if (status !== 400) taken.push(`${fileName} was answered ${status}`);
  }
  for (const [fileName, content] of Object.entries(active)) {
    const { status, fileToken } = await client.upload(fileName, content);
    if (status !== 201) taken.push(`${fileName} was answered ${status}`);
    tokens[fileName] = fileToken;
    const { headers, text } = await client.get(`/api/v1/attachments/download?fileToken=${fileToken}`);
    const isJson = /^application\/json\b/.test(String(headers['content-type']));
    const isGuarded =
      headers['x-content-type-options'] === 'nosniff' && String(headers['content-security-policy']).includes("'none'");
    if (!isJson || !isGuarded || text.includes('<script')) inline.push(fileName);
  }
  return { taken, inline, tokens };
}

/** Tries the names through the page's form too, which encodes file names differently. */
async function tryPages(place: Place, names: readonly string[], tokens: Readonly<Record<string, string>>) {
  const pages = await openPages(place);
  try {
    const content = Buffer.alloc(120, 'a');
    const wrong: string[] = [];
    for (const fileName of names) {
      const fault = await pages.attach(fileName, content);
      if (fault !== undefined) wrong.push(fault);
    }
    const inline: string[] = [];
    for (const [fileName, fileToken] of Object.entries(tokens)) {
      if (await pages.isInline(pages.addressOf(fileToken))) inline.push(`${fileName} on its page`);
    }
    // A page that is shown, to see that the browser tells the difference.
    if (!(await pages.isInline(`${place.url}/docs/v1`))) wrong.push('a page of ours was not shown');
    return { escapes: [...wrong, ...(await pages.harmfulNames())], inline };
  } finally {
    await pages.close();
  }
}

/** Finds unencrypted values from outside in rows. */
async function leaks({ database }: Place): Promise<string[]> {
  const rows = await database.rows<{ row: string }>(sql`select attachments::text as row from attachments`);
  return rows.filter(({ row }) => /txt|passwd|script/i.test(row)).map(({ row }) => row);
}

export interface Planted {
  /** Called before anything is sent. */
  readonly prepare?: (place: Place) => unknown;
  /** Skips the browser. */
  readonly noPages?: boolean;
}

export async function tryHostileFiles(count: number, planted: Planted = {}): Promise<ProofResult> {
  const place = await openPlace();
  const client = openClient(place);
  try {
    planted.prepare?.(place);
    const step = Math.max(1, Math.floor(hostileNames.length / count));
    const names = hostileNames.filter((_, n) => n % step === 0);
    const named = await tryNames(place, client, names);
    const { taken, inline: inReplies, tokens } = await tryContents(client);
    const sentByForm = names.filter((_, n) => n % 10 === 0);
    const onPages = planted.noPages ? { escapes: [], inline: [] } : await tryPages(place, sentByForm, tokens);
    const [escapes, inline] = [
      [...named, ...onPages.escapes],
      [...inReplies, ...onPages.inline],
    ];
    const readable = await leaks(place);
    const contents = refused.length + Object.keys(active).length;
    return {
      figure: `${inThousands(names.length)} names, ${inThousands(names.filter(mustBeTaken).length)} of them allowed, ${contents} contents: ${escapes.length} escapes, ${inline.length} inline, ${taken.length} disguises taken, ${readable.length} readable rows`,
      ok: escapes.length + taken.length + inline.length + readable.length === 0,
      lines: [...escapes, ...taken, ...inline, ...readable].slice(0, 20),
    };
  } finally {
    await client.close();
    await place.close();
  }
}

export const run = ({ size: count }: { readonly size: number }): Promise<ProofResult> => tryHostileFiles(count);
