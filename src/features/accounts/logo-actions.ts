// Reads and changes the logo of an account.
import { fileURLToPath } from 'node:url';
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type Logo, logoOf, type PictureHead } from './logo-rules.ts';
import { findLogo, replaceLogo } from './logo-store.ts';
import { findStateNow } from './old-row-queries.ts';

const TRIAL = fileURLToPath(new URL('logo-trial.typ', import.meta.url));

/** Undefined if the account has none. */
export const readLogo = (ctx: Pick<Ctx, 'db'>, accountId: string): Promise<Logo | undefined> =>
  findLogo(ctx.db, accountId);

/** Undefined if the content is no picture. The library is loaded with the first logo, because the start does not need it. */
async function headOf(content: Buffer): Promise<PictureHead | undefined> {
  const { imageSize } = await import('image-size');
  try {
    return imageSize(content);
  } catch {
    return undefined;
  }
}

/** A picture that the PDF compiler cannot read would fail every results document of the account. */
const canBePrinted = (logo: Logo): Promise<boolean> =>
  renderPdf({
    template: TRIAL,
    data: { logo: `logo.${logo.type}` },
    images: { [`logo.${logo.type}`]: logo.content },
  }).then(
    () => true,
    () => false,
  );

/** @param content of a PNG or JPEG file; undefined removes the logo. Refuses with `invalid_fields` on `logo`. */
export async function changeLogo(ctx: Ctx, by: Asker, accountId: string, content: Buffer | undefined): Promise<void> {
  demand(by, 'manage_accounts');
  const logo = content === undefined ? undefined : logoOf(content, await headOf(content));
  if (typeof logo === 'string') throw new Refusal('invalid_fields', { logo: [logo] });
  if (logo !== undefined && !(await canBePrinted(logo)))
    throw new Refusal('invalid_fields', { logo: ['is damaged: it cannot be printed'] });
  await inTransaction(ctx, async (tx) => {
    const now = await findStateNow(tx.db, accountId);
    await replaceLogo(tx.db, accountId, logo);
    await storeAccountEvent(tx, accountId, by, {
      type: 'account.changed',
      resourceId: accountId,
      detail: { settings: 'logo', now },
    });
  });
}
