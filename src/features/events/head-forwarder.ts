// Sends the newest signed head to places besides the data folder. A head covers every event before it, so only the
// newest waits for a place that is away.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Destination, ForwardedRecord } from '../../platform/forwarding/destination.ts';
import type { Log } from '../../platform/log.ts';
import { waitAtMost } from '../../platform/periodic.ts';

const firstWaitMs = 1000;
const longestWaitMs = 60_000;
const finishMs = 5000;

export interface HeadForwarder {
  offer(head: ForwardedRecord): void;
  /** Waits for what is being sent, but not for a place that is away. */
  finish(): Promise<void>;
  /** Sends nothing more: another process seals. */
  drop(): void;
}

function forwardTo(log: Log, destination: Destination, { signal }: AbortController) {
  let waiting: ForwardedRecord | undefined;
  let sending: Promise<void> | undefined;
  const send = async () => {
    for (let failures = 0; waiting !== undefined && !signal.aborted; ) {
      const head = waiting;
      try {
        await destination.send([head]);
        if (waiting === head) waiting = undefined;
        failures = 0;
      } catch (error) {
        log.error('audit head not sent', { error, setting: 'PROBITY_AUDIT_HEADS_TO' });
        failures += 1;
        const ms = Math.min(longestWaitMs, firstWaitMs * 2 ** failures);
        await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  };
  return {
    offer(head: ForwardedRecord) {
      waiting = head;
      sending ??= send().finally(() => {
        sending = undefined;
      });
    },
    finish: () => waitAtMost(finishMs, sending),
  };
}

export function createHeadForwarder(log: Log, destinations: readonly Destination[]): HeadForwarder {
  const ending = new AbortController();
  const all = destinations.map((destination) => forwardTo(log, destination, ending));
  return {
    offer(head) {
      for (const one of all) one.offer(head);
    },
    async finish() {
      await Promise.all(all.map((one) => one.finish()));
    },
    drop: () => ending.abort(),
  };
}
