// A query as pages show it: whom it asks about what, its files, and the answer.

import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../../context.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import type { Query } from '../../../features/queries/query.ts';
import { answersItself, hasEnded } from '../../../features/queries/query-rules.ts';
import { queryKinds } from '../../../messages/en-queries.ts';
import { downloadName } from '../files/download-name.ts';
import type { Tag } from '../status-tags.ts';

interface QueryFile {
  readonly name: string;
  readonly href: string;
}

/** A step at another service, without its link where only its candidate may follow it. */
interface StepView {
  readonly host: string;
  readonly endsAt: Date | null;
  readonly hasEnded: boolean;
  /** The service tells us when the candidate has finished. */
  readonly answersItself: boolean;
}

export interface QueryView extends Omit<Query, 'files' | 'answerFiles' | 'step'> {
  readonly label: string;
  readonly tag: Tag;
  /** It is open, and the day by which it was to be answered has passed. */
  readonly isLate: boolean;
  readonly step: StepView | null;
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

const stepOf = (query: Query, now: Date): StepView | null =>
  query.step && {
    host: new URL(query.step.url).host,
    endsAt: query.step.endsAt,
    hasEnded: hasEnded(query, now),
    answersItself: answersItself(query),
  };

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
    step: stepOf(query, timeFor(ctx, reader)),
    isLate: query.status === 'open' && query.dueOn < today,
    files: filesOf(query.files, query),
    answerFiles: filesOf(query.answerFiles, query),
  }));
}
