// A real Chromium for tests: unpacked once for all test files, trusts one certificate, with the widths of a phone and
// a desktop.
import { execFile } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { RunOptions } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

import { requireValidMarkup, withoutTokens } from './html.ts';
import { patienceMs, within } from './limited-loops.ts';

export type { Browser, Locator, Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const packageFolder = dirname(dirname(require.resolve('@sparticuz/chromium')));

/**
 * The package unpacks to fixed names in the temporary folder, even partially, so each unpacking gets a folder of its
 * own.
 */
async function unpackInto(folder: string, finalFolder: string): Promise<void> {
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: packageFolder,
    // Sets a variable of the package's usual platform, so that it unpacks libraries that a minimal machine lacks.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  // One font only, so that pages look the same on every machine. Absolute paths, because the base of relative ones is
  // undefined.
  const at = (name: string) => join(finalFolder, name);
  const fonts = `<fontconfig><dir>${at('fonts')}</dir><cachedir>${at('font-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(folder, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">${fonts}`);
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Longer than unpacking takes; unpacking twice would waste time but do no harm. */
const LOCK_LAPSES_MS = 30_000;

/** True for the one process that must unpack. */
function takeLock(lock: string): boolean {
  const age = Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LOCK_LAPSES_MS) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The folder with Chromium, its libraries and its font; the first test file unpacks it in 2 s. */
async function chromiumFolder(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `probity-chromium-${version}-${process.getuid?.() ?? 0}`);
  const lock = `${folder}.lock`;
  for await (const _ of within(300_000, folder, 50)) {
    if (existsSync(folder)) {
      if (isOurs(folder)) break;
      throw new Error(`${folder} belongs to somebody else`);
    }
    if (!takeLock(lock)) continue;
    const staging = `${folder}.${randomBytes(6).toString('hex')}`;
    try {
      mkdirSync(staging, { mode: 0o700 });
      await unpackInto(staging, folder);
      if (!existsSync(folder)) renameSync(staging, folder);
    } finally {
      rmSync(staging, { recursive: true, force: true });
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

/** @param certificates PEM of the servers' certificates, the only ones that are trusted without an authority */
export async function launchBrowser(...certificates: readonly string[]): Promise<Browser> {
  const folder = await chromiumFolder();
  const pins = certificates.map((certificate) => {
    const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(publicKey).digest('base64');
  });
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [
      `--ignore-certificate-errors-spki-list=${pins.join(',')}`,
      // Starting a process for each new page takes a quarter of the time to open it.
      '--renderer-process-limit=1',
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  });
}

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
  context.on('weberror', (webError) => {
    throw webError.error();
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      throw new Error(message.text());
  });
  context.on('response', async (response) => {
    if (response.request().resourceType() !== 'document' || response.status() === 303) return;
    if (!response.headers()['content-type']?.startsWith('text/html')) return;
    // The body of a document is gone after the browser has left it.
    const html = await response.text().catch(() => undefined);
    if (html !== undefined) await requireValidMarkup(html, new URL(response.url()).pathname);
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

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
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

/** By width and content: a page in the same state is examined once. */
const examined = new Map<string, string[]>();

/** Every violation of WCAG 2.2 AA and of best practices that axe finds, one line each; `[]` if there are none. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const state = `${page.viewportSize()?.width} ${withoutTokens(await page.content())}`;
  const known = examined.get(state);
  if (known !== undefined) return known;
  const problems = await examine(page);
  examined.set(state, problems);
  return problems;
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

async function examine(page: Page): Promise<string[]> {
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
