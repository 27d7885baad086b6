// The candidate's form: the link in the mail, the code, a page for each question, and one submission.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { nameAccess } from '../../platform/http/route-access.ts';
import { aboutLinkPages } from '../shared/about/about-pages.ts';
import { linkDrafts } from '../shared/drafts/link-drafts.ts';
import { brandPages } from '../shared/mailed-links/brand-pages.ts';
import { codePage } from '../shared/mailed-links/code-page.ts';
import { stayPages } from './addresses/stay-page.ts';
import { answersPage, donePage } from './answers/answers-page.ts';
import { appointmentPages } from './appointments/appointment-pages.ts';
import { formModel, formPages, linkFront, openFront, requireDevice } from './candidate-form-request.ts';
import { contactPages } from './contact/contact-pages.ts';
import { documentsPage } from './documents/documents-page.ts';
import { slotPage } from './documents/slot-page.ts';
import { finishList, listPages, showList } from './entries/list-pages.ts';
import { listOf } from './entries/list-request.ts';
import { hearingPage } from './hearing/hearing-page.ts';
import { lostLinkPage } from './lost-link/lost-link-page.ts';
import { monitoringPage } from './monitoring/monitoring-page.ts';
import { namingPages } from './order-link/naming-page.ts';
import { problemPage } from './problem/problem-page.ts';
import { queryPages } from './queries/query-pages.ts';
import { questionPage } from './questions/question-page.ts';
import { restrictPage } from './restrict/restrict-page.ts';
import { ownRequestPage } from './rights/own-request-page.ts';
import { rightsPage } from './rights/rights-page.ts';
import { sentPage } from './sent/sent-page.ts';
import { startPage } from './start/start-page.ts';
import { ownResultsPage } from './status/own-results.ts';
import { statusPage } from './status/status-page.ts';
import { tasksPage } from './tasks/tasks-page.ts';
import { withdrawPage } from './withdraw/withdraw-page.ts';

/** Registers in a scope that `portalPlugin` has prepared. */
export function registerCandidatePortal(scope: FastifyInstance, { ctx }: { readonly ctx: Ctx }): void {
  void scope.register(async (app) => {
    nameAccess(app, 'candidate');
    lostLinkPage(app, ctx);
    namingPages(app, ctx);
    const pages = formPages(app, ctx);
    startPage(pages, ctx);
    codePage(pages, ctx, {
      openFront: async (context, request) => linkFront(request, await openFront(context, request)),
      home: '/tasks',
    });
    brandPages(pages, ctx, { openFront, accountIdOf: ({ link }) => link.accountId });
    aboutLinkPages(pages, ctx, {
      ...{ openFront, modelOf: formModel, asked: 'candidate' },
      accountIdOf: ({ link }) => link.accountId,
      typesOf: ({ types }) => types,
    });
    tasksPage(pages, ctx);
    documentsPage(pages, ctx);
    slotPage(pages, ctx);
    stayPages(pages, ctx);
    listPages(pages, ctx);
    answersPage(pages, ctx);
    donePage(pages, ctx);
    statusPage(pages, ctx);
    sentPage(pages, ctx);
    ownResultsPage(pages, ctx);
    withdrawPage(pages, ctx);
    monitoringPage(pages, ctx);
    contactPages(pages, ctx);
    problemPage(pages, ctx);
    restrictPage(pages, ctx);
    rightsPage(pages, ctx);
    ownRequestPage(pages, ctx);
    hearingPage(pages, ctx);
    queryPages(pages, ctx);
    appointmentPages(pages, ctx);
    linkDrafts(pages, ctx, requireDevice, ({ link: { accountId, environment }, applicantId, key }) => ({
      ...{ accountId, environment, applicantId, key },
    }));
    questionPage(pages, ctx, {
      show: (request, reply, form, page) => showList(request, reply, listOf(form, page)),
      save: (request, reply, form, page) => finishList(ctx, request, reply, listOf(form, page)),
    });
  });
}
