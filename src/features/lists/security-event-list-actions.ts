// Lists and exports security events for those who may see them: the operator's, or those of one's own account.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { findUserOf, type NamedUser } from '../accounts/actor-name-queries.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  findSecurityEvents,
  type ListedSecurityEvent,
  type SecurityEventCursor,
  type SecurityEventFilter,
} from './security-event-queries.ts';
import type { DeskAccounts } from './work-queue-queries.ts';

export type { ListedSecurityEvent, SecurityEventCursor, SecurityEventFilter };

/** What somebody may see: at the desk their accounts, in the client portal their own. */
export interface SecurityEventScope {
  readonly by: Asker;
  readonly accounts: DeskAccounts;
  readonly isOwnAccount: boolean;
}

const demandScope = ({ by, isOwnAccount }: SecurityEventScope) =>
  demand(by, isOwnAccount ? 'read_account_security_events' : 'read_security_events');

/** Newest first. Refuses with `not_permitted`. */
export async function listSecurityEvents(
  ctx: Pick<Ctx, 'db'>,
  scope: SecurityEventScope,
  filter: SecurityEventFilter,
  page: { readonly after?: SecurityEventCursor | undefined; readonly limit: number },
): Promise<readonly ListedSecurityEvent[]> {
  demandScope(scope);
  return findSecurityEvents(ctx.db, scope.accounts, filter, page);
}

const exportedAtOnce = 1000;

async function* batchesOf(ctx: Pick<Ctx, 'db'>, { accounts }: SecurityEventScope, filter: SecurityEventFilter) {
  for (let after: SecurityEventCursor | undefined; ; ) {
    const batch = await findSecurityEvents(ctx.db, accounts, filter, { after, limit: exportedAtOnce });
    if (batch.length > 0) yield batch;
    after = batch.at(-1);
    if (batch.length < exportedAtOnce) return;
  }
}

/**
 * All of them in batches, so that any number takes the same memory; newest first. A page records its exports itself.
 * Refuses with `not_permitted`.
 */
export async function exportSecurityEvents(
  ctx: Ctx,
  scope: SecurityEventScope,
  filter: SecurityEventFilter,
): Promise<AsyncGenerator<readonly ListedSecurityEvent[]>> {
  demandScope(scope);
  if (scope.by === 'system') {
    const detail = { list: 'security_events' };
    await recordSecurityEvent(ctx, { type: 'records.exported', actor: 'system', detail });
  }
  return batchesOf(ctx, scope, filter);
}

/** The user with this id or email address, if their events may be seen. Refuses with `not_permitted`. */
export async function findUserOfEvents(
  ctx: Pick<Ctx, 'db'>,
  scope: SecurityEventScope,
  by: { readonly id: string } | { readonly email: string },
): Promise<NamedUser | undefined> {
  demandScope(scope);
  return findUserOf(ctx.db, scope.accounts, by, { isDeskToo: scope.accounts === 'all' });
}
