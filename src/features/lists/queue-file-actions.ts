// Reads the queue for a file, a part at a time, and records that it was read.

import type { Ctx } from '../../context.ts';
import { ERASED, fullName } from '../../lib/person-names.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { earlierNumberOf, jobOf, referencesOf } from '../checks/order-reference-rules.ts';
import { givenDob } from '../facts/facts.ts';
import { openListedOrders } from './candidate-name-actions.ts';
import { findQueuedIds, findQueueFileDetails, type QueueFileDetails } from './queue-file-queries.ts';
import {
  type DeskReader,
  findQueueRows,
  type QueueFilter,
  type QueuePage,
  type QueueRow,
} from './work-queue-queries.ts';

export interface QueueFileReport {
  readonly report: QueueRow;
  readonly details: QueueFileDetails | undefined;
  /** Empty where the order says none, or the candidate was erased. */
  readonly candidate: string;
  readonly dob: string;
  readonly job: string;
  readonly purchaseOrder: string;
  readonly reference: string;
  readonly earlierNumber: string;
}

const REPORTS_PER_READ = 200;

async function opened(
  ctx: Ctx,
  reader: DeskReader,
  rows: readonly QueueRow[],
  looked: Readonly<Record<string, unknown>>,
): Promise<QueueFileReport[]> {
  const [orders, found] = await Promise.all([
    openListedOrders(ctx, reader, rows, looked),
    findQueueFileDetails(
      ctx.db,
      reader,
      rows.map(({ report_id }) => report_id),
    ),
  ]);
  const details = new Map(found.map((one) => [one.report_id, one]));
  return rows.map((report) => {
    const order = orders.get(report.check_id);
    const ofOrder =
      order === undefined
        ? { candidate: ERASED, dob: '', job: '', purchaseOrder: '', reference: '', earlierNumber: '' }
        : {
            candidate: fullName(order.facts.first_name, order.facts.last_name),
            dob: givenDob(order.facts.dob) ?? '',
            job: jobOf(order),
            ...referencesOf(order),
            earlierNumber: earlierNumberOf(order),
          };
    return { report, details: details.get(report.report_id), ...ofOrder };
  });
}

/**
 * Only the ids of a queue of any length are in memory at once. Every report that was there at the beginning comes once, unless
 * it has left the queue when its part is read. @param looked what narrowed it, in names of ours
 */
export async function* readQueueForFile(
  ctx: Ctx,
  reader: DeskReader,
  filter: QueueFilter,
  page: Omit<QueuePage, 'offset' | 'limit'>,
  looked: Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly QueueFileReport[]> {
  demand(authorityOf(reader), 'read_reports');
  const ids = await findQueuedIds(ctx.db, reader, filter, page);
  for (let from = 0; from < ids.length; from += REPORTS_PER_READ) {
    const reportIds = ids.slice(from, from + REPORTS_PER_READ);
    const part = { ...page, offset: 0, limit: REPORTS_PER_READ };
    const rows = await findQueueRows(ctx.db, reader, { ...filter, reportIds }, part);
    if (rows.length > 0) yield await opened(ctx, reader, rows, { ...looked, file: true });
  }
}
