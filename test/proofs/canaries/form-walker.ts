// Reads pages and fills in forms without a browser: cookies, hidden fields, and prefilled values.
import { Agent, request } from 'undici';

export interface Page {
  /** The path and query. */
  readonly path: string;
  readonly status: number;
  readonly html: string;
}

type Values = Readonly<Record<string, string>>;

export interface FormWalker {
  get(path: string): Promise<Page>;
  /** Submits the page's form with this button: ticks every box, and keeps values that are not given. */
  submit(page: Page, button: string, values: Values): Promise<Page>;
  /** The text of every page so far. */
  readonly shown: readonly string[];
  close(): Promise<void>;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const plain = (html: string): string =>
  html.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name ?? ''] ?? all;
  });

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
};

function inputsOf(form: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const type = attribute(tag, 'type') ?? 'text';
    const isChosen = type === 'checkbox' || !['radio', 'checkbox'].includes(type) || /\schecked(\s|>|=)/.test(tag);
    if (name !== undefined && isChosen) values[name] = attribute(tag, 'value') ?? '';
  }
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const selected = [...options.matchAll(/<option[^>]*>/g)].find(([option]) => /\sselected(\s|>|=)/.test(option))?.[0];
    values[attribute(tag, 'name') ?? ''] = attribute(selected ?? '', 'value') ?? '';
  }
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs)) {
    values[attribute(tag, 'name') ?? ''] = plain(text);
  }
  return values;
}

interface Form {
  readonly action: string;
  readonly values: Values;
}

function formWith(page: Page, button: string): Form {
  for (const [, attributes = '', inner = ''] of page.html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const buttons = inner.matchAll(/<button([^>]*)>(.*?)<\/button>/gs);
    const pressed = [...buttons].find(([, , text = '']) => text.replace(/<[^>]*>/g, '').trim() === button)?.[1];
    if (pressed === undefined) continue;
    const name = attribute(pressed, 'name');
    const own = name === undefined ? {} : { [name]: attribute(pressed, 'value') ?? '' };
    const id = attribute(attributes, 'id');
    // Inputs of a form may stand before it, and name it.
    const others =
      id === undefined
        ? {}
        : inputsOf(page.html.match(new RegExp(`<input[^>]* form="${id}"[^>]*>`, 'g'))?.join('') ?? '');
    return { action: attribute(attributes, 'action') ?? page.path, values: { ...others, ...inputsOf(inner), ...own } };
  }
  throw new Error(`${page.path} answered ${page.status} and has no form with a button ${button}`);
}

export function createFormWalker(origin: string, ca: string): FormWalker {
  const dispatcher = new Agent({ connect: { ca } });
  const cookies = new Map<string, string>();
  const shown: string[] = [];

  const send = async (method: 'GET' | 'POST', path: string, form?: Values): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${origin}${path}`, {
      method,
      dispatcher,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(form === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await answer.body.text();
    shown.push(plain(html));
    const { location } = answer.headers;
    if (answer.statusCode !== 303 || location === undefined) return { path, status: answer.statusCode, html };
    const next = new URL(String(location), `${origin}${path}`);
    return next.origin === origin ? send('GET', next.pathname + next.search) : { path: next.href, status: 303, html };
  };

  return {
    shown,
    get: (path) => send('GET', path),
    submit(page, button, values) {
      const form = formWith(page, button);
      const known = Object.entries(values).filter(
        ([name]) => name in form.values || page.html.includes(`name="${name}"`),
      );
      return send('POST', form.action, { ...form.values, ...Object.fromEntries(known) });
    },
    close: () => dispatcher.close(),
  };
}
