// The client's pages, behind sign-in, and the results as a file.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { Authentication } from '../../features/accounts/authentication.ts';
import type { SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { requireSignIn } from '../shared/signed-in.ts';
import { checkPage } from './check/check-page.ts';
import { ordersPage } from './orders/orders-page.ts';
import { registerResultsDownload } from './results/results-download.ts';

export interface ClientPortalOptions {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
  readonly sessions: SignInSessions;
}

/** Registers in a scope that `portalPlugin` has prepared. */
export async function clientPortal(app: FastifyInstance, options: ClientPortalOptions): Promise<void> {
  registerResultsDownload(app, options);
  await app.register(async (pages) => {
    pages.addHook('preHandler', requireSignIn(options.sessions));
    ordersPage(pages, options.ctx);
    checkPage(pages, options.ctx);
  });
}
