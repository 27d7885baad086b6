// Records what concerns the security of accounts and people: sign-ins, refusals, wrong codes, changes of authority.
import ipaddr from 'ipaddr.js';
import type { Actor, Ctx, Environment } from '../../context.ts';
import type { BatchKind } from '../../platform/db/counted-batches.ts';
import { inBatches } from '../../platform/jobs.ts';
import { detailOfCommand, requestOrigin } from '../../platform/request-origin.ts';
import type { SecurityEventRow } from './security-event.ts';
import { deleteSecurityEventsBefore, insertSecurityEvents } from './security-event-store.ts';
import { isFrequent, type SecurityEventName } from './security-event-types.ts';

/** What is known of who did it, from where; undefined where it is not known. */
export interface SecurityEvent {
  readonly type: SecurityEventName;
  readonly accountId?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly actor?: Actor | undefined;
  /** The id of the user for whom the actor acts. */
  readonly onBehalfOf?: string | undefined;
  readonly keyId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The client's network address: `request.ip`. */
  readonly address?: string | undefined;
  /** Ids, fixed names and numbers; never personal data or secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const frequentKind: BatchKind<SecurityEventRow> = {
  name: 'security_events',
  write: (db, rows) =>
    insertSecurityEvents(
      db,
      rows.map(({ row, count }) => ({ ...row, count })),
    ),
};

/** An IPv4 address in its own notation, also where the server listens on IPv6; null if it is no address. */
const plainAddress = (address = ''): string | null =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;

const definedOf = (known: Omit<SecurityEvent, 'type' | 'detail'>): typeof known =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));

/**
 * Records the event in the transaction of `ctx`, if it is one; events that anybody can cause in floods are counted and
 * written within a second. Never refuses: while the database is away, a flood is recorded up to a limit.
 */
export async function recordSecurityEvent(
  ctx: Pick<Ctx, 'db' | 'now' | 'newId' | 'batches' | 'log'>,
  { type, detail = {}, ...known }: SecurityEvent,
): Promise<void> {
  const given = { ...requestOrigin(), ...definedOf(known) };
  const row = (): SecurityEventRow => ({
    id: ctx.newId(),
    type,
    account_id: given.accountId ?? null,
    environment: given.environment ?? null,
    actor: given.actor ?? null,
    on_behalf_of: given.onBehalfOf ?? null,
    key_id: given.keyId ?? null,
    session_id: given.sessionId ?? null,
    address: plainAddress(given.address),
    count: 1,
    detail: detailOfCommand(given.actor, detail),
    occurred_at: ctx.now(),
  });
  if (!isFrequent(type)) return insertSecurityEvents(ctx.db, [row()]);
  try {
    ctx.batches.add(frequentKind, JSON.stringify([type, given, detail]), row);
  } catch (error) {
    ctx.log.warn('security event not recorded', { error });
  }
}

const DAY_MS = 24 * 3_600_000;

/** For the pruning job: deletes events older than the setting says. Returns how many. */
export function pruneSecurityEvents(ctx: Pick<Ctx, 'db' | 'now' | 'settings'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.settings.securityEventDays * DAY_MS);
  return inBatches((limit) => deleteSecurityEventsBefore(ctx.db, before, limit));
}
