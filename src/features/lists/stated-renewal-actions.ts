// Lists the staff whose screening elsewhere is due for renewal, with their names, and records that the list was read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { demand } from '../access/permissions.ts';
import { recordList } from '../events/look-actions.ts';
import { readStated, type StatedStaff } from '../stated-staff/stated-staff-actions.ts';
import { RENEWAL_NOTICE_DAYS } from './renewal-list-actions.ts';
import { findStatedDue } from './renewal-queries.ts';
import { findStatedHeld, type StatedHeldRow } from './stated-held-queries.ts';

export interface StatedRenewal {
  readonly person: StatedStaff;
  readonly due: readonly StatedHeldRow[];
}

/** The first due first. @param until the last day; by default as renewals are noticed */
export async function listStatedRenewals(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { until, limit }: { readonly until?: IsoDate; readonly limit: number },
): Promise<StatedRenewal[]> {
  demand(caller, 'read_checks');
  const last = until ?? addDays(todayFor(ctx, caller), RENEWAL_NOTICE_DAYS);
  const ids = await findStatedDue(ctx.db, caller, last, limit);
  const [people, held] = await Promise.all([readStated(ctx, caller, ids), findStatedHeld(ctx.db, caller, ids)]);
  recordList(ctx, caller, 'account.applicants_listed', { filter: { renewals: true }, ids });
  return ids.flatMap((id) => {
    const person = people.get(id);
    const due = held.filter((one) => one.applicant_id === id && one.renew_on !== null && one.renew_on <= last);
    return person === undefined ? [] : [{ person, due }];
  });
}
