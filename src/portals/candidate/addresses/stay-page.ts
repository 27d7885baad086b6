// The page that asks for the dates of one address.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { isCurrent, withEntry } from '../../../features/candidate-form/entry-rules.ts';
import { sentNames } from '../../../features/candidate-form/fact-input-rules.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import { readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import { isDateEmpty, typedDate } from '../../../features/candidate-form/typed-date-rules.ts';
import { formatPeriod } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formModel } from '../candidate-form-request.ts';
import {
  conflict,
  entryNameIn,
  listFields,
  listPath,
  type OpenEntry,
  problemsOfEntry,
  requireEntry,
  saveList,
} from '../entries/list-request.ts';
import { historyOf, isOfStay } from './addresses-page.ts';
import { noHome } from './place-page.ts';

/** The gap that an address without dates most likely closes: the latest one. */
function gapToClose(opened: OpenEntry) {
  if (isCurrent(opened.entry) || !isDateEmpty(opened.entry.typed, 'start_date')) return undefined;
  return historyOf(opened).gaps.at(-1);
}

function showStay(request: FormRequest, reply: FastifyReply, opened: OpenEntry, typed: Typed, errors?: FieldMessages) {
  const { form, page, entry } = opened;
  const name = entryNameIn(opened, entry);
  const gap = gapToClose(opened);
  const isNow = isCurrent(entry);
  const hadHome = entry.typed[noHome] !== 'yes';
  const question = hadHome
    ? say(isNow ? 'When did you move to {place}?' : 'When did you live at {place}?', { place: name })
    : say(isNow ? 'Since when has mail reached you at {place}?' : 'When did you have no fixed address?', {
        place: name,
      });
  return renderPage(request, reply, 'candidate/addresses/stay.njk', {
    ...formModel(request, form, question),
    ...listFields(request, opened),
    action: listPath(request, page, `/${entry.key}/dates`).split('?')[0],
    backText: say('Back to your addresses'),
    isCurrent: isNow,
    hadHome,
    gap: gap === undefined ? undefined : formatPeriod(gap.stated),
    typed,
    errors,
  });
}

async function requireAddress(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenEntry | undefined> {
  const opened = await requireEntry(ctx, request, reply);
  if (opened !== undefined && opened.page.list !== 'addresses') throw new Refusal('not_found');
  return opened;
}

export function stayPages(pages: FormPages, ctx: Ctx): void {
  pages.get('/:page/:key/dates', requireAddress, (request, reply, opened) => {
    const { typed } = opened.entry;
    const end = isDateEmpty(typed, 'end_date') ? gapToClose(opened)?.stated.to : undefined;
    return showStay(request, reply, opened, end === undefined ? typed : { ...typed, ...typedDate('end_date', end) });
  });

  pages.post('/:page/:key/dates', requireAddress, async (request, reply, opened) => {
    const { form, page, answer, entry } = opened;
    const read = readTyped(page, request.body ?? {});
    const names = page.inputs.filter(({ name }) => isOfStay(name)).flatMap(sentNames);
    const typed = Object.fromEntries(names.map((name) => [name, read[name] ?? '']));
    const changed = withEntry(page, answer, entry.key, typed, form.scope.today);
    const found = Object.entries(problemsOfEntry({ ...opened, answer: changed.answer }, entry.key).fields);
    const problems = found.filter(([input]) => isOfStay(input));
    if (problems.length > 0) {
      return showStay(request, reply.status(422), opened, typed, Object.fromEntries(problems));
    }
    const saved = await saveList(ctx, request, opened, changed.answer);
    return saved
      ? reply.redirect(listPath(request, page), 303)
      : showStay(request, reply.status(409), opened, typed, conflict());
  });
}
