// Shows until when the candidate submits the form and when they are reminded, and lets clients and screeners extend the
// time or remind them at once.
import type { FastifyRequest } from 'fastify';
import { type Caller, type Ctx, timeFor } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import {
  extendSubmission,
  readFormDeadlines,
  remindNow,
} from '../../../features/candidate-form/form-deadline-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { extendedSubmission, extensions, lastDayOf } from '../../../features/checks/form-deadline-schedule.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages } from '../shell.ts';

const noticeTexts = {
  extended: 'The candidate has more time. The new date is below.',
  corrected: 'The address is corrected. A new link is mailed to it, and the earlier link has stopped working.',
  reminded: 'The reminder is sent to the candidate.',
} as const;

/** The next reminder, unless the time for the form is over before it. */
export const reminderBefore = (submission: Date, reminder: Date | null | undefined): Date | undefined =>
  reminder && reminder < submission ? reminder : undefined;

/** The model of `shared/deadlines/form-deadlines.njk`; undefined once the form is submitted. */
export async function formDeadlinesIn(ctx: Ctx, user: Permitted, check: Check, page: string, done: unknown) {
  const deadlines = await readFormDeadlines(ctx, check);
  if (deadlines === undefined) return undefined;
  return {
    submitBy: lastDayOf(deadlines.submission.dueAt),
    remindedAt: reminderBefore(deadlines.submission.dueAt, deadlines.reminder?.dueAt),
    base: mayDo(user, 'extend_deadlines') ? `${page}/form-deadline` : undefined,
    amending: mayDo(user, 'amend_orders') ? page : undefined,
    notice: Object.entries(noticeTexts).find(([code]) => code === done)?.[1],
  };
}

type DeadlineRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

interface Opened {
  readonly caller: Caller;
  readonly check: Check;
  /** The path of the page to return to. */
  readonly page: string;
}

/** @param path of the page that shows the deadlines. @param open finds the check of a request */
export function formDeadlinePages<Kind extends 'client' | 'desk', Request extends DeadlineRequest>(
  pages: Pages<Kind>,
  ctx: Ctx,
  path: string,
  open: (request: Request, user: Parameters<Parameters<Pages<Kind>['get']>[2]>[2]) => Promise<Opened>,
): void {
  const permission = 'extend_deadlines' as const;

  const modelOf = async ({ caller, check, page }: Opened, chosen?: unknown) => {
    const deadlines = await readFormDeadlines(ctx, check);
    if (deadlines === undefined) throw new Refusal('state_does_not_allow');
    const { dueAt } = deadlines.submission;
    const now = timeFor(ctx, caller);
    return {
      title: 'Give the candidate more time',
      environment: check.tenant.environment,
      page,
      orderId: check.orderId,
      submitBy: lastDayOf(dueAt),
      choices: extensions.map((days) => ({
        value: String(days),
        text: `${days} more working days`,
        hint: { text: `Until ${formatLongDate(lastDayOf(extendedSubmission(dueAt, now, days)))}` },
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
      const model = { ...(await modelOf(opened, request.body?.working_days)), errors };
      return renderPage(request, reply.status(422), 'shared/deadlines/extend.njk', model);
    }
    await extendSubmission(ctx, opened.caller, opened.check.id, days);
    return reply.redirect(`${opened.page}?done=extended#form-deadline`, 303);
  });

  pages.post<Request>(`${path}/form-deadline/reminder`, { permission }, async (request, reply, user) => {
    const { caller, check, page } = await open(request, user);
    await remindNow(ctx, caller, check.id);
    return reply.redirect(`${page}?done=reminded#form-deadline`, 303);
  });
}
