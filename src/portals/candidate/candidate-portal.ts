// The candidate's form: the link in the mail, the code, a page for each question, and one submission.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { nameAccess } from '../../platform/http/route-access.ts';
import { addressListPages } from './addresses/addresses-page.ts';
import { placePages } from './addresses/place-page.ts';
import { stayPages } from './addresses/stay-page.ts';
import { answersPage, donePage } from './answers/answers-page.ts';
import { codePage } from './code/code-page.ts';
import { documentsPage } from './documents/documents-page.ts';
import { registerEntryPages, saveListPage, showListPage } from './entries/entry-pages.ts';
import { questionPage } from './questions/question-page.ts';
import { startPage } from './start/start-page.ts';
import { tasksPage } from './tasks/tasks-page.ts';

/** Registers in a scope that `portalPlugin` has prepared. */
export function registerCandidatePortal(scope: FastifyInstance, { ctx }: { readonly ctx: Ctx }): void {
  void scope.register(async (pages) => {
    nameAccess(pages, 'candidate');
    startPage(pages, ctx);
    codePage(pages, ctx);
    tasksPage(pages, ctx);
    documentsPage(pages, ctx);
    addressListPages(pages, ctx);
    placePages(pages, ctx);
    stayPages(pages, ctx);
    registerEntryPages(pages, ctx);
    answersPage(pages, ctx);
    donePage(pages, ctx);
    questionPage(pages, ctx, {
      show: (request, reply) => showListPage(ctx, request, reply),
      save: (request, reply) => saveListPage(ctx, request, reply),
    });
  });
}
