// The mails and texts of an order, with when, to whom and what became of each, and its notifications to the client's webhooks.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { type Email, listEmailsAbout } from '../../../features/emails/email-actions.ts';
import { deliveryOutcomeOf, historyDays } from '../../../features/webhooks/event-delivery-rules.ts';
import { findDeliveriesOfCheck, type OrderDeliveryRow } from '../../../features/webhooks/order-delivery-queries.ts';
import { failureReason } from '../../../lib/mail-failures.ts';
import { emailTags } from '../inbox/inbox-page.ts';
import { outcomeTexts } from '../webhooks/outcome-texts.ts';
import { mailTexts } from './mail-words.ts';
import { textState } from './text-state.ts';

const recipientTexts: Readonly<Record<Email['recipient'], string>> = {
  candidate: 'the candidate',
  referee: 'a referee',
  client: 'the client',
};

const mailRow = ({ isJoined, template, recipient, to, status, createdAt, sentAt, failed, textMessage }: Email) => ({
  text: mailTexts[template],
  recipient: recipientTexts[recipient],
  address: to.address,
  at: sentAt ?? failed?.failedAt ?? createdAt,
  isJoined,
  tag: emailTags[status],
  reason: failed && failureReason(failed.failure),
  textMessage: textState({ textMessage }),
});

/** Without what follows the path, which may be a secret of the client. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

const deliveryRow = (row: OrderDeliveryRow) => ({
  event: row.type,
  to: placeOf(row.url),
  at: row.finishedAt ?? row.createdAt,
  attempts: row.attempts,
  ...outcomeTexts[deliveryOutcomeOf(row, row.now)],
});

/** Of an order that the reader opened, which is recorded. */
export async function orderMails(ctx: Ctx, { tenant, id }: Pick<Check, 'tenant' | 'id'>) {
  const [mails, deliveries] = await Promise.all([
    listEmailsAbout(ctx, tenant, id),
    findDeliveriesOfCheck(ctx.db, tenant, id),
  ]);
  return { rows: mails.map(mailRow), deliveries: deliveries.map(deliveryRow), historyDays };
}
