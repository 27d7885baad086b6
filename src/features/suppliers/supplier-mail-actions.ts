// Mails a spreadsheet to a supplier that takes orders by email; whoever sends it gets the answer.
import type { Ctx } from '../../context.ts';
import { CSV_START } from '../../lib/csv.ts';
import { listDeskUsers } from '../accounts/sign-in-actions.ts';
import { type EmailTemplates, renderEmail } from '../emails/email-templates.ts';
import { readSupplierVersions, type Supplier } from './supplier-actions.ts';

type SupplierTemplate = 'supplier_chase' | 'supplier_disputes';

/** Whether a mail reaches the supplier. */
export const isMailed = ({ orderBy }: Pick<Supplier, 'orderBy'>): boolean => orderBy === 'email';

interface SupplierMail<T extends SupplierTemplate> {
  readonly supplierId: string;
  /** Of the desk, who gets the answer. */
  readonly userId: string;
  readonly template: T;
  readonly values: Omit<EmailTemplates[T], 'supplierName'>;
  readonly file: { readonly name: string; readonly lines: AsyncIterable<string> };
}

async function contentOf(lines: AsyncIterable<string>): Promise<Buffer> {
  let text = CSV_START;
  for await (const line of lines) text += line;
  return Buffer.from(text);
}

/** For a job: nothing is sent to a supplier that is reached otherwise by now, or without a mail server. */
export async function mailSupplier<T extends SupplierTemplate>(
  ctx: Ctx,
  { supplierId, userId, template, values, file }: SupplierMail<T>,
): Promise<void> {
  const [supplier] = await readSupplierVersions(ctx, 'system', supplierId);
  if (!isMailed(supplier) || !ctx.mail.canSend) return;
  const user = (await listDeskUsers(ctx, 'system')).find(
    ({ id, disabled_at }) => id === userId && disabled_at === null,
  );
  const { name, orderAt: address } = supplier;
  const sender = { accountName: 'The screening desk', operatorName: ctx.settings.operatorName };
  await ctx.mail.send({
    to: { name, address },
    replyTo: user && { name: user.name, address: user.email },
    ...renderEmail(template, { ...values, supplierName: name } as EmailTemplates[T], sender),
    attachments: [{ filename: `${file.name}.csv`, contentType: 'text/csv', content: await contentOf(file.lines) }],
    messageId: `<${ctx.newId()}@${new URL(ctx.settings.baseUrl).hostname}>`,
  });
}
