// Records the answers of a supplier from the spreadsheet that it filled in.

import type { FastifyReply } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type ManyAnswered, recordManyAnswers } from '../../../features/supplier-batches/answer-batch-actions.ts';
import type { Difference } from '../../../features/supplier-batches/answer-comparison-rules.ts';
import { mostLines } from '../../../features/supplier-batches/answer-file-rules.ts';
import { saysNothingFound } from '../../../features/suppliers/answer-word-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { readSpreadsheet } from '../../../platform/files/spreadsheet.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { typed } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import type { Tag } from '../../shared/status-tags.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';
import { answersPath, sentOutPath } from './sent-out-address.ts';

const largestBytes = 10_000_000;

const environmentOf = ({ query }: FormRequest): Environment => (query.environment === 'test' ? 'test' : 'live');

const toRead: Tag = { text: 'To read', classes: 'govuk-tag--orange' };
const nothingFound: Tag = { text: 'Nothing found', classes: 'govuk-tag--grey' };

const columnTexts: Readonly<Record<Difference['column'], string>> = {
  ...{ answer: 'Answer', supplier_reference: 'Their number', received_on: 'Received on', cost: 'Cost' },
};

function rowOf({ line, row }: ManyAnswered['recorded'][number]) {
  const isNothing = saysNothingFound(line.words);
  return {
    ...{ href: `/desk/reports/${row.report_id}`, orderId: row.order_id, supplier: row.supplier_name },
    label: reportTypeById(row.report_type_id)?.label ?? 'Report',
    ...{ words: line.words, isNothing, tag: isNothing ? nothingFound : toRead },
    isComplete: row.report_status === 'complete',
  };
}

type Row = ReturnType<typeof rowOf>;

/** What says more than that nothing was found comes first. */
const byContents = (one: Row, other: Row) => Number(one.isNothing) - Number(other.isNothing);

const doneModel = ({ recorded, corrected, same, differing, left }: ManyAnswered, environment: Environment) => ({
  recorded: recorded.map(rowOf).toSorted(byContents),
  toRead: recorded.filter(({ line }) => !saysNothingFound(line.words)).length,
  corrected: corrected.map(rowOf).toSorted(byContents),
  same,
  differing: differing.map((one) => ({
    ...rowOf(one),
    href: `/desk/reports/${one.row.report_id}/sent-out/${one.row.id}`,
    line: one.line.line,
    differences: one.differences.map(({ column, says, recorded: was }) => ({ name: columnTexts[column], says, was })),
  })),
  saysElse: differing.some(({ differences }) => differences.some(({ column }) => column === 'answer')),
  left: left.map(rowOf),
  queueHref: queueHref({ ...plainQueue(environment), waiting: 'source_answered' }),
});

interface Shown {
  readonly errors?: FieldMessages;
  readonly done?: ManyAnswered;
}

function show(request: FormRequest, reply: FastifyReply, { errors, done }: Shown = {}) {
  const environment = environmentOf(request);
  const also = environment === 'test' ? '?environment=test' : '';
  return renderPage(request, reply, 'desk/sent-out/answers.njk', {
    title: done === undefined ? 'Record answers from a spreadsheet' : 'The answers of the spreadsheet',
    ...{ environment, errors, action: `${answersPath}${also}`, listHref: `${sentOutPath}${also}` },
    done: done && doneModel(done, environment),
  });
}

export function answersPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'send_out' } as const;

  pages.get(answersPath, options, async (request: FormRequest, reply) => show(request, reply));

  // The answer to the form itself: the words are nothing for an address. Sent again, its lines say what is recorded.
  pages.post(answersPath, options, async (request: FormRequest, reply, user) => {
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
        done = await recordManyAnswers(ctx, user, environmentOf(request), read, typed(request, 'corrections') === '1');
      },
      { file: { input: 'file', begins: 'The file:' } },
    );
    return errors === undefined ? show(request, reply, { done: done! }) : refuse(errors);
  });
}
