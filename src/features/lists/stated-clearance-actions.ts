// Lists beside who is cleared the people who were screened elsewhere, as their client states, for somebody who sees no result.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { recordList } from '../events/look-actions.ts';
import type { RecordKind } from '../stated-staff/record-kind-rules.ts';
import { readStated } from '../stated-staff/stated-staff-actions.ts';
import { searchAccounts } from './search-actions.ts';
import { findStatedOnly } from './stated-held-queries.ts';

export interface StatedClearance {
  readonly name: string;
  /** Empty if nobody said it. */
  readonly job: string;
  readonly subsidiaryId: string | null;
  readonly startsOn: string | null;
  /** What is stated and has not expired. */
  readonly held: readonly RecordKind[];
  readonly expired: readonly RecordKind[];
}

/** Who was brought in, has no order here and has not left, brought in last first; records that the list was read. */
export async function listStatedClearances(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  { text, limit }: { readonly text: string | undefined; readonly limit: number },
): Promise<StatedClearance[]> {
  demand(caller, 'read_clearance');
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  const personKeys = text === undefined ? undefined : (search?.personKeys ?? []);
  const ids = await findStatedOnly(ctx.db, caller, { personKeys, limit });
  const stated = await readStated(ctx, caller, ids);
  recordList(ctx, caller, 'account.applicants_listed', {
    filter: { clearance: true, searched: text !== undefined },
    ids,
  });
  const today = todayFor(ctx, caller);
  return ids.flatMap((id) => {
    const person = stated.get(id);
    if (person === undefined) return [];
    const { firstName, lastName, job, subsidiaryId, startsOn, reports } = person;
    const isOver = ({ expiresOn }: (typeof reports)[number]) => expiresOn !== null && expiresOn < today;
    const kindsOf = (are: boolean) => reports.filter((one) => isOver(one) === are).map(({ kind }) => kind);
    return [
      {
        name: fullName(firstName, lastName),
        job,
        subsidiaryId,
        startsOn,
        held: kindsOf(false),
        expired: kindsOf(true),
      },
    ];
  });
}
