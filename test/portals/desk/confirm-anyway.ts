// Confirms an outcome of Clear although something is missing: as fields of the form, and in a browser.
import type { Page } from '../../support/browser.ts';

export const anyway = { anyway: 'yes', anyway_reason: 'seen_elsewhere' } as const;

/** On the page that asks for it. */
export async function confirmAnyway(page: Page, button = 'Complete report'): Promise<void> {
  await page.getByLabel('Complete it all the same').check();
  await page.getByLabel('It was seen, and is kept elsewhere').check();
  await page.getByRole('button', { name: button, exact: true }).click();
}
