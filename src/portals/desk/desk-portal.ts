// The screeners' pages behind sign-in: the queue and the page of a report.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { Shell } from '../shared/shell.ts';
import { accessPage } from './access/access-page.ts';
import { accountsPages } from './accounts/accounts-pages.ts';
import type { ListedProvider } from './accounts/providers-page.ts';
import { reasonPages } from './approval/reason-page.ts';
import { unablePage } from './approval/unable-page.ts';
import { commentPages } from './comments/comments-pages.ts';
import { dataRequestPage } from './data-requests/data-request-page.ts';
import { dataRequestsPage } from './data-requests/data-requests-page.ts';
import { newRequestPage } from './data-requests/new-request-page.ts';
import { awaitedFormPage } from './deadlines/awaited-form-page.ts';
import { deskOrderAgainPages } from './deadlines/order-again.ts';
import { directoryPages } from './directory/directory-pages.ts';
import { copyPage } from './erasure/copy-page.ts';
import { erasePage } from './erasure/erase-page.ts';
import { erasuresPage } from './erasure/erasures-page.ts';
import { holdPage } from './erasure/hold-page.ts';
import { formsPage } from './forms/forms-page.ts';
import { registerPages } from './looks/register-page.ts';
import { mailsPage } from './mails/mails-page.ts';
import { messagesPages } from './messages/messages-page.ts';
import { monitoringPages } from './monitoring/monitoring-pages.ts';
import { orderPages } from './orders/order-page.ts';
import { peoplePages } from './people/people-pages.ts';
import { queryPages } from './queries/query-pages.ts';
import { claimForms } from './queue/claim-forms.ts';
import { claimNow } from './queue/claim-panel.ts';
import { queuePage } from './queue/queue-page.ts';
import { reportSearchPage } from './queue/report-search-page.ts';
import { savedViewsPage } from './queue/saved-views-page.ts';
import { referenceListPage } from './reference-list/reference-list-page.ts';
import { attemptPages } from './references/attempt-page.ts';
import { callPages } from './references/call-page.ts';
import { referencePages } from './references/reference-page.ts';
import { requestPages } from './references/request-page.ts';
import { reportPage } from './report/report-page.ts';
import { restrictionPages } from './restrictions/restriction-page.ts';
import { restrictionsPage } from './restrictions/restrictions-page.ts';
import { resultsPages } from './results/results-panel.ts';
import { deskSecurityEvents } from './security/desk-security-events.ts';
import { answersPage } from './sent-out/answers-page.ts';
import { requestPage } from './sent-out/request-page.ts';
import { sendManyPage } from './sent-out/send-many-page.ts';
import { sendOutPage } from './sent-out/send-out-page.ts';
import { sentOutPage } from './sent-out/sent-out-page.ts';
import { suppliersPages } from './suppliers/suppliers-pages.ts';
import { teamPage } from './team/team-page.ts';
import { textsPages } from './texts/texts-pages.ts';
import { sheetPages } from './verifications/sheet-page.ts';

/** Registers in a scope that `portalPlugin` has prepared. @param providers those that are built in, configured or not */
export function deskPortal(
  app: FastifyInstance,
  ctx: Ctx,
  shell: Shell,
  providers: readonly ListedProvider[] = [],
): void {
  const pages = shell.pagesOf(app, 'desk');
  queuePage(pages, ctx);
  formsPage(pages, ctx);
  claimForms(pages, ctx);
  claimNow(pages, ctx);
  savedViewsPage(pages, ctx);
  reportSearchPage(pages, ctx);
  teamPage(pages, ctx);
  reasonPages(pages, ctx);
  unablePage(pages, ctx);
  messagesPages(pages, ctx);
  commentPages(pages, ctx);
  monitoringPages(pages, ctx);
  referenceListPage(pages, ctx);
  sentOutPage(pages, ctx);
  sendManyPage(pages, ctx);
  answersPage(pages, ctx);
  directoryPages(pages, ctx);
  textsPages(pages, ctx);
  orderPages(pages, ctx);
  reportPage(pages, ctx);
  accountsPages(pages, ctx, providers);
  peoplePages(pages, ctx);
  mailsPage(pages, ctx);
  awaitedFormPage(pages, ctx);
  deskOrderAgainPages(pages, ctx);
  queryPages(pages, ctx);
  sendOutPage(pages, ctx);
  requestPage(pages, ctx);
  suppliersPages(pages, ctx);
  accessPage(pages, ctx);
  deskSecurityEvents(pages, ctx);
  resultsPages(pages, ctx);
  requestPages(pages, ctx);
  referencePages(pages, ctx);
  callPages(pages, ctx);
  attemptPages(pages, ctx);
  sheetPages(pages, ctx);
  erasePage(pages, ctx);
  holdPage(pages, ctx);
  dataRequestsPage(pages, ctx);
  newRequestPage(pages, ctx);
  dataRequestPage(pages, ctx);
  restrictionPages(pages, ctx);
  restrictionsPage(pages, ctx);
  erasuresPage(pages, ctx);
  copyPage(pages, ctx);
  registerPages(pages, ctx);
}
