// Who manages the desk: that there is somebody, and that nobody takes it from the last one.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { isOver, lastsOn } from './access-end-rules.ts';
import { type DeskUserRow, findDeskUsers, lockEverybodyAtDesk } from './desk-user-store.ts';

const managesDesk = ({ role }: Pick<DeskUserRow, 'role'>) =>
  mayDo({ permissions: roles.desk[role] }, 'manage_desk_users');

/** Nobody else manages the desk for whom no end is set. */
export const isLastAdministrator = (people: readonly DeskUserRow[], id: string): boolean => {
  const lasting = people.filter((one) => lastsOn(one) && managesDesk(one));
  return lasting.length === 1 && lasting[0]!.id === id;
};

/** Whether anybody who has set up their sign-in may manage the desk today. */
export async function hasDeskAdministrator(ctx: Pick<Ctx, 'db' | 'now'>): Promise<boolean> {
  const today = ukDateOf(ctx.now());
  const people = await findDeskUsers(ctx.db);
  return people.some((one) => managesDesk(one) && one.disabled_at === null && !one.is_invited && !isOver(one, today));
}

/** Refuses with `invalid_fields` (role) to take the desk from its last administrator, by a page or by a command. */
export async function keepAnAdministrator(tx: Pick<Ctx, 'db'>, id: string): Promise<void> {
  // The last two must not take it from each other at the same time.
  await lockEverybodyAtDesk(tx.db);
  if (!isLastAdministrator(await findDeskUsers(tx.db), id)) return;
  throw new Refusal('invalid_fields', {
    role: ['is that of the last administrator of the desk: make another one first'],
  });
}
