// The pages of every list: the list itself, an entry that is added or changed, and the question whether to remove it.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { saysNone } from '../../../features/candidate-form/answer-rules.ts';
import { withoutEntry } from '../../../features/candidate-form/entry-rules.ts';
import { tidy } from '../../../features/candidate-form/form-page-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { personSentence } from '../../../messages/sentences.ts';
import { entryLines } from '../../shared/fact-fields/answer-rows.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { addressView } from '../addresses/place-page.ts';
import { type FormPages, type FormRequest, formModel } from '../candidate-form-request.ts';
import { afterSaving } from '../questions/question-page.ts';
import { entryView } from './entry-pages.ts';
import {
  conflict,
  entryNameIn,
  type ListView,
  listFields,
  listPath,
  newEntry,
  type OpenList,
  problemsOfList,
  requireEntry,
  requireList,
  saveList,
} from './list-request.ts';

const viewOf = ({ page }: OpenList): ListView => (page.list === 'addresses' ? addressView : entryView);

export const showList: ListView['showList'] = (request, reply, opened, errors) =>
  viewOf(opened).showList(request, reply, opened, errors);

/** What the list says as it is sent: its entries, or that there is nothing to add. */
function sentList(request: FormRequest, opened: OpenList): OpenList {
  const { page, answer } = opened;
  if (request.body?.none !== 'yes' || page.fact.none === undefined) return opened;
  if (page.fact.whyNone !== undefined) return { ...opened, answer: { ...answer, isNone: true, why: whyIn(request) } };
  return answer.entries.length === 0 ? { ...opened, answer: saysNone } : opened;
}

const LONGEST_REASON = 500;

const whyIn = (request: FormRequest): string => tidy(request.body?.why);

/** What is wrong with the reason of somebody who has nothing to add. */
function whyProblem({ page, answer: { isNone, why = '' } }: OpenList): FieldMessages | undefined {
  const { whyNone } = page.fact;
  if (isNone !== true || whyNone === undefined) return undefined;
  if (why === '') return { why: [personSentence({ code: 'missing' }, whyNone)] };
  const params = { most: LONGEST_REASON };
  return why.length > LONGEST_REASON ? { why: [personSentence({ code: 'too_long', params }, whyNone)] } : undefined;
}

/** Saves the list as complete; leads to the next page, or shows what is missing. */
export async function finishList(ctx: Ctx, request: FormRequest, reply: FastifyReply, shown: OpenList) {
  const opened = sentList(request, shown);
  const { form, page, answer } = opened;
  const unsaid = whyProblem(opened);
  if (unsaid !== undefined) return showList(request, reply.status(422), opened, unsaid);
  // Saved even if something is missing: from here on the list is the candidate's own, not the client's.
  if (!(await saveList(ctx, request, opened, answer))) return showList(request, reply.status(409), opened, conflict());
  const problems = problemsOfList(opened);
  if (problems.any) return showList(request, reply.status(422), opened, problems.fields);
  const saved = new Map(form.saved).set(page.id, { version: 0, answer });
  return reply.redirect(await afterSaving(ctx, request, { ...form, saved }, page.id), 303);
}

export function listPages(pages: FormPages, ctx: Ctx): void {
  pages.get('/:page/new', requireList, (request, reply, opened) =>
    viewOf(opened).showEntry(request, reply, opened, { entry: undefined, typed: newEntry(opened.page) }),
  );

  pages.get('/:page/:key', requireEntry, (request, reply, opened) =>
    viewOf(opened).showEntry(request, reply, opened, { entry: opened.entry, typed: opened.entry.typed }),
  );

  pages.post('/:page/new', requireList, (request, reply, opened) =>
    viewOf(opened).saveEntry(ctx, request, reply, opened, undefined),
  );

  pages.post('/:page/:key', requireEntry, (request, reply, opened) =>
    viewOf(opened).saveEntry(ctx, request, reply, opened, opened.entry),
  );

  pages.get('/:page/:key/remove', requireEntry, (request, reply, opened) => {
    const { form, page, entry } = opened;
    return renderPage(request, reply, 'candidate/entries/remove.njk', {
      ...formModel(request, form, say('Remove {what}?', { what: entryNameIn(opened, entry) })),
      ...listFields(request, opened),
      action: listPath(request, page, `/${entry.key}/remove`).split('?')[0],
      backText: say('Back to the list'),
      lines: entryLines(page, entry, form.scope.today),
    });
  });

  pages.post('/:page/:key/remove', requireEntry, async (request, reply, opened) => {
    const isSaved = await saveList(ctx, request, opened, withoutEntry(opened.answer, opened.entry.key));
    return isSaved
      ? reply.redirect(listPath(request, opened.page), 303)
      : showList(request, reply.status(409), opened, conflict());
  });
}
