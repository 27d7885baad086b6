// Saves, renames and removes a desk user's own views of the queue.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import {
  deleteSavedView,
  findSavedViews,
  renameSavedView,
  type SavedView,
  storeSavedView,
} from './saved-view-store.ts';

export type { SavedView };

interface DeskUser extends Permitted {
  readonly userId: string;
}

const longestName = 60;
const mostViews = 30;

function demandReading({ userId, permissions }: DeskUser): void {
  demand({ actor: `user:${userId}`, permissions }, 'read_reports');
}

function nameFrom(given: string): string {
  const name = given.trim();
  if (name === '') throw new Refusal('invalid_fields', { name: ['Enter a name for the view'] });
  if (name.length > longestName)
    throw new Refusal('invalid_fields', { name: [`The name must be ${longestName} characters or fewer`] });
  return name;
}

export function listSavedViews(ctx: Ctx, user: DeskUser): Promise<SavedView[]> {
  demandReading(user);
  return findSavedViews(ctx.db, user.userId);
}

/** A view of the same name is replaced. Refuses with `invalid_fields` (name). */
export async function saveView(ctx: Ctx, user: DeskUser, { name: given, address }: SavedView): Promise<void> {
  demandReading(user);
  const name = nameFrom(given);
  const others = (await findSavedViews(ctx.db, user.userId)).filter((view) => view.name !== name);
  if (others.length >= mostViews)
    throw new Refusal('invalid_fields', { name: [`Remove a view first: you have ${mostViews}, which is the most`] });
  await storeSavedView(ctx.db, user.userId, { name, address }, ctx.now());
}

/** Refuses with `invalid_fields` (name), also if another view has the name. */
export async function renameView(ctx: Ctx, user: DeskUser, name: string, given: string): Promise<void> {
  demandReading(user);
  const newName = nameFrom(given);
  if (newName === name) return;
  if ((await renameSavedView(ctx.db, user.userId, name, newName)) === 0)
    throw new Refusal('invalid_fields', { name: [`You have a view named ${newName} already`] });
}

export async function removeView(ctx: Ctx, user: DeskUser, name: string): Promise<void> {
  demandReading(user);
  await deleteSavedView(ctx.db, user.userId, name);
}
