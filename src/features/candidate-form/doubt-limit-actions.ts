// How often a form says that a date of birth is not the ordered one: who has the link of somebody else could find it by guessing.
import type { Ctx } from '../../context.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import { demand } from '../access/permissions.ts';
import type { FormPage } from './form-page.ts';
import type { OpenForm } from './open-form.ts';

const DOB_DOUBTS_PER_DAY = 3;

/** Counts it. After the last of a day every date of birth is saved without a word; the desk reads where it differs. */
export async function mayDoubt(ctx: Ctx, { caller, link }: OpenForm, { asked }: FormPage): Promise<boolean> {
  demand(caller, 'read_checks');
  if (asked.id !== 'date_of_birth') return true;
  const now = ctx.now();
  const window = { now, windowStart: new Date(now.getTime() - 86_400_000) };
  const [doubts = 0] = await countAttempts(ctx.db, 'link_guesses', [`dob doubt ${link.checkId}`], window);
  return doubts <= DOB_DOUBTS_PER_DAY;
}
