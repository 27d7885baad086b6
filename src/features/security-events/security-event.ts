// A security event as it is stored.
import type { Actor, Environment } from '../../context.ts';
import type { SecurityEventName } from './security-event-types.ts';

export interface SecurityEventRow {
  readonly id: string;
  readonly type: SecurityEventName;
  /** Null for events of no account, such as those of the desk. */
  readonly account_id: string | null;
  readonly environment: Environment | null;
  /** Null if nobody was identified. */
  readonly actor: Actor | null;
  readonly on_behalf_of: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  /** The client's network address. */
  readonly address: string | null;
  readonly count: number;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly occurred_at: Date;
}
