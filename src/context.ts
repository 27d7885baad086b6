// The context of actions: the database, the clock, ids, logs and the outside world, as plain values.

import type { Settings } from './config.ts';
import type { Calendar } from './lib/bank-holidays.ts';
import type { IsoDate } from './lib/dates.ts';
import type { Maintenance } from './lib/maintenance.ts';
import { ukDateOf } from './lib/uk-times.ts';
import { speaking } from './messages/spoken-language.ts';
import type { Alarms } from './platform/alarms.ts';
import type { CountedBatches } from './platform/db/counted-batches.ts';
import type { Db } from './platform/db/database.ts';
import type { EmailDomains } from './platform/email-domains.ts';
import type { AccountKeys } from './platform/encryption/account-keys.ts';
import type { Integrity } from './platform/encryption/integrity.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { VirusScanner } from './platform/files/virus-scanner.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Mail } from './platform/mail.ts';
import type { Outgoing } from './platform/outgoing-http/outgoing.ts';
import type { Texts } from './platform/texts.ts';

export type Environment = 'live' | 'test';

/** The owner of data: the first argument of every finder. */
export interface Tenant {
  readonly accountId: string;
  readonly environment: Environment;
  /** Set for somebody who may see only the applicants and orders of these subsidiaries (`access/scope-rules`). */
  readonly subsidiaryIds?: readonly string[] | null;
}

/** The orders that a caller may see: the account's, or only those of some subsidiaries. */
export interface OrderScope extends Tenant {
  readonly subsidiaryIds: readonly string[] | null;
}

/**
 * The real actor, as stored with events: `user:<id>`, `candidate`, `referee:<id of the reference>:<number of the referee>`,
 * `provider:<name>` or `system`.
 */
export type Actor = `user:${string}` | 'candidate' | `referee:${string}:${number}` | `provider:${string}` | 'system';

/** Who acts. A `user:` may do what their permissions say, nothing without any (`features/access`). */
export interface Authority {
  readonly actor: Actor;
  readonly permissions?: readonly string[];
  /** The API key that the actor uses. */
  readonly keyId?: string | undefined;
  /** The id of the user for whom the actor acts. */
  readonly onBehalfOf?: string | undefined;
  /** The network address of the client that uses the key. */
  readonly address?: string | undefined;
}

export interface Caller extends Tenant, Authority {
  /** Seconds that the account's test clock is ahead; 0 for live. */
  readonly clockOffsetSeconds: number;
}

export interface Ctx {
  readonly db: Db;
  /** The real clock: keys, sessions, limits, signatures, audit. Dates of resources use `timeFor`. */
  readonly now: () => Date;
  /** A UUID, version 7: ids sort by creation. */
  readonly newId: () => string;
  readonly log: Log;
  readonly alarms: Alarms;
  readonly settings: Settings;
  readonly keys: AccountKeys;
  readonly integrity: Integrity;
  readonly mail: Mail;
  readonly texts: Texts;
  readonly files: FileStore;
  /** Undefined if none is configured. */
  readonly virusScanner: VirusScanner | undefined;
  readonly jobs: Jobs;
  /** Rows that are written within a second, outside of the request. */
  readonly batches: CountedBatches;
  readonly outgoing: Outgoing;
  readonly emailDomains: EmailDomains;
  /** Which days are worked: bank holidays and the operator's own closing days, as they were read a few seconds ago. */
  readonly calendar: () => Calendar;
  /** Reads the closing days now, because they were changed. */
  readonly readCalendar: () => Promise<void>;
  /** The next planned maintenance that is announced and not over, as it was read a few seconds ago. */
  readonly maintenance: () => Maintenance | undefined;
  /** Reads the notices now, because they were changed. */
  readonly readMaintenance: () => Promise<void>;
}

/** The time of a caller's resources: in test mode the account's test clock moves it forward. */
export function timeFor(ctx: Pick<Ctx, 'now'>, caller: Pick<Caller, 'environment' | 'clockOffsetSeconds'>): Date {
  const now = ctx.now();
  return caller.environment === 'test' ? new Date(now.getTime() + caller.clockOffsetSeconds * 1000) : now;
}

/** The day of a caller's resources, in the UK: what is "today" for a rule, a form or a verdict. */
export const todayFor = (ctx: Pick<Ctx, 'now'>, caller: Parameters<typeof timeFor>[1]): IsoDate =>
  ukDateOf(timeFor(ctx, caller));

/** Runs `work` with a context whose database is one transaction; joins the one that is open. */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  // Everybody reads what is stored, so it is in English even where a candidate reads Welsh.
  return ctx.db.transaction((db) => speaking('en', () => work({ ...ctx, db })));
}

/** Null for who is no user, such as a candidate or the program. */
export const userIdOf = (actor: Actor): string | null => /^user:(.+)$/.exec(actor)?.[1] ?? null;

/** The user for whom the caller acts, else the actor: the owner of what is made. */
export const ownerOf = ({ actor, onBehalfOf }: Pick<Caller, 'actor' | 'onBehalfOf'>): Actor =>
  onBehalfOf === undefined ? actor : `user:${onBehalfOf}`;
