// Which outcomes of attempts the database is told: every failure, and of an endpoint that does well a success now and then.
export interface EndpointNews {
  /** @param failures the endpoint's failures in a row, as the claim read them */
  isNews(webhookId: string, failures: number, acknowledged: boolean): boolean;
}

/** A success of an endpoint that has no failures is news this often. */
const NEWS_EVERY_MS = 5000;

/** @param clock milliseconds of a monotonic clock */
export function createEndpointNews(clock: () => number = () => performance.now()): EndpointNews {
  let noted = new Set<string>();
  let since = clock();
  return {
    isNews(webhookId, failures, acknowledged) {
      if (clock() - since > NEWS_EVERY_MS) {
        noted = new Set();
        since = clock();
      }
      // The next success ends a row of failures, even where its claim came before them.
      if (!acknowledged) noted.delete(webhookId);
      else if (failures === 0 && noted.has(webhookId)) return false;
      else noted.add(webhookId);
      return true;
    },
  };
}
