// The pages that clients and screeners share: sign-in, and behind it the inbox and their account.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { aboutUserPages } from './about/about-pages.ts';
import { accountPage } from './account/account-page.ts';
import { securityPages } from './account/security-page.ts';
import type { StepUp } from './account/step-up.ts';
import { userDrafts } from './drafts/user-drafts.ts';
import { inboxPage } from './inbox/inbox-page.ts';
import { keptFormPages } from './kept-form/kept-forms.ts';
import { manualPage } from './manuals/manual-page.ts';
import type { Shell } from './shell.ts';
import { organisationPages } from './sign-in/organisation-page.ts';
import { passwordPages } from './sign-in/password-page.ts';
import { secondFactorPages } from './sign-in/second-factor-page.ts';
import { signInPages } from './sign-in/sign-in-page.ts';

export interface SharedPagesOptions {
  readonly ctx: Ctx;
  readonly sessions: SignInSessions;
  readonly shell: Shell;
  readonly stepUp: StepUp;
}

/** Registers in a scope that `portalPlugin` has prepared. Call it after the portals, whose menu entries come first. */
export function sharedPages(app: FastifyInstance, { ctx, sessions, shell, stepUp }: SharedPagesOptions): void {
  const signIn = { sessions, shell, baseUrl: ctx.settings.baseUrl, origins: ctx.settings };
  aboutUserPages(app, ctx, shell);
  signInPages(app, ctx, signIn);
  passwordPages(app, ctx, signIn);
  secondFactorPages(app, ctx, signIn);
  organisationPages(app, ctx, signIn);
  const pages = shell.pagesOf(app, 'client', 'desk');
  manualPage(pages);
  keptFormPages(pages, ctx);
  userDrafts(pages, ctx);
  inboxPage(pages, ctx);
  accountPage(pages, ctx);
  securityPages(pages, { ctx, sessions, stepUp });
}
