// What a planted fault replaces: functions that the shipped program, or a part of it, is given when it is put together.
import type { Ctx } from '../../../src/context.ts';
import type { afterAttempt } from '../../../src/features/webhooks/delivery-schedule.ts';
import type { DeliverySteps } from '../../../src/features/webhooks/delivery-worker.ts';
import type { Opened } from '../../../src/main.ts';
import type { Outgoing, OutgoingOptions } from '../../../src/platform/outgoing-http/outgoing.ts';

export interface Planting {
  readonly deliverySteps?: Partial<DeliverySteps>;
  readonly afterAttempt?: typeof afterAttempt;
  readonly urlCheck?: OutgoingOptions['urlCheck'];
  readonly outgoing?: (outgoing: Outgoing) => Outgoing;
  readonly db?: (db: Ctx['db']) => Ctx['db'];
}

/** Options of a proof that a fault can be planted in. */
export interface PlantedOptions {
  readonly planted?: Planting;
  /** The command that is run instead of bin/probity: the program with the same fault. */
  readonly program?: readonly string[];
}

export function plantIn(opened: Opened, { deliverySteps, db = (same) => same }: Planting): Opened {
  const ctx = { ...opened.ctx, db: db(opened.ctx.db) };
  return { ...opened, ctx, ...(deliverySteps === undefined ? {} : { deliverySteps }) };
}
