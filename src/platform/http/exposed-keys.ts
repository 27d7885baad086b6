// Reports API keys that were sent over plain HTTP, so that their owner can be warned; at a limited rate.
import type { IncomingHttpHeaders } from 'node:http';

/** The values of the headers that may contain a key, as sent: `Authorization` and v1's `Ocp-Apim-Subscription-Key`. */
function keyHeaderValues(headers: IncomingHttpHeaders): string[] {
  return [headers.authorization, headers['ocp-apim-subscription-key']]
    .flat()
    .filter((value) => value !== undefined && value !== '') as string[];
}

export type OnExposedKey = (headerValues: readonly string[]) => Promise<void>;

/** Each key costs a query, and a flood of them must not reach the database; further requests are refused without a report. */
const LOOK_UPS_AT_ONCE = 4;

/** @param failed called when a query fails; nobody waits for one. */
export function reportExposedKeys(
  onExposedKey: OnExposedKey,
  failed: (error: unknown) => void,
): (headers: IncomingHttpHeaders) => void {
  let running = 0;
  return (headers) => {
    const values = keyHeaderValues(headers);
    if (values.length === 0 || running >= LOOK_UPS_AT_ONCE) return;
    running += 1;
    onExposedKey(values)
      .catch(failed)
      .finally(() => {
        running -= 1;
      });
  };
}
