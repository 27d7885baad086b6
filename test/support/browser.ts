// Pages in a real Chromium for tests, with the widths of a phone and a desktop, and what is wrong with them.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

import type { Browser } from './chromium.ts';
import { requireValidMarkup } from './html.ts';
import { patienceMs } from './limited-loops.ts';

export type { Locator, Page } from 'playwright-core';
export { type Browser, launchBrowser } from './chromium.ts';

const screens = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 900 } },
} as const;

export interface PageOptions {
  readonly screen?: keyof typeof screens;
  readonly javaScript?: boolean;
}

/**
 * A page in a context of its own, without shared cookies. A script error, a violation of the content security policy,
 * or invalid HTML fails the test.
 */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    ...screens[options.screen ?? 'desk'],
    // Double resolution only for screenshots.
    deviceScaleFactor: process.env.SCREENSHOTS === undefined ? 1 : 2,
    javaScriptEnabled: options.javaScript ?? true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  context.on('weberror', (webError) => browser.fail(webError.error()));
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      browser.fail(new Error(message.text()));
  });
  context.on('response', async (response) => {
    if (response.request().resourceType() !== 'document' || response.status() === 303) return;
    if (!response.headers()['content-type']?.startsWith('text/html')) return;
    // The body of a document is gone after the browser has left it.
    const html = await response.text().catch(() => undefined);
    if (html !== undefined)
      await requireValidMarkup(html, new URL(response.url()).pathname).catch((error: Error) => browser.fail(error));
  });
  return context.newPage();
}

/** Types a country and takes the first suggestion. */
export async function typeCountry(page: Page, label: string, typed: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label }).and(page.locator('input'));
  await input.fill(typed);
  await page.getByRole('option').first().waitFor();
  await input.press('Enter');
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Details of violations only, which halves the time.
  resultTypes: ['violations'],
};

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Pages that axe was sent to once, and those whose later documents have it. */
const examinedOnce = new WeakSet<Page>();
const withAxe = new WeakSet<Page>();

/** Sending axe takes longer than running it: a page that is examined again keeps it for its later documents. */
async function loadAxe(page: Page): Promise<void> {
  if (withAxe.has(page)) return page.evaluate('loadAxe()');
  if (!examinedOnce.has(page)) {
    examinedOnce.add(page);
    return page.evaluate(axe);
  }
  withAxe.add(page);
  const script = `globalThis.loadAxe = () => { if (globalThis.axe === undefined) { ${axe}\n } };`;
  await page.addInitScript(script);
  await page.evaluate(`${script} loadAxe()`);
}

/** Every violation of WCAG 2.2 AA and of best practices that axe finds, one line each; `[]` if there are none. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await loadAxe(page);
  const run = `axe.run(${JSON.stringify(axeOptions)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<readonly Violation[]>(run);
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help} (${node.target.join(' ')})`),
  );
}

/** Whether the page is wider than the window. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  await page.waitForLoadState();
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Stores a screenshot of the whole page in the folder of SCREENSHOTS; without that variable does nothing. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
