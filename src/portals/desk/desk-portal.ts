// The screeners' pages: the queue, a report, the inbox; all of them behind sign-in.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { requireSignIn } from '../shared/signed-in.ts';
import { inboxPage } from './inbox/inbox-page.ts';
import { queuePage } from './queue/queue-page.ts';
import { reportPage } from './report/report-page.ts';

/** Registers in a scope that `portalPlugin` has prepared. */
export async function deskPortal(app: FastifyInstance, ctx: Ctx, sessions: SignInSessions): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('preHandler', requireSignIn(sessions));
    queuePage(pages, ctx);
    reportPage(pages, ctx);
    inboxPage(pages, ctx);
  });
}
