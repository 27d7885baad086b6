// Records on which days people of the desk are away. Everybody records their own days; who assigns reports records those of others, too.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { authorityOf, demand, mayDo, type Permitted, roles } from '../access/permissions.ts';
import { type Absence, absenceProblems } from './absence-rules.ts';
import { updateAbsence, updateHours } from './absence-store.ts';
import { type GivenHours, readHours } from './hours-rules.ts';
import { sharesAccount } from './people-rules.ts';
import { type DeskUserRow, listDeskUsers, storeSignInEvent } from './sign-in-actions.ts';

interface Teller extends Permitted {
  readonly userId: string;
  readonly accounts: 'all' | readonly string[];
}

const worksOnReports = ({ role }: DeskUserRow): boolean => mayDo({ permissions: roles.desk[role] }, 'claim_reports');

/** Of whom the user may say that they are away: themselves; who assigns reports, everybody with whom they share an account. */
export async function listAbsentees(ctx: Ctx, user: Teller): Promise<DeskUserRow[]> {
  demand(authorityOf(user), 'claim_reports');
  const isTheirs = (person: DeskUserRow) =>
    person.id === user.userId || (mayDo(user, 'assign_reports') && sharesAccount(user.accounts, person));
  return (await listDeskUsers(ctx, 'system')).filter(
    (person) => person.disabled_at === null && worksOnReports(person) && isTheirs(person),
  );
}

/**
 * Replaces what was said before. @param absence null for somebody who is not away. Refuses with `invalid_fields` (from,
 * until), and with `not_found` somebody of whom the user may not say it.
 */
export async function sayAbsence(ctx: Ctx, user: Teller, personId: string, absence: Absence | null): Promise<void> {
  demand(authorityOf(user), 'claim_reports');
  if (absence !== null) absenceProblems(absence, ukDateOf(ctx.now())).refuse('invalid_fields');
  await inTransaction(ctx, async (tx) => {
    if (!(await listAbsentees(tx, user)).some(({ id }) => id === personId)) throw new Refusal('not_found');
    await updateAbsence(tx.db, tx.integrity, personId, absence);
    const detail = { away_from: absence?.from ?? null, away_until: absence?.until ?? null };
    await storeSignInEvent(tx, authorityOf(user), { kind: 'desk', id: personId }, 'changed', [], detail);
  });
}

/**
 * On which days of the week they work, and how much of a full day. Refuses with `invalid_fields` (days, percent), and with
 * `not_found` somebody of whom the user may not say it.
 */
export async function sayHours(ctx: Ctx, user: Teller, personId: string, given: GivenHours): Promise<void> {
  demand(authorityOf(user), 'assign_reports');
  const { hours, problems } = readHours(given);
  problems.refuse('invalid_fields');
  await inTransaction(ctx, async (tx) => {
    if (!(await listAbsentees(tx, user)).some(({ id }) => id === personId)) throw new Refusal('not_found');
    await updateHours(tx.db, tx.integrity, personId, hours);
    await storeSignInEvent(tx, authorityOf(user), { kind: 'desk', id: personId }, 'changed', [], { ...hours });
  });
}
