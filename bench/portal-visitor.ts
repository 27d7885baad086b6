// Visits the portals of a served program as a browser without JavaScript does: with cookies, by links and forms.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { Served } from './served.ts';

export interface PortalVisitor {
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
  const headers = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
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
    const text = await answer.body.text();
    if (answer.statusCode !== (form === undefined ? 200 : 303))
      throw new Error(`${path} answered ${answer.statusCode}`);
    return text;
  };
  return {
    open: (path) => send(path),
    async submit(from, path, fields) {
      await send(path, new URLSearchParams({ ...fields, form_token: tokenIn(await send(from)) }));
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
