// Visits the portals of a served program as a browser without JavaScript does: with cookies, by links and forms, and with
// pages compressed on their way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Served } from './served.ts';

export interface PortalVisitor {
  /** Receives the page at a path, and does not look at it. */
  load(path: string): Promise<void>;
  /** The page at a path. */
  open(path: string): Promise<string>;
  /** Sends the form of the page at `from` to `path`. */
  submit(from: string, path: string, fields: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** The hidden field that proves that the form is of a page of ours. */
const tokenIn = (html: string) => /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

export function visitor({ port, ca }: Pick<Served, 'port' | 'ca'>): PortalVisitor {
  const url = `https://localhost:${port}`;
  const dispatcher = new Agent({ connect: { ca } });
  const cookies = new Map<string, string>();
  const headers = () => ({
    'accept-encoding': 'br',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const send = async (path: string, form?: URLSearchParams) => {
    const answer = await request(`${url}${path}`, {
      dispatcher,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        ...headers(),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      body: form?.toString() ?? null,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const body = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode !== (form === undefined ? 200 : 303))
      throw new Error(`${path} answered ${answer.statusCode}`);
    return { body, isCompressed: answer.headers['content-encoding'] === 'br' };
  };
  const open = async (path: string) => {
    const { body, isCompressed } = await send(path);
    return (isCompressed ? brotliDecompressSync(body) : body).toString();
  };
  return {
    load: async (path) => void (await send(path)),
    open,
    async submit(from, path, fields) {
      await send(path, new URLSearchParams({ ...fields, form_token: tokenIn(await open(from)) }));
    },
    close: () => dispatcher.close(),
  };
}

/** Signed in as the demo's client or screener. */
export async function signedIn(served: Served, who: 'client' | 'desk'): Promise<PortalVisitor> {
  const demo = JSON.parse(readFileSync(join(served.dataDir, 'demo.json'), 'utf8')) as Readonly<
    Record<typeof who, { readonly email: string; readonly password: string }>
  >;
  const person = visitor(served);
  await person.submit('/sign-in', '/sign-in', demo[who]);
  return person;
}
