// A letter or another paper of a client as a PDF, in its brand.
import { fileURLToPath } from 'node:url';
import type { Ctx } from '../../context.ts';
import { formatLongDate, type IsoDate, toTimestamp } from '../../lib/dates.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { readAccount } from './account-actions.ts';
import { readAccountSettings } from './account-settings-actions.ts';
import { readLogo } from './logo-actions.ts';

const TEMPLATE = fileURLToPath(new URL('client-letter.typ', import.meta.url));

export interface ClientLetter {
  readonly title: string;
  /** At the foot of each page, such as the number of the order. */
  readonly mark: string;
  /** Above the day, such as the name of who gets it. */
  readonly to: string;
  readonly on: IsoDate;
  /** Each may have several lines. */
  readonly paragraphs: readonly string[];
}

/** @param accountId whose brand and contact it has */
export async function renderClientLetter(ctx: Ctx, accountId: string, letter: ClientLetter): Promise<Buffer> {
  const [account, settings, logo] = await Promise.all([
    readAccount(ctx, accountId),
    readAccountSettings(ctx, accountId),
    readLogo(ctx, accountId),
  ]);
  const logoName = logo === undefined ? '' : `logo.${logo.type}`;
  const data = {
    brand: { name: account.name, colour: settings.brandColour, logo: logoName },
    ...{ title: letter.title, mark: letter.mark, to: letter.to, date: formatLongDate(letter.on) },
    paragraphs: letter.paragraphs.map((text) => text.split('\n')),
    contact: [settings.contactPhone, settings.contactEmail].filter(Boolean).join(', '),
    preparedAt: toTimestamp(ctx.now()),
  };
  return renderPdf({ template: TEMPLATE, data, images: logo === undefined ? {} : { [logoName]: logo.content } });
}
