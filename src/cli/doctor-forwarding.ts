// The doctor's look at security events that wait to be sent on.
import type { Settings } from '../config.ts';
import { findWaitingSince } from '../features/forwarding/forwarding-actions.ts';
import { now } from '../main.ts';
import type { Db } from '../platform/db/database.ts';
import { type Finding, ok, warning } from './finding.ts';

const usualMs = 5 * 60_000;

/** Names a destination by its place in the setting, because its address may hold a secret. */
export async function checkForwarding(db: Db, settings: Pick<Settings, 'securityEventsTo'>): Promise<Finding> {
  const waiting = await findWaitingSince(db, settings);
  const late = waiting.flatMap((since, index) =>
    since !== undefined && now().getTime() - since.getTime() > usualMs
      ? [`destination ${index + 1} since ${since.toISOString()}`]
      : [],
  );
  if (late.length === 0) return ok(`${waiting.length} destinations have them`);
  return warning(
    `Security events wait to be sent on: ${late.join(', ')}. See that the service runs and that the addresses of PROBITY_SECURITY_EVENTS_TO can be reached.`,
  );
}
