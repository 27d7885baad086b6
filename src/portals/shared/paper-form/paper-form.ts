// The PDF of an order's form to fill in by hand: its own questions with room for the answers, and the words to sign.

import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { consentText, declarationOf, markOf, statementsOf } from '../../../features/candidate-form/consent.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import { askedPages } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { toTimestamp } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { say, withoutMarks } from '../../../messages/say.ts';
import { spokenLanguage } from '../../../messages/spoken-language.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { type Field, fieldsOf } from '../fact-fields/fact-fields.ts';
import { requirementWords } from '../fact-fields/requirement-words.ts';
import { orderNumber } from '../page-filters.ts';

const template = fileURLToPath(new URL('paper-form.typ', import.meta.url));

/** Of a list, such as addresses: more fit on a sheet of paper of their own. */
const ENTRIES = 3;

interface PaperQuestion {
  readonly label: string;
  readonly hint: string;
  /** To tick one; without any, the answer is written. */
  readonly choices: readonly string[];
  readonly isLong: boolean;
  /** How deep it stands below what decides whether it is asked. */
  readonly depth: number;
}

/** A question, and below it those that an answer to it asks. */
function questionsOf({ kind, label, hint = '', items }: Field, depth = 0): PaperQuestion[] {
  const choices = items.flatMap((item) => ('divider' in item ? [] : [item]));
  const isTicked = kind === 'radios' || kind === 'tick';
  const own = {
    ...{ label, hint, depth, isLong: kind === 'long_text' },
    choices: kind === 'tick' ? [label] : isTicked ? choices.map(({ text }) => text) : [],
  };
  const led = choices.flatMap(({ text, children }) =>
    children.flatMap((child) =>
      questionsOf(child, depth + 1).map((one) =>
        one.depth === depth + 1
          ? { ...one, label: say('If “{answer}”: {question}', { answer: text, question: one.label }) }
          : one,
      ),
    ),
  );
  return [own, ...led];
}

function partsOf(page: Exclude<FormPage, { readonly kind: 'consent' }>) {
  const { title, question, wanted = '' } = requirementWords(page);
  const questions = fieldsOf(page.inputs, {}).flatMap((field) => questionsOf(field));
  if (page.kind === 'questions') return [{ title: question ?? title, wanted, questions }];
  return Array.from({ length: ENTRIES }, (_, at) => ({
    title: at === 0 ? title : `${title} (${at + 1})`,
    wanted: at === 0 ? wanted : '',
    questions,
  }));
}

/** @param form with what is asked of the candidate now */
export async function replyWithPaperForm(ctx: Ctx, reply: FastifyReply, form: OpenForm): Promise<FastifyReply> {
  const consent = consentText(form);
  const { first_name, last_name } = form.order.facts;
  const order = orderNumber(form.orderId);
  const data = {
    title: say('Your background check'),
    order,
    about: fullName(first_name, last_name),
    language: spokenLanguage(),
    preparedAt: toTimestamp(ctx.now()),
    words: {
      order: say('Order number {order}, asked for by {account}', { order, account: form.accountName }),
      how: say(
        'Write in capital letters, with a pen. Write dates as day, month and year. Leave empty what does not apply to you.',
      ),
      more: say('If there is not enough room, go on on another sheet with your name and the order number.'),
      page: say('Page'),
      of: say('of'),
      agreement: say('Your agreement'),
      declaration: say('Your declaration'),
      name: say('Your name'),
      signature: say('Signature'),
      day: say('Date'),
      mark: say('Mark of the words that are agreed to: {mark}', { mark: markOf(consent) }),
    },
    parts: askedPages(form.scope).flatMap((page) => (page.kind === 'consent' ? [] : partsOf(page))),
    // Whoever signs reads these words as they are kept.
    told: consent.sections.map(({ heading, paragraphs, points, link }) => ({
      heading,
      paragraphs: [...paragraphs, ...(link === undefined ? [] : [link])],
      points: points.map(({ label, text }) => ({ label, text })),
    })),
    agreed: statementsOf(consent),
    declaration: declarationOf({ is_helped: false, helper_name: null }),
  };
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${order}-form-to-fill-in.pdf"`)
    .header('cache-control', 'no-store')
    .send(await renderPdf({ template, data: JSON.parse(withoutMarks(JSON.stringify(data))) }));
}
