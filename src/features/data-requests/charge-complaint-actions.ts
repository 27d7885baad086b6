// The open complaints about a charge, for finance: what a client wrote, and of a candidate's only that there is one.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Asker, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { AskerKind } from './complaint.ts';
import { findListedRequests } from './data-request-queries.ts';
import { findDataRequest } from './data-request-store.ts';
import { openRequest } from './data-request-vault.ts';

/** More than this are in nobody's list. */
const MOST_LISTED = 100;

export interface ChargeComplaint {
  readonly id: string;
  readonly accountId: string;
  readonly account: string;
  readonly receivedOn: IsoDate;
  readonly dueOn: IsoDate | null;
  /** Null for a candidate. */
  readonly asker: AskerKind | null;
  /** Who deals with it at the desk; null while nobody does. */
  readonly owner: string | null;
  /** Empty for a candidate's: finance reads nothing about candidates. */
  readonly words: string;
}

/** The earliest due first. @param accounts those that the reader sees */
export async function listChargeComplaints(ctx: Ctx, by: Asker, accounts: DeskAccounts): Promise<ChargeComplaint[]> {
  demand(by, 'read_charges');
  const filter = { state: 'open', kind: 'complaint', subject: 'charge' } as const;
  const page = { now: ctx.now(), offset: 0, limit: MOST_LISTED };
  const rows = await findListedRequests(ctx.db, accounts, 'live', filter, page);
  return Promise.all(
    rows.map(async ({ id, account_id: accountId, account_name, received_on, due_on, asker, owner_name }) => {
      const tenant = { accountId, environment: 'live' } as const;
      const row = asker === null ? undefined : await findDataRequest(ctx.db, tenant, id);
      const { words = '' } = row === undefined ? {} : await openRequest(ctx, tenant, undefined, row, []);
      return {
        ...{ id, accountId, account: account_name, receivedOn: received_on, dueOn: due_on },
        ...{ asker, owner: owner_name, words },
      };
    }),
  );
}
