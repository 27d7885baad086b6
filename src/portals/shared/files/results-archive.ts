// Sends what is read of many orders as one ZIP, with an index of what it has.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  type ArchivedKind,
  type ArchivedOrder,
  archiveOf,
  type ToArchive,
} from '../../../features/lists/results-archive-actions.ts';
import { CSV_START, type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { zipOf } from '../../../platform/files/zip-archive.ts';
import { orderNumber } from '../page-filters.ts';
import { checkTag, lightTags } from '../status-tags.ts';

const columns: CsvColumns<ArchivedOrder> = {
  order: ({ orderId }) => orderNumber(orderId),
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: (one) => checkTag(one).text,
  result: ({ light }) => light && lightTags[light].text,
  completed_on: ({ status, isRestricted, completedAt }) =>
    status === 'complete' && !isRestricted && completedAt !== null ? ukDateOf(completedAt) : null,
  file: ({ file }) => file,
  note: ({ file, isLate }) =>
    isLate ? 'Not ready yet: download it again' : file === null ? 'No results to download' : null,
};

async function* indexOf(orders: readonly ArchivedOrder[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const lines of csvLines(columns, [orders])) yield Buffer.from(lines);
}

/** @param name of the file, without its extension */
export const sendArchive = (
  ctx: Ctx,
  reply: FastifyReply,
  name: string,
  wanted: readonly ToArchive[],
  kind: ArchivedKind,
) =>
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(zipOf(archiveOf(ctx, wanted, kind, indexOf), ctx.now())));
