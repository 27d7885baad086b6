// Wakes the delivery worker when there may be something to claim: the one that waits now, or the next call to wait.

export interface DeliveryNotifier {
  notify(): void;
  /** Forgets notifications that came before. */
  reset(): void;
  /** Resolves at the next notification, at once if one came since the reset, and at the latest after `ms`. */
  wait(ms: number): Promise<void>;
}

export function createDeliveryNotifier(): DeliveryNotifier {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      if (isNotified) return;
      isNotified = true;
      wake();
    },
    reset() {
      isNotified = false;
    },
    wait(ms) {
      if (isNotified) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
