// What a report in work is marked with in the queue: why it came back, or what is to be read first.
import { type Sql, sql } from '../../platform/db/database.ts';
import { isCheckedAnew, monitorPlanNames } from '../report-types/monitoring.ts';

/**
 * Somebody who was to approve its outcome wants more, monitoring found a change or asks for a new check, a supplier is to be
 * chased, or a query was answered.
 */
export type Mark = 'sent_back' | 'change_found' | 'check_again' | 'chase_due' | 'answered';

/** Whose follow-up the law asks for, although nothing was found. */
const checkedAnew = monitorPlanNames.filter(isCheckedAnew);

/** Not read with the list: the index that it is filtered on does not have the columns. */
export const mark: Sql = sql`case when r.status = 'awaiting_data' then (
  select case when 'sent_back' = any (b.approval_reasons) then 'sent_back'
    when b.found_change then case when b.monitor = any (${checkedAnew}::text[]) then 'check_again' else 'change_found' end
    -- Until the answer is overdue, the report waits for it.
    when r.waiting_for is null and exists (
      select from supplier_requests s
      where (s.account_id, s.environment, s.report_id) = (r.account_id, r.environment, r.id) and s.status = 'sent'
    ) then 'chase_due' when b.answered_at is not null then 'answered' end
  from reports b where (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.id)) end`;
