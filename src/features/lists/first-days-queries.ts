// What a new screening company has done so far, worked out from what is stored.
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isClient } from '../accounts/closing-queries.ts';
import { ukMonthOf, vatPercentIn } from '../accounts/vat-queries.ts';
import type { DeskReader } from './work-queue-queries.ts';

export interface FirstDays {
  /** A mail with a link to sign in was taken by the mail server. */
  readonly hasMailed: boolean;
  readonly hasColleagues: boolean;
  readonly hasStandard: boolean;
  readonly hasClient: boolean;
  readonly hasPrices: boolean;
  /** An account, or the house standard, charges VAT. */
  readonly chargesVat: boolean;
}

/** Of all accounts but those of the demo. */
export async function findFirstDays(db: Db, reader: DeskReader, now: Date): Promise<FirstDays> {
  demand(authorityOf(reader), 'manage_desk_users');
  const row = await db.row<FirstDays>(sql`
    select exists (select from sign_in_mails where status = 'sent') as "hasMailed",
      (select count(*) > 1 from desk_users where disabled_at is null) as "hasColleagues",
      exists (select from accounts where is_standard and not is_demo) as "hasStandard",
      exists (select from accounts a where ${isClient('a')} and not a.is_demo) as "hasClient",
      exists (select from accounts a join account_report_types t on t.account_id = a.id
        where ${isClient('a')} and not a.is_demo and t.price_pence is not null) as "hasPrices",
      exists (select from accounts a where (${isClient('a')} or a.is_standard) and not a.is_demo
        and ${vatPercentIn(sql`a.settings`, ukMonthOf(sql`${now}::timestamptz`))} > 0) as "chargesVat"`);
  return row!;
}
