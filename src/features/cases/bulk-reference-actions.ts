// Reminds many referees at once, or moves their next reminders, each by the action of one and in a transaction of its own.
import type { Ctx, Environment } from '../../context.ts';
import { isRestrictedRefusal, Problems, Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { findListedReferences, type ReferenceListRow } from '../lists/reference-list-queries.ts';
import { type NotReminded, remindNow, setNextReminder } from '../references/reference-reminder-actions.ts';
import { callerFor, type Screener } from './screening-actions.ts';

export const mostReferencesAtOnce = 500;

export type ReferenceLeftBecause = NotReminded | 'restricted' | 'gone';

export interface ManyReferences {
  readonly done: number;
  readonly left: readonly { readonly row: ReferenceListRow; readonly because: ReferenceLeftBecause }[];
}

export interface ReferenceAct {
  readonly ids: readonly string[];
  /** The day of the next reminder; undefined to remind them now. */
  readonly nextOn: string | undefined;
}

function leftAfter(error: unknown): ReferenceLeftBecause {
  if (isRestrictedRefusal(error)) return 'restricted';
  if (error instanceof Refusal && error.reason === 'state_does_not_allow') return 'state';
  if (error instanceof Refusal && error.reason === 'not_found') return 'gone';
  throw error;
}

/** Those of the list that the screener still sees there. Refuses with `invalid_fields` (references, next_on). */
export async function workOnReferences(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  { ids: given, nextOn }: ReferenceAct,
): Promise<ManyReferences> {
  demand(authorityOf(screener), 'ask_references');
  const ids = [...new Set(given)];
  const problems = new Problems();
  if (ids.length === 0) problems.add('references', 'Select the references first');
  if (ids.length > mostReferencesAtOnce) problems.add('references', `Select ${mostReferencesAtOnce} or fewer`);
  problems.refuse('invalid_fields');
  const page = {
    now: ctx.now(),
    environment,
    owner: 'anybody',
    view: 'all',
    ids,
    offset: 0,
    limit: ids.length,
  } as const;
  const left: { row: ReferenceListRow; because: ReferenceLeftBecause }[] = [];
  let done = 0;
  for (const row of await findListedReferences(ctx.db, screener, page)) {
    const caller = callerFor(screener, row);
    const work = () =>
      nextOn === undefined ? remindNow(ctx, caller, row.id) : setNextReminder(ctx, caller, row.id, nextOn);
    const because = (await work().catch(leftAfter)) ?? undefined;
    if (because === undefined) done += 1;
    else left.push({ row, because });
  }
  return { done, left };
}
