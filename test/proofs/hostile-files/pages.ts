// Hostile files on the client's page of their order, in a real browser: how they are named, and whether any of them
// runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { Agent, FormData, fetch } from 'undici';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { Place } from '../uploads/place.ts';

const password = 'correct horse battery staple';

export interface Pages {
  /** Attaches a file by the form; returns the internal error if there was one. */
  attach(fileName: string, content: Buffer): Promise<string | undefined>;
  /** Shown or offered names that are dangerous to see or to save. */
  harmfulNames(): Promise<string[]>;
  /** The address of a file on its page. */
  addressOf(fileToken: string): string;
  /** Whether the file is shown or runs instead of being saved. */
  isInline(address: string): Promise<boolean>;
  close(): Promise<void>;
}

const device = /^\s*(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*\./i;

/** Whether the name is dangerous to see, or to save on any system. */
export const isHarmful = (name: string): boolean =>
  device.test(name) || /[\p{Cc}\p{Cf}<>:"/\\|?*]/u.test(name) || !/^[^.].*\.(?:txt|html?|xml|csv|gif)$/i.test(name);

async function signIn(page: Page, { url, account, ctx }: Place): Promise<void> {
  const email = `${account.accountId}@administrator.test`;
  await createSignIn(ctx, 'system', { email, password });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/portal`);
}

/** The name in `filename*`, if every header says that the file must be saved. */
function offeredName(headers: { get(name: string): string | null }): string {
  const guards = [
    headers.get('content-type') === 'application/octet-stream',
    headers.get('x-content-type-options') === 'nosniff',
    /default-src 'none'.*sandbox/.test(headers.get('content-security-policy') ?? ''),
  ];
  const disposition = headers.get('content-disposition') ?? '';
  const [, plain = '', whole = ''] =
    /^attachment; filename="([\w .()-]+)"; filename\*=UTF-8''([^;]+)$/.exec(disposition) ?? [];
  return guards.includes(false) || plain === '' ? '' : decodeURIComponent(whole);
}

/** Embeds the address in a page, like an attacker's page. */
const embed = (address: string) => `new Promise((resolve) => {
  const script = Object.assign(document.createElement('script'), { src: ${JSON.stringify(address)} });
  script.onload = () => resolve(true);
  script.onerror = () => resolve(false);
  document.body.append(script);
})`;

async function isInline(page: Page, home: string, address: string): Promise<boolean> {
  await page.goto(home);
  if (await page.evaluate<boolean>(embed(address))) return true;
  try {
    await page.goto(address);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('Download is starting')) return false;
    throw error;
  }
}

async function formToken(page: Page, home: string): Promise<string> {
  await page.goto(home);
  return page.locator(`form[action="${new URL(home).pathname}/files"] [name=form_token]`).inputValue();
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

export async function openPages(place: Place): Promise<Pages> {
  const folder = join(place.settings.PROBITY_DATA_DIR!, 'tls');
  const browser = await launchBrowser(readFileSync(join(folder, 'certificate.pem'), 'utf8'));
  const dispatcher = new Agent({ connect: { ca: place.ca } });
  const close = async () => {
    await browser.close();
    await dispatcher.close();
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  const home = `${place.url}/portal/checks/${place.checkId}`;
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await signIn(page, place).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const token = await formToken(page, home);
  const headers = { cookie: await cookiesOf(context), 'sec-fetch-site': 'same-origin' };
  return {
    async attach(fileName, content) {
      const form = new FormData();
      form.append('form_token', token);
      form.append('file', new Blob([new Uint8Array(content)]), fileName);
      const answer = await fetch(`${home}/files`, {
        dispatcher,
        method: 'POST',
        body: form,
        redirect: 'manual',
        headers,
      });
      await answer.arrayBuffer();
      return [303, 422].includes(answer.status)
        ? undefined
        : `${JSON.stringify(fileName)} was answered ${answer.status}`;
    },
    async harmfulNames() {
      await page.goto(home);
      const links = await page.evaluate<{ name: string; path: string }[]>(
        `[...document.querySelectorAll('.app-list a[download]')].map((link) => ({ name: link.textContent, path: link.pathname }))`,
      );
      const planted = await page.locator('.app-list :is(script, img, svg, iframe)').count();
      const harmful = planted + dialogs === 0 ? [] : [`${planted} elements and ${dialogs} dialogs were planted`];
      for (const { name, path } of links) {
        const answer = await fetch(`${place.url}${path}`, { dispatcher, headers });
        await answer.arrayBuffer();
        for (const shown of [name, offeredName(answer.headers)]) {
          if (isHarmful(shown)) harmful.push(`${path} is called ${JSON.stringify(shown)}`);
        }
      }
      return harmful;
    },
    addressOf: (fileToken) => `${home}/files/${fileToken}`,
    isInline: (address) => isInline(page, home, address),
    close,
  };
}
