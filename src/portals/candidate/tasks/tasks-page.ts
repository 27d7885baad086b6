// The task list: what is asked, what is done, and what comes next.

import type { Ctx } from '../../../context.ts';
import { readFormTime } from '../../../features/candidate-form/form-deadline-actions.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import {
  formStandings,
  minutesLeft,
  nextPage,
  type PageStatus,
} from '../../../features/candidate-form/form-page-rules.ts';
import { timeOfEntries } from '../../../features/requirements/form-effort-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { qrSvg } from '../../../lib/qr-picture.ts';
import { en, type SectionId } from '../../../messages/en.ts';
import { say, sayText } from '../../../messages/say.ts';
import { sentSections } from '../../shared/fact-fields/answer-sections.ts';
import { requirementWords } from '../../shared/fact-fields/requirement-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { portalContext } from '../../shared/portal-context.ts';
import { type FormPages, formBase, formModel, requireForm } from '../candidate-form-request.ts';
import { documentsTask, isWhole, lastTask, readDocuments } from '../documents/documents-page.ts';
import { hasList } from '../questions/question-page.ts';

const statusOf = (status: PageStatus) =>
  ({
    to_do: { tag: { text: say('To do'), classes: 'govuk-tag--blue' } },
    in_progress: { tag: { text: say('In progress'), classes: 'govuk-tag--yellow' } },
    complete: { text: say('Completed') },
  })[status];

/** The question that decides whether a list is asked is named by its own words, and the list by the title of both. */
function titleOf(page: FormPage): string {
  const { title, question = title } = requirementWords(page);
  return page.kind === 'questions' && hasList(page) ? question : title;
}

function timeWords({ submitBy, isLate, startsOn }: NonNullable<Awaited<ReturnType<typeof readFormTime>>>): string {
  const asks = isLate
    ? say('Please submit the form as soon as you can.')
    : say('Please submit the form by {day}.', { day: formatLongDate(submitBy) });
  if (startsOn === undefined) return asks;
  return `${asks} ${say('Your first day of work is planned for {day}. The checks can begin once you have submitted the form.', { day: formatLongDate(startsOn) })}`;
}

export function tasksPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/tasks', requireForm, async (request, reply, form) => {
    const base = formBase(request);
    const standings = formStandings(form.order.facts, form.scope, form.saved);
    const next = nextPage(standings, 'consent');
    const [documents, time] = await Promise.all([
      readDocuments(ctx, form),
      readFormTime(ctx, form.caller, form.link.checkId),
    ]);
    return renderPage(request, reply, 'candidate/tasks/tasks.njk', {
      ...formModel(request, form, say('Your background check')),
      hasRefused: request.query.refused !== undefined,
      done: standings.filter(({ status }) => status === 'complete').length,
      total: standings.length,
      minutesLeft: minutesLeft(standings),
      ofEntries: sayText(
        timeOfEntries(standings.filter(({ status }) => status !== 'complete').map(({ page }) => page.asked)),
      ),
      isRepeated: form.isRepeated,
      timeWords: time && timeWords(time),
      added: form.isSubmitted ? form.types.map(({ label }) => sayText(label)) : [],
      sentBefore: sentSections(form),
      continueAt: next ?? (form.isSubmitted ? 'answers' : lastTask(documents)),
      sections: (Object.keys(en.sections) as SectionId[])
        .map((section) => ({
          title: sayText(en.sections[section]),
          items: standings
            .filter(({ page }) => page.section === section)
            .map(({ page, status }) => ({
              title: { text: titleOf(page) },
              href: `${base}/${page.id}`,
              status: statusOf(status),
            })),
        }))
        .filter(({ items }) => items.length > 0),
      documents: documentsTask(form, documents),
      canSend: isWhole(form, documents),
    });
  });
  // An address of its own, because it is larger than the page, and most candidates never open it.
  pages.get('/qr', requireForm, (request, reply) =>
    reply.type('image/svg+xml').send(qrSvg(`${portalContext(request).settings.candidateUrl}${formBase(request)}`)),
  );
}
