// The evidence of a review of access as files: each person with their access and what was decided, or that it is not decided.
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { ReviewContents, ReviewedAccess } from '../../../features/access-reviews/access-review-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { toTimestamp } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { sendCsv } from '../files/csv-file.ts';
import { britishDate, britishDateTime } from '../page-filters.ts';
import {
  changeLines,
  deciderText,
  decisionTexts,
  factorsOf,
  kindText,
  mayText,
  type ReviewReader,
  seesText,
} from './access-words.ts';

const template = fileURLToPath(new URL('access-review.typ', import.meta.url));

const isAboutOneself = ({ decision, ownerId }: ReviewedAccess) =>
  decision !== undefined && decision.decided_by === `user:${ownerId}`;

const columnsOf = ({ review, changes }: ReviewContents, reader: ReviewReader): CsvColumns<ReviewedAccess> => ({
  kind: (one) => kindText(one, reader),
  name: ({ name }) => name,
  email: ({ email }) => email,
  may: mayText,
  sees: (one) => seesText(one, reader),
  last_sign_in_at: ({ facts }) => facts.last_sign_in_at,
  last_used_at: ({ facts }) => facts.last_used_at,
  second_factors: ({ kind, facts }) => (kind === 'user' ? factorsOf(facts) : null),
  changes: ({ id }) => changeLines(changes.get(id) ?? [], reader).join('; '),
  decision: ({ decision }) => (decision === undefined ? 'Not decided' : decisionTexts[decision.decision]),
  decided_at: ({ decision }) => decision?.decided_at.toISOString() ?? null,
  decided_by: ({ decision }) => (decision === undefined ? null : deciderText(decision, reader)),
  about_oneself: (one) => (isAboutOneself(one) ? 'yes' : 'no'),
  review_started_at: () => review.started_at.toISOString(),
  review_ended_at: () => review.ended_at?.toISOString() ?? null,
  id: ({ id }) => id,
});

const nameOf = ({ review }: ReviewContents) => `access-review-${ukDateOf(review.ended_at ?? review.started_at)}`;

export const sendReviewFile = (reply: FastifyReply, contents: ReviewContents, reader: ReviewReader) =>
  sendCsv(reply, nameOf(contents), csvLines(columnsOf(contents, reader), [contents.accesses]));

const dayText = (iso: string | null) => (iso === null ? 'None known' : britishDate(new Date(iso)));

const lineOf = (one: ReviewedAccess, reader: ReviewReader) => ({
  name: one.name,
  asides: [kindText(one, reader), ...(one.email === null ? [] : [one.email])],
  may: mayText(one),
  sees: seesText(one, reader),
  used: dayText(one.facts.last_used_at),
  factors: one.kind === 'user' ? factorsOf(one.facts) : '',
  decision: one.decision === undefined ? 'Not decided' : decisionTexts[one.decision.decision],
  decided:
    one.decision === undefined
      ? []
      : [
          `${britishDate(one.decision.decided_at)}, by ${deciderText(one.decision, reader)}`,
          ...(isAboutOneself(one) ? ['About themselves: nobody else could decide'] : []),
        ],
});

export async function sendReviewPdf(
  ctx: Ctx,
  reply: FastifyReply,
  contents: ReviewContents,
  reader: ReviewReader & { readonly called: string },
): Promise<FastifyReply> {
  const { review, accesses } = contents;
  const nobody = 'Nobody of the company';
  const left = accesses.filter(({ decision }) => decision === undefined).length;
  const starter = reader.isForClient ? undefined : (review.started_by_name ?? nobody);
  const data = {
    title: `Review of access to ${reader.called}`,
    author: ctx.settings.operatorName ?? 'Probity',
    preparedAt: toTimestamp(ctx.now()),
    facts: [
      ['Started', `${britishDateTime(review.started_at)}${starter === undefined ? '' : `, by ${starter}`}`],
      [
        'Ended',
        review.ended_at === null
          ? `Not yet: ${left} not decided`
          : `${britishDateTime(review.ended_at)}${reader.isForClient ? '' : `, by ${review.ended_by_name ?? nobody}`}`,
      ],
    ],
    lines: accesses.map((one) => lineOf(one, reader)),
  };
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${nameOf(contents)}.pdf"`)
    .header('cache-control', 'no-store')
    .send(await renderPdf({ template, data }));
}
