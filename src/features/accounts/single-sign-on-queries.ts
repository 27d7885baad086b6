// Which users can sign in with their client's own sign-in.
import { type Sql, sql } from '../../platform/db/database.ts';

/** The client has one, and it may vouch for the domain of the user's address. @param accountId a column, as `email` is */
export const hasSingleSignOn = (accountId: Sql, email: Sql): Sql => sql`exists (
  select from single_sign_on o
  where o.account_id = ${accountId} and lower(split_part(${email}, '@', 2)) = any (o.domains))`;
