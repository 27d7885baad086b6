// Wraps a store so that a claim is answered without a statement while nothing can have become due: most claims of a history are empty.
import { firstEndpoint } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { SimulatedStore } from './delivery-store.ts';

/**
 * After a claim over all endpoints that found nothing, with no other claim at the same time, further claims find nothing until
 * the store changes or time passes. Until then they are answered here; the first claim after a change reaches the store.
 */
export function skippingEmptyClaims(store: SimulatedStore): SimulatedStore {
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
    release: after(store.release),
    reap: after(store.reap),
    pass: (ms) => (ms > 0 ? after(store.pass)(ms) : store.pass(ms)),
    async claim(claim) {
      if (nothingIsFree) return [];
      underWay += 1;
      isCrowded ||= underWay > 1;
      const claimed = await store.claim(claim);
      // A simultaneous claim may have locked rows, which may be free a moment later.
      nothingIsFree = claimed.length === 0 && claim.after === firstEndpoint && !isCrowded;
      underWay -= 1;
      if (underWay === 0) isCrowded = false;
      return claimed;
    },
    async untilNext() {
      const ms = await store.untilNext();
      // The real clock has moved on, so something may be due now.
      if (ms !== undefined && ms <= 0) nothingIsFree = false;
      return ms;
    },
  };
}
