// What goes with a mail as files.
import type { Ctx, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { MailAttachment } from '../../platform/mail.ts';

/** A mail that may have files with it. */
export interface Attaching {
  /** Of the invoice or credit note that goes with it. */
  readonly invoiceId: string | undefined;
  /** The days of the statement of account that goes with it. */
  readonly statement: { readonly from: IsoDate; readonly to: IsoDate } | undefined;
}

/** Made when the mail is sent; a feature to the right supplies it. */
export type AttachmentsOf = (ctx: Ctx, tenant: Tenant, mail: Attaching) => Promise<MailAttachment[]>;
