// Shows until when the candidate submits the form and when they are reminded, and lets clients and screeners extend the
// time or remind them at once.
import type { FastifyRequest } from 'fastify';
import { type Caller, type Ctx, timeFor, todayFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import {
  askForFormBy,
  extendSubmission,
  readFormDeadlines,
  remindNow,
  remindUnlessToday,
} from '../../../features/candidate-form/form-deadline-actions.ts';
import { readFormProgress } from '../../../features/candidate-form/form-progress-actions.ts';
import { readOpenSteps } from '../../../features/candidate-form/open-step-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import {
  extendedSubmission,
  extensions,
  lastDayOf,
  submitByOf,
} from '../../../features/checks/form-deadline-schedule.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { notSentText, openStepTitles, progressText } from './form-progress.ts';

const noticeTexts = {
  asked: 'The candidate is asked for the form by the new day, and gets a mail that says so.',
  extended: 'The candidate has more time. The new date is below.',
  corrected: 'The details are corrected. The link that the candidate has still works.',
  corrected_link: 'The details are corrected. A new link is mailed, and the earlier link has stopped working.',
  reminded: 'The reminder is sent to the candidate.',
  reminded_today: 'Nothing was sent: the candidate was reminded today already.',
} as const;

/** The next reminder, unless the time for the form is over before it. */
export const reminderBefore = (submission: Date, reminder: Date | null | undefined): Date | undefined =>
  reminder && reminder < submission ? reminder : undefined;

interface Opened {
  readonly caller: Caller;
  readonly check: Check;
  /** The path of the page to return to. */
  readonly page: string;
}

/** The model of `shared/deadlines/form-deadlines.njk`; undefined once the form is submitted. */
export async function formDeadlinesIn(ctx: Ctx, user: Permitted, { caller, check, page }: Opened, done: unknown) {
  const deadlines = await readFormDeadlines(ctx, caller, check);
  if (deadlines === undefined) return undefined;
  const progress = await readFormProgress(ctx, caller, check.id);
  const open = await readOpenSteps(ctx, caller, check);
  return {
    openSteps: open && openStepTitles(open),
    missing: open?.documents ?? [],
    notSent: progress?.steps === progress?.complete && open !== undefined ? notSentText : undefined,
    submitBy: submitByOf(deadlines.submission),
    isLate: submitByOf(deadlines.submission) < todayFor(ctx, caller),
    lastDay: lastDayOf(deadlines.submission.dueAt),
    progress: progressText(progress, timeFor(ctx, caller)),
    last: deadlines.last,
    remindedAt: reminderBefore(deadlines.submission.dueAt, deadlines.reminder?.dueAt),
    base: mayDo(user, 'extend_deadlines') ? `${page}/form-deadline` : undefined,
    amending: mayDo(user, 'amend_orders') ? page : undefined,
    notice: Object.entries(noticeTexts).find(([code]) => code === done)?.[1],
    wasNotSent: done === 'reminded_today',
  };
}

type DeadlineRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

/** @param path of the page that shows the deadlines. @param open finds the check of a request */
export function formDeadlinePages<Kind extends 'client' | 'desk', Request extends DeadlineRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: UserOf<Kind>) => Promise<Opened>,
): void {
  const permission = 'extend_deadlines' as const;

  const modelOf = async (
    { caller, check, page }: Opened,
    { working_days: chosen, day: typed }: Readonly<Record<string, unknown>> = {},
  ) => {
    const deadlines = await readFormDeadlines(ctx, caller, check);
    if (deadlines === undefined) throw new Refusal('state_does_not_allow');
    const { submission } = deadlines;
    const { dueAt } = submission;
    const now = timeFor(ctx, caller);
    return {
      title: 'When the form must be in',
      day: typeof typed === 'string' ? typed : submitByOf(submission),
      today: ukDateOf(now),
      environment: check.tenant.environment,
      page,
      orderId: check.orderId,
      submitBy: lastDayOf(dueAt),
      choices: extensions.map((days) => ({
        value: String(days),
        text: `${days} more working days`,
        hint: { text: `Until ${formatLongDate(lastDayOf(extendedSubmission(dueAt, now, days, ctx.calendar())))}` },
        checked: String(days) === chosen,
      })),
    };
  };

  pages.get<Request>(`${path}/form-deadline`, { permission }, async (request, reply, user) =>
    renderPage(request, reply, 'shared/deadlines/extend.njk', await modelOf(await open(request, user))),
  );

  pages.post<Request>(`${path}/form-deadline`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const days = Number(request.body?.working_days);
    if (!extensions.some((one) => one === days)) {
      const errors = { working_days: ['Choose how much more time the candidate has'] };
      const model = { ...(await modelOf(opened, request.body ?? {})), errors };
      return renderPage(request, reply.status(422), 'shared/deadlines/extend.njk', model);
    }
    await extendSubmission(ctx, opened.caller, opened.check.id, days);
    return reply.redirect(`${opened.page}?done=extended#form-deadline`, 303);
  });

  pages.post<Request>(`${path}/form-deadline/day`, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const { caller, check, page } = opened;
    try {
      await askForFormBy(ctx, caller, check.id, String(request.body?.day ?? '').trim());
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
      const errors = { day: (error.fields.day ?? []).map((rule) => `The day ${rule}`) };
      const model = { ...(await modelOf(opened, request.body ?? {})), errors };
      return renderPage(request, reply.status(422), 'shared/deadlines/extend.njk', model);
    }
    return reply.redirect(`${page}?done=asked#form-deadline`, 303);
  });

  pages.post<Request>(`${path}/form-deadline/reminder`, { permission }, async (request, reply, user) => {
    const { caller, check, page } = await open(request, user);
    // Then the button said that it is another one of today.
    const isAgain = request.body?.again === 'yes';
    const done = isAgain ? 'reminded' : await remindUnlessToday(ctx, caller, check.id);
    if (done === 'not_awaited') throw new Refusal('state_does_not_allow');
    if (isAgain) await remindNow(ctx, caller, check.id);
    return reply.redirect(`${page}?done=${done}#form-deadline`, 303);
  });
}
