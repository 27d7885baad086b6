// The tab of the client's people who work or are to start and are not cleared: until when, for whom it waits, and what lacks.
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { readWaitsOf, soughtWaits } from '../../../features/lists/client-waiting-actions.ts';
import { isForClient } from '../../../features/lists/client-waiting-queries.ts';
import { listUnclearedStarts, type UnclearedStart } from '../../../features/lists/start-actions.ts';
import type { StartPeriod } from '../../../features/lists/start-period-rules.ts';
import { countedFrom } from '../../../features/work-starts/work-start-rules.ts';
import { barredListShort } from '../../shared/barred-list-words.ts';
import { startsWords } from '../../shared/start-words.ts';
import { callerFor } from '../client-caller.ts';
import { startChoices } from '../start/start-choices.ts';
import { waitsText } from '../start/start-row.ts';
import type { SubsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

const STARTS_SHOWN = 200;

const rightToWorkTexts: Readonly<Record<NonNullable<UnclearedStart['rightToWork']>, string>> = {
  ...{ clear: 'Clear', missing: 'Not in this order', open: 'Not checked yet', not_clear: 'Not clear', ended: 'Ended' },
  ...{ not_compared: 'Person not compared', no_excuse: 'No statutory excuse' },
};

export async function unclearedStarts(
  ctx: Ctx,
  { user, selects, nameOf }: SubsidiaryFilter,
  { environment, starts: within }: { readonly environment: Environment; readonly starts: StartPeriod | undefined },
) {
  const caller = callerFor(user, environment);
  const today = todayFor(ctx, caller);
  const starts = await listUnclearedStarts(ctx, caller, { within, limit: STARTS_SHOWN + 1 });
  const shown = starts.slice(0, STARTS_SHOWN);
  const sought = await soughtWaits(ctx, caller);
  const ids = shown.map(({ check_id }) => check_id);
  const waits = await readWaitsOf(ctx, caller, sought, ids);
  const isYours = ({ check_id, status }: UnclearedStart) =>
    !isOngoing(status) || waits.get(check_id)?.some((kind) => isForClient(kind, status)) === true;
  return {
    starts: shown.map(({ rightToWork, lists, ...start }) => ({
      ...start,
      lists: lists.map(barredListShort),
      subsidiary: nameOf?.(start.subsidiary_id),
      why: start.complete_by && countedFrom({ startsOn: start.starts_on, completeBy: start.complete_by }),
      isOver: (start.complete_by ?? start.starts_on) < today,
      state: start.without_clearance ? 'started without clearance' : 'works already',
      words: start.has_started ? undefined : startsWords(start.starts_on, today).replace('starts ', ''),
      // What is complete waits for the client: to decide, or to check the right to work again.
      waits: waitsText(
        { status: start.status, waitingFor: start.waiting_for },
        isYours({ rightToWork, lists, ...start }),
      ),
      rightToWork: rightToWork && rightToWorkTexts[rightToWork],
      isWithoutRight: rightToWork !== undefined && rightToWork !== 'clear' && rightToWork !== 'missing',
    })),
    hasMore: starts.length > STARTS_SHOWN,
    selects: [...selects, { name: 'starts', label: 'Starts work', items: startChoices(within) }],
  };
}
