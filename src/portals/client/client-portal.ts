// The client's pages, behind sign-in, and the results as a file.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { Authentication } from '../../features/accounts/authentication.ts';
import type { SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import type { TestFormats } from '../../features/webhooks/notification-format.ts';
import type { Shell } from '../shared/shell.ts';
import { agreementPage } from './agreement/agreement-page.ts';
import { bulkOrderPage } from './bulk/bulk-order-page.ts';
import { placedBulkOrderPage } from './bulk/placed-bulk-order-page.ts';
import { chargesPage } from './charges/charges-page.ts';
import { checkPage } from './check/check-page.ts';
import { decisionPage } from './decision/decision-page.ts';
import { clientKeysPage } from './keys/client-keys-page.ts';
import { looksPage } from './looks/looks-page.ts';
import { mailsPage } from './mails/mails-page.ts';
import { checksFile } from './orders/checks-file.ts';
import { newOrderPages } from './orders/new-order-page.ts';
import { ordersPage } from './orders/orders-page.ts';
import { peopleFile } from './people/people-file.ts';
import { peoplePage } from './people/people-page.ts';
import { personPage } from './people/person-page.ts';
import { renewPage } from './people/renew-page.ts';
import { renewalMonthsPage } from './people/renewal-months-page.ts';
import { clientQueryPages } from './queries/client-query-page.ts';
import { reportPage } from './report/report-page.ts';
import { type ApiErrors, requestPage } from './requests/request-page.ts';
import { requestsPage } from './requests/requests-page.ts';
import { clientRestrictionPage } from './restriction/restriction-page.ts';
import { bundlePage } from './results/bundle-page.ts';
import { registerResultsDownload } from './results/results-download.ts';
import { accountSecurityEvents } from './security/account-security-events.ts';
import { startPage } from './start/start-page.ts';
import { turnaroundPage } from './turnaround/turnaround-page.ts';
import { usersPage } from './users/users-page.ts';
import { notificationPage } from './webhooks/notification-page.ts';
import { secretPage } from './webhooks/secret-page.ts';
import { webhookFormPages } from './webhooks/webhook-form-page.ts';
import { webhookPage } from './webhooks/webhook-page.ts';
import { callLimit } from './webhooks/webhook-request.ts';
import { webhooksPage } from './webhooks/webhooks-page.ts';

export interface ClientPortalOptions {
  readonly ctx: Ctx;
  readonly authentication: Authentication;
  readonly sessions: SignInSessions;
  readonly shell: Shell;
  readonly testFormats: TestFormats;
  readonly apiErrors: ApiErrors;
}

/** Registers in a scope that `portalPlugin` has prepared. */
export function clientPortal(app: FastifyInstance, options: ClientPortalOptions): void {
  registerResultsDownload(app, options);
  const pages = options.shell.pagesOf(app, 'client');
  ordersPage(pages, options.ctx);
  checksFile(pages, options.ctx);
  peoplePage(pages, options.ctx);
  peopleFile(pages, options.ctx);
  renewPage(pages, options.ctx);
  renewalMonthsPage(pages, options.ctx);
  personPage(pages, options.ctx);
  newOrderPages(pages, options.ctx);
  bulkOrderPage(pages, options.ctx);
  placedBulkOrderPage(pages, options.ctx);
  checkPage(pages, options.ctx);
  reportPage(pages, options.ctx);
  decisionPage(pages, options.ctx);
  startPage(pages, options.ctx);
  clientRestrictionPage(pages, options.ctx);
  bundlePage(pages, options.ctx);
  looksPage(pages, options.ctx);
  clientQueryPages(pages, options.ctx);
  turnaroundPage(pages, options.ctx);
  chargesPage(pages, options.ctx);
  agreementPage(pages, options.ctx);
  webhooksPage(pages, options.ctx);
  webhookFormPages(pages, options.ctx);
  const limit = callLimit(options.ctx);
  webhookPage(pages, options, limit);
  secretPage(pages, options.ctx);
  notificationPage(pages, options.ctx, limit);
  mailsPage(pages, options.ctx);
  usersPage(pages, options.ctx);
  clientKeysPage(pages, options.ctx);
  requestsPage(pages, options.ctx);
  requestPage(pages, options.ctx, options.apiErrors);
  accountSecurityEvents(pages, options.ctx);
}
