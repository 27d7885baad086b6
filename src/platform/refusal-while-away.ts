// What a client is told while the database or a service that we need is away: to retry.
import { Refusal } from '../lib/refusal.ts';
import { isDatabaseAway } from './db/database-away.ts';
import { isFileStoreAway } from './files/file-store.ts';

export function refusalWhileAway(error: unknown): Refusal | undefined {
  const seconds = isDatabaseAway(error) ? 5 : isFileStoreAway(error) ? 30 : undefined;
  return seconds === undefined ? undefined : new Refusal('service_unavailable', {}, seconds);
}
