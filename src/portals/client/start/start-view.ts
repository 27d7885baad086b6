// What a client's pages say of the start of work of a candidate.
import { type Caller, type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { type RightToWorkLack, tellsResult } from '../../../features/reports/right-to-work-rules.ts';
import { recordResultsReads } from '../../../features/results/results-reads.ts';
import { readBarredListLacks } from '../../../features/work-starts/barred-list-actions.ts';
import { readStartTerms } from '../../../features/work-starts/limited-screening-actions.ts';
import { limitedWords } from '../../../features/work-starts/limited-screening-rules.ts';
import { readLateCheck, readRightToWork } from '../../../features/work-starts/right-to-work-actions.ts';
import { readStartRisks, type StartRisk } from '../../../features/work-starts/start-risk-actions.ts';
import {
  conditionOf,
  isConditional,
  readWorkStart,
  stopOf,
  takesStart,
} from '../../../features/work-starts/work-start-actions.ts';
import {
  countedFrom,
  reasonLines,
  supervisedWords,
  type WorkStart,
  worksWithoutClearance,
} from '../../../features/work-starts/work-start-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { barredListSentence } from '../../shared/barred-list-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { startsWords, weekdayDate } from '../../shared/start-words.ts';
import { callerOf } from '../check/check-facts.ts';
import type { ClientUser } from '../client-caller.ts';
import { startPath } from './start-path.ts';

/** What is said to who records a start without it. */
export const rightToWorkWarnings: Readonly<Record<RightToWorkLack, string>> = {
  missing: 'This order does not check the right to work. Check it before the first day of work.',
  open: 'The right to work is not checked yet. Nobody may start work before it is.',
  not_clear: 'The result of the right to work is not clear. Make sure of it before the first day of work.',
  not_compared:
    'Nobody has recorded who compared the person with the photograph of their right to work. Record it before the first day: without it the check gives no statutory excuse.',
  no_excuse:
    'The right to work gives no statutory excuse, as its report says. Make sure of what is missing before the first day of work.',
  ended: 'The permission to work that was found ends before the first day of work, or has ended. Check it again.',
};

export interface StartView extends Partial<Omit<WorkStart, 'completeBy'>> {
  readonly completeBy: IsoDate | null;
  /** `Monday 8 December 2026`. */
  readonly dayText: string | undefined;
  /** How near the day is, where nobody said that they started. */
  readonly words: string | undefined;
  /** From what it is counted by when the screening must be complete. */
  readonly why: string | undefined;
  /** Who said it last. */
  readonly by: string | undefined;
  /** The planned first day of somebody who is not cleared: what is due later comes too late. */
  readonly dayToMeet: IsoDate | undefined;
  /** The day has passed, and whoever reads may say whether they started. */
  readonly asksWhether: boolean;
  /** They started without clearance, and whoever reads may say how the risk is managed. */
  readonly asksRisk: boolean;
  readonly isOver: boolean;
  /** What lacks of the right to work, as far as the reader may know; undefined if nothing does. */
  readonly warning: string | undefined;
  /** Which barred lists have no answer, of who may start before the screening is complete. */
  readonly listWarnings: readonly string[];
  /** The day of a right to work check that came after the start; undefined also for who may not read results. */
  readonly lateCheck: IsoDate | undefined;
  /** `Supervised by Dana Sample`; undefined as `risk`, or if nobody is named. */
  readonly supervised: string | undefined;
  /** How the risk is managed; undefined for who may not read results. */
  readonly risk: StartRisk | undefined;
  /** Of the standard of the package: the reasons that were given, and what of limited screening is done. */
  readonly reasons: readonly string[];
  readonly limited: string | undefined;
  /** Where it is recorded; undefined for who may not. */
  readonly href: string | undefined;
}

/** Undefined where the standard of the package asks for none. */
async function limitedOf(ctx: Ctx, caller: Caller, check: Check): Promise<string | undefined> {
  const found = await readStartTerms(ctx, caller, check);
  return found && limitedWords(found.terms, found.screening, britishDate);
}

/** Of a check whose reader may read results; the newest first. */
export async function startRisksOf(ctx: Ctx, user: ClientUser, check: Check): Promise<StartRisk[]> {
  const { key } = await readCheckAndKey(ctx, check.tenant, check.id);
  return readStartRisks(ctx, callerOf(user, check), check.id, key);
}

/**
 * Nobody may work without it, also once the screening is complete; who checks it elsewhere is told of it only till then, and
 * who starts once they are cleared, from then on.
 */
async function lackOf(
  ctx: Ctx,
  caller: Caller,
  check: Check,
  { startsOn, hasStarted }: WorkStart,
  isOnCondition: boolean,
) {
  const isAwaited = isConditional(check) && !hasStarted && !isOnCondition;
  if (check.isRestricted || isAwaited || !takesStart(check)) return undefined;
  const lack = (await readRightToWork(ctx, caller, check.id, startsOn)).lack;
  return lack === 'missing' && !isOnCondition ? undefined : lack;
}

/** Records that what tells a result was read. */
export async function listWarningsOf(
  ctx: Ctx,
  caller: ReturnType<typeof callerOf>,
  { id, applicantId }: Check,
): Promise<string[]> {
  const lacks = (await readBarredListLacks(ctx, caller, [id])).get(id)!;
  if (lacks.some(({ state }) => state === 'wait')) recordResultsReads(ctx, caller, [{ checkId: id, applicantId }]);
  return lacks.map(barredListSentence);
}

/** What programs were told of, who decides about candidates takes back. */
export const mayRemove = (user: ClientUser, { hasStarted, completeBy }: WorkStart): boolean =>
  mayDo(user, hasStarted || completeBy !== null ? 'decide_on_candidates' : 'plan_starts');

/** Of an order whose screening is complete there is no condition, nor for who may not agree to one. */
export const asksCondition = (user: ClientUser, check: Check): boolean =>
  isConditional(check) && mayDo(user, 'decide_on_candidates');

/** What is said of a start that there is. */
async function startedView(ctx: Ctx, user: ClientUser, check: Check, start: WorkStart) {
  const caller = callerOf(user, check);
  const today = todayFor(ctx, caller);
  const completeBy = conditionOf(check, start);
  const lack = await lackOf(ctx, caller, check, start, completeBy !== null);
  const seesResults = mayDo(user, 'read_results');
  const [risk] = seesResults ? await startRisksOf(ctx, user, check) : [];
  const { startsOn, hasStarted } = start;
  return {
    ...start,
    stoppedOn: stopOf(check, start),
    completeBy,
    dayText: weekdayDate(startsOn),
    words: hasStarted || !takesStart(check) ? undefined : startsWords(startsOn, today),
    why: completeBy === null ? undefined : countedFrom({ startsOn, completeBy }),
    by: (await readActorNames(ctx.db, caller.accountId, [start.recordedBy]))(start.recordedBy).name,
    dayToMeet: hasStarted || !isConditional(check) ? undefined : startsOn,
    asksWhether: !hasStarted && startsOn < today && takesStart(check) && mayRemove(user, start),
    asksRisk: worksWithoutClearance(start) && asksCondition(user, check),
    lateCheck: seesResults ? await readLateCheck(ctx, caller, check, startsOn) : undefined,
    listWarnings: completeBy === null ? [] : await listWarningsOf(ctx, caller, check),
    warning: lack && (!tellsResult(lack) || seesResults) ? rightToWorkWarnings[lack] : undefined,
    isOver: completeBy !== null && completeBy < today,
    risk,
    supervised: risk && supervisedWords(risk.supervisor),
    reasons: risk === undefined ? [] : reasonLines(risk),
    limited: completeBy !== null && seesResults ? await limitedOf(ctx, caller, check) : undefined,
  };
}

const noStart = {
  ...{ completeBy: null, dayText: undefined, words: undefined, why: undefined, by: undefined, dayToMeet: undefined },
  ...{
    asksWhether: false,
    asksRisk: false,
    isOver: false,
    listWarnings: [],
    warning: undefined,
    lateCheck: undefined,
    risk: undefined,
    supervised: undefined,
    reasons: [],
    limited: undefined,
  },
};

/** For the page of a check. Once the screening is complete, a start is no condition any more. */
export async function startIn(ctx: Ctx, user: ClientUser, check: Check): Promise<StartView> {
  const start = await readWorkStart(ctx, callerOf(user, check), check.id);
  const mayRecord = mayDo(user, 'plan_starts') && !check.isRestricted && takesStart(check);
  return {
    ...(start === undefined ? noStart : await startedView(ctx, user, check, start)),
    href: mayRecord ? startPath(check.id) : undefined,
  };
}
