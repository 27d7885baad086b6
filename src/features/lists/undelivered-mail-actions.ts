// The mails that reached nobody in the last weeks: for their pages, and sending one of them again.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { type MailFailure, SHOWN_DAYS } from '../../lib/mail-failures.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type Asker, authorityOf, demand } from '../access/permissions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { formUri } from '../checks/check-links.ts';
import { candidateMailbox, sendAgain } from '../emails/email-actions.ts';
import type { TemplateName } from '../emails/email-templates.ts';
import { readdressEmails } from '../emails/readdress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import {
  countRetriedMails,
  findUndeliveredMails,
  findUndeliveredToUsers,
  type RetriedMails,
  type UndeliveredPage,
  type UndeliveredRow,
} from './undelivered-mail-queries.ts';
import { isWorthSending } from './undelivered-mail-rules.ts';
import type { DeskReader } from './work-queue-queries.ts';

const since = (ctx: Pick<Ctx, 'now'>) => new Date(ctx.now().getTime() - SHOWN_DAYS * 86_400_000);

export const listUndeliveredMails = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  reader: DeskReader,
  page: Pick<UndeliveredPage, 'offset' | 'limit'>,
): Promise<UndeliveredRow[]> => {
  demand(authorityOf(reader), 'read_mails');
  return findUndeliveredMails(ctx.db, reader, { ...page, since: since(ctx) });
};

/** Sent again at most that long after it was written, with a day to spare. */
const RETRIED_DAYS = 3;

export const readRetriedMails = (ctx: Pick<Ctx, 'db' | 'now'>, reader: DeskReader): Promise<RetriedMails> => {
  demand(authorityOf(reader), 'read_mails');
  return countRetriedMails(ctx.db, reader, new Date(ctx.now().getTime() - RETRIED_DAYS * 86_400_000));
};

export interface UndeliveredMail extends MailFailure {
  readonly template: TemplateName;
}

/** By the ids of those users whose newest mail reached nobody. @param accountId null for people of the desk */
export async function undeliveredToUsers(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accountId: string | null,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, UndeliveredMail>> {
  if (accountId === null) demand(by, 'manage_desk_users');
  else demand(by, 'manage_users', 'read_accounts');
  const found = await findUndeliveredToUsers(ctx.db, accountId, userIds, since(ctx));
  return new Map(
    found.map(({ user_id, template, failure, failed_at: failedAt }) => [user_id, { template, failure, failedAt }]),
  );
}

/** The address may have been corrected after the mail failed. */
async function sendToAddressOfToday(tx: Ctx, caller: Caller, checkId: string): Promise<void> {
  const { check, key } = await readCheckAndKey(tx, caller, checkId);
  if (key === undefined) return;
  const link = await formUri(tx, { ...caller, checkId, generation: check.formLinkGeneration });
  await readdressEmails(tx, caller, { checkId, key, to: candidateMailbox(check.order.facts), formUri: link });
}

/** Refuses with `not_found` a mail that the reader does not see, and with `state_does_not_allow` one that says nothing any more. */
export async function sendUndeliveredAgain(ctx: Ctx, reader: DeskReader, id: string): Promise<void> {
  demand(authorityOf(reader), 'manage_accounts');
  const [row] = isUuid(id)
    ? await findUndeliveredMails(ctx.db, reader, { since: since(ctx), offset: 0, limit: 1, id: id.toLowerCase() })
    : [];
  if (row === undefined || row.account_id === null) throw new Refusal('not_found');
  if (!isWorthSending(row)) throw new Refusal('state_does_not_allow');
  const { account_id: accountId, check_id: checkId, environment } = row;
  const caller = { accountId, environment, ...authorityOf(reader), clockOffsetSeconds: 0 };
  await inTransaction(ctx, async (tx) => {
    if (!(await sendAgain(tx, caller, id))) throw new Refusal('state_does_not_allow');
    if (checkId !== null) await sendToAddressOfToday(tx, caller, checkId);
    await storeEvents(tx, caller, [{ type: 'email.sent_again', resourceId: id, ...(checkId !== null && { checkId }) }]);
  });
}
