// Records the answers of a supplier from the spreadsheet that it filled in.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import type { SentOutRow } from '../../../features/lists/sent-out-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { mostLines } from '../../../features/supplier-batches/answer-file-rules.ts';
import { type ManyAnswered, recordManyAnswers } from '../../../features/supplier-batches/batch-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { readSpreadsheet } from '../../../platform/files/spreadsheet.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { answersPath, sentOutPath } from './sent-out-address.ts';

const largestBytes = 10_000_000;

type AnswersRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

const environmentOf = ({ query }: AnswersRequest): Environment => (query.environment === 'test' ? 'test' : 'live');

const rowOf = (row: SentOutRow) => ({
  ...{ href: `/desk/reports/${row.report_id}`, orderId: row.order_id, supplier: row.supplier_name },
  label: reportTypeById(row.report_type_id)?.label ?? 'Report',
});

interface Shown {
  readonly errors?: FieldMessages;
  readonly done?: ManyAnswered;
}

function show(request: AnswersRequest, reply: FastifyReply, { errors, done }: Shown = {}) {
  const environment = environmentOf(request);
  const also = environment === 'test' ? '?environment=test' : '';
  return renderPage(request, reply, 'desk/sent-out/answers.njk', {
    title: done === undefined ? 'Record answers from a spreadsheet' : 'The answers are recorded',
    ...{ environment, errors, action: `${answersPath}${also}`, listHref: `${sentOutPath}${also}` },
    ...(done && { recorded: done.recorded.map(rowOf), left: done.left.map(rowOf) }),
  });
}

export function answersPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'send_out' } as const;

  pages.get(answersPath, options, async (request: AnswersRequest, reply) => show(request, reply));

  // The answer to the form itself: nothing else remembers what the file changed. Sent again, it is refused.
  pages.post(answersPath, options, async (request: AnswersRequest, reply, user) => {
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), { errors });
    const { fileName, content } = sentFile(request);
    if (fileName === '') return refuse({ file: ['Choose the spreadsheet'] });
    const bytes = await readAtMost(content, largestBytes);
    if (bytes === undefined) return refuse({ file: ['The file must be smaller than 10 MB'] });
    const rows = await readSpreadsheet(bytes, mostLines);
    let done: ManyAnswered | undefined;
    const errors = await refusedFields(
      async () => {
        const read = typeof rows === 'string' ? undefined : rows;
        done = await recordManyAnswers(ctx, user, environmentOf(request), read);
      },
      { file: { input: 'file', begins: 'The file:' } },
    );
    return errors === undefined ? show(request, reply, { done: done! }) : refuse(errors);
  });
}
