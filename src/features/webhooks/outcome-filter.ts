// Decides which outcomes of attempts are written to an endpoint's health: every failure, but only some successes of a healthy endpoint.
export interface OutcomeFilter {
  /** @param failures the endpoint's failures in a row, as the claim read them */
  shouldRecord(webhookId: string, failures: number, acknowledged: boolean): boolean;
}

/** One success of a healthy endpoint is recorded in this time. */
const RECORD_SUCCESS_EVERY_MS = 5000;

/** @param clock milliseconds of a monotonic clock */
export function createOutcomeFilter(clock: () => number = () => performance.now()): OutcomeFilter {
  let recorded = new Set<string>();
  let since = clock();
  return {
    shouldRecord(webhookId, failures, acknowledged) {
      if (clock() - since > RECORD_SUCCESS_EVERY_MS) {
        recorded = new Set();
        since = clock();
      }
      // The next success must be recorded, because it ends the failures; its claim may have read the count before them.
      if (!acknowledged) recorded.delete(webhookId);
      else if (failures === 0 && recorded.has(webhookId)) return false;
      else recorded.add(webhookId);
      return true;
    },
  };
}
