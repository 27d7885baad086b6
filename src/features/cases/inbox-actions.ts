// The mails of test and demo data, for users and screeners who may see the account; shown instead of being sent.
import type { Caller, Ctx, Environment } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type Email, listEmails, readEmail } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { type DeskAccount, findDeskAccounts } from '../lists/desk-account-queries.ts';
import type { Screener } from './screening-actions.ts';

/** Somebody who reads mails: a screener, or a client user, who may see some subsidiaries only. */
export interface InboxReader extends Screener {
  readonly subsidiaryIds?: readonly string[] | null;
}

export interface InboxEmail extends Email {
  readonly accountId: string;
  readonly environment: Environment;
}

export interface Inbox {
  readonly accounts: readonly DeskAccount[];
  /** The requested account, else the first; undefined if the reader may see none. */
  readonly chosen: DeskAccount | undefined;
  /** Newest first. */
  readonly emails: readonly InboxEmail[];
}

/** Live mail of a real account is confidential, so the inbox never shows it. */
const environmentsOf = (account: DeskAccount): Environment[] => (account.is_demo ? ['test', 'live'] : ['test']);

function accountNamed(accounts: readonly DeskAccount[], accountId: string): DeskAccount {
  const wanted = accountId.toLowerCase();
  const account = accounts.find(({ id }) => id === wanted);
  if (account === undefined) throw new Refusal('not_found');
  return account;
}

const callerIn = ({ userId }: Screener, account: DeskAccount, environment: Environment): Caller => ({
  accountId: account.id,
  environment,
  actor: `user:${userId}`,
  clockOffsetSeconds: environment === 'test' ? account.clock_offset_seconds : 0,
});

/** Refuses with `not_found` an account that the reader may not see. */
export async function openInbox(
  ctx: Ctx,
  reader: InboxReader,
  { accountId, limit }: { readonly accountId: string | undefined; readonly limit: number },
): Promise<Inbox> {
  demand(authorityOf(reader), 'read_inbox');
  const accounts = (await findDeskAccounts(ctx.db, reader.accounts)).filter(
    ({ id, is_gone: isGone }) => !isGone || id === accountId,
  );
  const chosen = accountId === undefined ? accounts[0] : accountNamed(accounts, accountId);
  if (chosen === undefined) return { accounts, chosen, emails: [] };
  const lists = await Promise.all(
    environmentsOf(chosen).map(async (environment) =>
      (
        await listEmails(ctx, { accountId: chosen.id, environment, subsidiaryIds: reader.subsidiaryIds ?? null }, limit)
      ).map((email) => ({
        ...email,
        accountId: chosen.id,
        environment,
      })),
    ),
  );
  const emails = lists
    .flat()
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit);
  for (const [environment, listed] of Map.groupBy(emails, (email) => email.environment)) {
    const ids = [...new Set(listed.flatMap(({ checkId }) => checkId ?? []))];
    recordList(ctx, callerIn(reader, chosen, environment), 'account.emails_listed', { filter: {}, ids });
  }
  return { accounts, chosen, emails };
}

/** Reads one mail, after recording the reading. */
export async function openInboxEmail(
  ctx: Ctx,
  reader: InboxReader,
  { accountId, environment, id }: { readonly accountId: string; readonly environment: string; readonly id: string },
): Promise<Email> {
  demand(authorityOf(reader), 'read_inbox');
  const account = accountNamed(await findDeskAccounts(ctx.db, reader.accounts), accountId);
  const shown = environmentsOf(account).find((candidate) => candidate === environment);
  if (shown === undefined || !isUuid(id)) throw new Refusal('not_found');
  const caller = callerIn(reader, account, shown);
  const email = await readEmail(ctx, { ...caller, subsidiaryIds: reader.subsidiaryIds ?? null }, id);
  await storeEvents(ctx, caller, [
    { type: 'email.read', resourceId: email.id, ...(email.checkId === null ? {} : { checkId: email.checkId }) },
  ]);
  return email;
}
