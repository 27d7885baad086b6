// A query as pages show it: whom it asks about what, its files, and the answer.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../../context.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import type { Query } from '../../../features/queries/query.ts';
import { queryKinds } from '../../../messages/en-queries.ts';
import { downloadName } from '../files/download-name.ts';
import type { Tag } from '../status-tags.ts';

interface QueryFile {
  readonly name: string;
  readonly href: string;
}

export interface QueryView extends Omit<Query, 'files' | 'answerFiles'> {
  readonly label: string;
  readonly tag: Tag;
  /** It is open, and the day by which it was to be answered has passed. */
  readonly isLate: boolean;
  readonly files: readonly QueryFile[];
  readonly answerFiles: readonly QueryFile[];
}

const waitingTexts = { candidate: 'Waiting for the candidate', client: 'Waiting for the client' } as const;

function tagOf({ status, isExhausted, addressee }: Query): Tag {
  if (isExhausted) return { text: 'No answer', classes: 'govuk-tag--red' };
  if (status === 'open') return { text: waitingTexts[addressee], classes: 'govuk-tag--yellow' };
  if (status === 'answered') return { text: 'Answered', classes: 'govuk-tag--green' };
  return { text: 'Withdrawn', classes: 'govuk-tag--grey' };
}

/** @param filesBase the path below which the reader opens files of the order; may name the query as `{query}` */
export async function queryViews(
  ctx: Ctx,
  reader: Caller & OrderScope,
  orderId: number,
  queries: readonly Query[],
  filesBase: string,
): Promise<QueryView[]> {
  const hasFiles = queries.some(({ files, answerFiles }) => files.length + answerFiles.length > 0);
  const attachments = hasFiles ? await listAttachments(ctx, reader, orderId) : [];
  const filesOf = (tokens: readonly string[], query: Query) =>
    attachments
      .filter(({ fileToken }) => tokens.includes(fileToken))
      .map(({ fileToken, fileName }) => ({
        name: downloadName(fileName),
        href: `${filesBase.replace('{query}', query.id)}/${fileToken}`,
      }));
  const today = todayFor(ctx, reader);
  return queries.map((query) => ({
    ...query,
    label: queryKinds[query.kind].label,
    tag: tagOf(query),
    isLate: query.status === 'open' && query.dueOn < today,
    files: filesOf(query.files, query),
    answerFiles: filesOf(query.answerFiles, query),
  }));
}
