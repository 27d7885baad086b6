// The PDF of what a candidate or a referee sent, to keep.

import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { toTimestamp } from '../../../lib/dates.ts';
import { say, withoutMarks } from '../../../messages/say.ts';
import { spokenLanguage } from '../../../messages/spoken-language.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { britishDateTime } from '../page-filters.ts';

const template = fileURLToPath(new URL('sent-copy.typ', import.meta.url));

export interface SentCopy {
  readonly title: string;
  /** `VF45`. */
  readonly order: string;
  /** Whom it is about. */
  readonly about: string;
  readonly accountName: string;
  readonly sentAt: Date;
  /** How the answers came, where others typed them, and what to do; a line each. */
  readonly came?: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly rows: readonly { readonly label: string; readonly lines: readonly string[] }[];
  }[];
  /** What was declared when it was sent. */
  readonly declaration: string;
}

/** @param name of the file, after the number of the order */
export async function replyWithCopy(
  ctx: Ctx,
  reply: FastifyReply,
  name: string,
  copy: SentCopy,
): Promise<FastifyReply> {
  const { order, accountName: account } = copy;
  const language = spokenLanguage();
  const words = {
    order: say('Order number {order}, asked for by {account}', { order, account }),
    sent: say('Sent on {when}', { when: britishDateTime(copy.sentAt) }),
    // Whoever reads it later sees what the candidate saw.
    language: language === 'cy' ? say('The form was shown in Welsh') : '',
    question: say('Question'),
    answer: say('Answer'),
    page: say('Page'),
    of: say('of'),
    declaration: say('Your declaration'),
  };
  const said = { ...copy, came: copy.came ?? [], words, language, preparedAt: toTimestamp(ctx.now()) };
  const data = JSON.parse(withoutMarks(JSON.stringify(said)));
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${copy.order}-${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(await renderPdf({ template, data }));
}
