// The client's comments on a check, and what the screeners write about it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { commentAsClient } from '../../../features/comments/comment-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { commentRows } from '../../shared/comments/comments.ts';
import type { Pages } from '../../shared/shell.ts';
import type { ClientUser } from '../client-caller.ts';
import { callerOf } from './check-facts.ts';
import { checkPath, requestedCheck } from './requested-check.ts';

type CommentRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** Undefined for users who may do nothing about a check: what the screeners write may tell what was found. */
export async function commentsIn(ctx: Ctx, user: ClientUser, check: Check, typed: unknown) {
  const mayWrite = mayDo(user, 'answer_queries');
  if (!mayWrite && !mayDo(user, 'read_results')) return undefined;
  const { key } = await readCheckAndKey(ctx, callerOf(user, check), check.id);
  return {
    rows: await commentRows(ctx, check, key, 'client'),
    action: mayWrite && key !== undefined ? `/portal/checks/${check.id}/comments` : undefined,
    ...{ label: 'Write to the screeners', button: 'Send comment', openText: 'Not answered yet' },
    hint: isOngoing(check.status)
      ? 'For what they should know. The check goes on meanwhile; the candidate does not see it.'
      : 'For what they should know. The candidate does not see it.',
    typed,
  };
}

export function checkCommentPages(
  pages: Pages<'client'>,
  ctx: Ctx,
  show: (
    request: CommentRequest,
    reply: FastifyReply,
    shown: { readonly user: ClientUser; readonly check: Check; readonly errors: FieldMessages },
  ) => Promise<unknown>,
): void {
  pages.post(
    `${checkPath}/comments`,
    { permission: 'answer_queries' },
    async (request: CommentRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      const text = String(request.body?.comment ?? '')
        .replaceAll('\r\n', '\n')
        .trim();
      try {
        await commentAsClient(ctx, callerOf(user, check), check.id, text);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return show(request, reply.status(422), { user, check, errors: error.fields });
      }
      return reply.redirect(`/portal/checks/${check.id}?done=commented#comments`, 303);
    },
  );
}
