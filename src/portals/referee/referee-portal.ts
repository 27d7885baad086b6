// The referee's pages: the link in the mail, the code, a page for each section of questions, and one submission.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { nameAccess } from '../../platform/http/route-access.ts';
import { aboutLinkPages } from '../shared/about/about-pages.ts';
import { linkDrafts } from '../shared/drafts/link-drafts.ts';
import { brandPages } from '../shared/mailed-links/brand-pages.ts';
import { codePage } from '../shared/mailed-links/code-page.ts';
import { linkPages } from '../shared/mailed-links/link-request.ts';
import { agreementPage } from './agreement/agreement-page.ts';
import { answersPage } from './answers/answers-page.ts';
import { complaintPage } from './complaint/complaint-page.ts';
import { declinePage } from './decline/decline-page.ts';
import { letterPage } from './letter/letter-page.ts';
import { lostReferencePage } from './lost-reference/lost-reference-page.ts';
import { mistakePage } from './mistake/mistake-page.ts';
import { othersPage } from './others/others-page.ts';
import { linkFront, openFront, PREFIX, referenceModel, requireAnswers } from './referee-request.ts';
import { sectionPage } from './section/section-page.ts';
import { sentPage } from './sent/sent-page.ts';
import { somebodyElsePage } from './somebody-else/somebody-else-page.ts';
import { startPage } from './start/start-page.ts';
import { updatePage } from './update/update-page.ts';
import { willingPage } from './willing/willing-page.ts';

/** Registers in a scope that `portalPlugin` has prepared. */
export function registerRefereePortal(scope: FastifyInstance, { ctx }: { readonly ctx: Ctx }): void {
  void scope.register(async (app) => {
    nameAccess(app, 'referee');
    lostReferencePage(app, ctx);
    const pages = linkPages(app, ctx, PREFIX);
    startPage(pages, ctx);
    codePage(pages, ctx, {
      openFront: async (context, request) => linkFront(request, await openFront(context, request)),
      home: '/willing',
    });
    brandPages(pages, ctx, { openFront, accountIdOf: ({ caller }) => caller.accountId });
    aboutLinkPages(pages, ctx, {
      ...{ openFront, modelOf: referenceModel, asked: 'referee' },
      accountIdOf: ({ caller }) => caller.accountId,
    });
    willingPage(pages, ctx);
    agreementPage(pages, ctx);
    declinePage(pages, ctx);
    somebodyElsePage(pages, ctx);
    sectionPage(pages, ctx);
    letterPage(pages, ctx);
    answersPage(pages, ctx);
    sentPage(pages, ctx);
    othersPage(pages, ctx);
    mistakePage(pages, ctx);
    updatePage(pages, ctx);
    complaintPage(pages, ctx);
    linkDrafts(pages, ctx, requireAnswers, ({ caller: { accountId, environment }, applicantId, key }) => ({
      ...{ accountId, environment, applicantId, key },
    }));
  });
}
