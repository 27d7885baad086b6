// Wakes whoever waits, or the next one who would.

export interface Bell {
  ring(): void;
  /** What was rung before no longer counts. */
  reset(): void;
  wait(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      if (rung) return;
      rung = true;
      wake();
    },
    reset() {
      rung = false;
    },
    wait(ms) {
      if (rung) return Promise.resolve();
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
