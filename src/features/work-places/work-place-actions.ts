// A place of work as a client types it: judged, and added or changed.
import { type Caller, type Ctx, inTransaction, type OrderScope, todayFor } from '../../context.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { listOpenSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { holdApplicant } from '../applicants/applicant-actions.ts';
import { addPlaceOf, type PersonPlace, readPlaces } from '../applicants/person-place-actions.ts';

type PlaceCaller = Caller & OrderScope & Permitted;

/** As it was typed: days as `2026-03-27`, empty where nothing is said. */
export interface TypedPlace {
  readonly subsidiaryId: string;
  readonly job: string;
  readonly startsOn: string;
  readonly endsOn: string;
}

const LONGEST_JOB = 200;

/** Refuses with `invalid_fields` by the names of the inputs. */
function placeOf({ subsidiaryId, job, startsOn, endsOn }: TypedPlace, today: IsoDate): PersonPlace {
  const problems = new Problems();
  const [first, last] = [startsOn, endsOn].map((text) => (text === '' ? null : parseDate(text)));
  if (isLongerThan(job, LONGEST_JOB)) problems.add('job', `Use at most ${LONGEST_JOB} characters`);
  if (first === undefined || (first !== null && (first < addYears(today, -60) || first > addYears(today, 1))))
    problems.add('starts_on', 'Enter the first day there, at most a year from now');
  if (last === undefined || (last !== null && last > today))
    problems.add('ends_on', 'Enter the last day there once it has come, or leave it empty');
  else if (last !== null && first && last < first) problems.add('ends_on', 'Enter a day after the first day there');
  problems.refuse('invalid_fields');
  return { subsidiaryId, job, startsOn: first ?? null, endsOn: last ?? null };
}

/**
 * Adds a place, or replaces what was said of it. Only who sees both the person and the subsidiary may: refuses with
 * `not_found` otherwise, and with `invalid_fields` by the names of the inputs.
 * @param isNew at an open subsidiary where they do not stand yet
 */
export async function savePlace(
  ctx: Ctx,
  caller: PlaceCaller,
  applicantId: string,
  typed: TypedPlace,
  isNew: boolean,
): Promise<void> {
  demand(caller, 'order_checks');
  const known = (await readPlaces(ctx, caller, [applicantId])).get(applicantId) ?? [];
  const stands = known.some(({ subsidiaryId }) => subsidiaryId === typed.subsidiaryId);
  if (!isNew && !stands) throw new Refusal('not_found');
  if (isNew) {
    const open = await listOpenSubsidiaries(ctx, caller);
    if (!open.some(({ id }) => id === typed.subsidiaryId) || !isInScope(caller, typed.subsidiaryId))
      throw new Refusal('invalid_fields', { subsidiary: ['Choose where they work'] });
    if (stands) throw new Refusal('invalid_fields', { subsidiary: ['They stand there already: change that place'] });
  }
  const one = placeOf(typed, todayFor(ctx, caller));
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    await addPlaceOf(tx, caller, applicantId, one);
  });
}
