// What the candidate of a check is asked and has still to add: of what kind, by when, and whether the client may remind them today.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readOpenSteps } from '../../../features/candidate-form/open-step-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readAwaitedAnswers } from '../../../features/queries/awaited-answer-actions.ts';
import { remindOfQueries, wasAskedToday } from '../../../features/queries/candidate-reminder-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { queryKinds } from '../../../messages/en-queries.ts';
import { sayText } from '../../../messages/say.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const labelOf = (kind: string): string =>
  Object.hasOwn(queryKinds, kind) ? sayText(queryKinds[kind as keyof typeof queryKinds].label) : 'A question';

/** Undefined where nothing is open. The form itself has a section of its own. */
export async function candidateAsked(ctx: Ctx, user: ClientUser, check: Check) {
  if (check.isRestricted || check.status === 'awaiting_applicant') return undefined;
  const caller = callerFor(user, check.tenant.environment);
  const awaited = await readAwaitedAnswers(ctx, caller, check.id);
  const questions = awaited.filter(({ addressee }) => addressee === 'candidate');
  const documents = (await readOpenSteps(ctx, caller, check))?.documents ?? [];
  if (questions.length === 0 && documents.length === 0) return undefined;
  return {
    documents,
    questions: questions.map(({ report_id, kind, due_on, asked_at }) => {
      const type = reportTypeById(check.reports.find(({ id }) => id === report_id)?.reportTypeId ?? 0);
      return { label: labelOf(kind), report: type?.label, answerBy: due_on, askedAt: asked_at };
    }),
    action: questions.length > 0 && mayDo(user, 'extend_deadlines') ? `/portal/checks/${check.id}/reminder` : undefined,
    isOfToday: questions.length > 0 && (await wasAskedToday(ctx, caller, check.id)),
  };
}

type AskedRequest = FastifyRequest<{ Params: { check_id: string } }>;

export function candidateReminderPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.post(
    `${checkPath}/reminder`,
    { permission: 'extend_deadlines' },
    async (request: AskedRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      try {
        await remindOfQueries(ctx, callerFor(user, check.tenant.environment), check.id);
      } catch (error) {
        // Somebody else was quicker.
        if (!(error instanceof Refusal && error.reason === 'already_taken')) throw error;
      }
      return reply.redirect(`/portal/checks/${check.id}?done=asked_again#candidate-asked`, 303);
    },
  );
}
