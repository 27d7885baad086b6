// A store that is not asked again what it has just said no to: most claims of a history find nothing, and cost as much as the others.
import { firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { SimulatedStore } from './delivery-store.ts';

/**
 * Whoever has claimed from all endpoints in vain, with nobody beside them, would do so again until something happens or time
 * passes: until then a claim is answered without the store. The first claim after anything else always reaches it.
 */
export function sparing(store: SimulatedStore): SimulatedStore {
  let nothingIsFree = false;
  let underWay = 0;
  let isCrowded = false;
  const after = <Args extends unknown[], T>(change: (...args: Args) => Promise<T>) => {
    return async (...args: Args) => {
      nothingIsFree = false;
      return change(...args);
    };
  };
  return {
    ...store,
    eventOf: after(store.eventOf),
    record: after(store.record),
    note: after(store.note),
    giveBack: after(store.giveBack),
    bury: after(store.bury),
    pass: (ms) => (ms > 0 ? after(store.pass)(ms) : store.pass(ms)),
    async claim(claim) {
      if (nothingIsFree) return [];
      underWay += 1;
      isCrowded ||= underWay > 1;
      const claimed = await store.claim(claim);
      // What somebody beside has locked may be free the moment after.
      nothingIsFree = claimed.length === 0 && claim.after === firstEndpoint && !isCrowded;
      underWay -= 1;
      if (underWay === 0) isCrowded = false;
      return claimed;
    },
    async untilNext() {
      const ms = await store.untilNext();
      // On a real clock it has become free in between.
      if (ms !== undefined && ms <= 0) nothingIsFree = false;
      return ms;
    },
  };
}
