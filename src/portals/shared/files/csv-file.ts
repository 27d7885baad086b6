// Sends a table as a CSV file for a spreadsheet.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { CSV_START } from '../../../lib/csv.ts';

async function* withStart(lines: Iterable<string> | AsyncIterable<string>) {
  yield CSV_START;
  yield* lines;
}

/** @param name of the file, without its extension */
export const sendCsv = (reply: FastifyReply, name: string, lines: Iterable<string> | AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(withStart(lines)));
