// The page on which a screener takes down what a referee says by telephone.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type AnswerScope, typedIn } from '../../../features/references/answer-rules.ts';
import { askedOf } from '../../../features/references/asked-questionnaire-rules.ts';
import { questionnaires } from '../../../features/references/questionnaires.ts';
import { recordCall } from '../../../features/references/reference-record-actions.ts';
import { nextReferenceState } from '../../../features/references/reference-states.ts';
import { forScreener, messagesForScreener } from '../../../features/references/screener-words.ts';
import { whyInWriting } from '../../../features/references/written-reference-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { questionFields, typedFrom } from '../../shared/questions/question-fields.ts';
import type { Pages } from '../../shared/shell.ts';
import { givenIn, ladderOf } from './authentication-ladder.ts';
import {
  type OpenedReference,
  openReferencePage,
  pageOf,
  type ReferenceRequestOf,
  referencePath,
} from './reference-request.ts';
import { claimRows } from './request-page.ts';

const telephoneTitle = 'Take a reference by telephone';

async function showCall(
  request: ReferenceRequestOf,
  reply: FastifyReply,
  found: OpenedReference,
  shown: { readonly typed: Readonly<Record<string, string>>; readonly errors?: FieldMessages },
) {
  const { opened, reference } = found;
  const { typed, errors } = shown;
  const questionnaire = forScreener(askedOf({ ...reference, reply: { answers: {} } }));
  return renderPage(request, reply, 'desk/references/telephone.njk', {
    title: telephoneTitle,
    environment: opened.check.tenant.environment,
    errors,
    backHref: pageOf(found),
    action: `${pageOf(found)}/telephone`,
    referee: reference.request.referee,
    claim: claimRows(reference.request.claim),
    // How the number was found authenticates a call; the domain of a mail address says nothing about it.
    ladder: {
      ...ladderOf(
        found,
        errors ? request.body : { step: reference.authentication, by: reference.reply.authenticatedBy },
      ),
      isSuggested: false,
    },
    inWriting: whyInWriting(reference.questionnaire, opened.check.reports),
    mayBeLimited: questionnaire.mayBeLimited,
    isFactual: typed.scope === 'factual',
    sections: questionnaire.sections.map((section) => ({
      title: section.title,
      intro: section.intro,
      fields: questionFields(section, typed, undefined),
    })),
    typed,
  });
}

export function callPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    `${referencePath}/telephone`,
    { permission: 'ask_references' },
    async (request: ReferenceRequestOf, reply, user) => {
      const found = await openReferencePage(ctx, user, request);
      if (nextReferenceState(found.reference.status, 'answer') === undefined) throw new Refusal('state_does_not_allow');
      const { referee } = found.reference.request;
      const known = {
        referee_name: referee.name,
        referee_role: referee.jobTitle,
        referee_organisation: referee.organisation,
      };
      const { sections } = questionnaires[found.reference.questionnaire];
      const typed = Object.assign({}, ...sections.map((section) => typedFrom(section, known)));
      return showCall(request, reply, found, {
        typed: { ...typed, call_person: referee.name, call_number: referee.telephone },
      });
    },
  );

  pages.post(
    `${referencePath}/telephone`,
    { permission: 'ask_references' },
    async (request: ReferenceRequestOf, reply, user) => {
      const found = await openReferencePage(ctx, user, request);
      const body = request.body ?? {};
      const questionnaire = questionnaires[found.reference.questionnaire];
      const scope: AnswerScope = questionnaire.mayBeLimited && body.scope === 'factual' ? 'factual' : 'whole';
      const typed = Object.assign({}, ...questionnaire.sections.map((section) => typedIn(section, body)));
      const call = { person: text(body.call_person), number: text(body.call_number) };
      try {
        const taken = { call, scope, typed, authentication: givenIn(body) };
        await recordCall(ctx, found.opened.caller, found.reference.id, taken);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        const shown = { ...typed, scope, call_person: call.person, call_number: call.number };
        return showCall(request, reply.status(422), found, { typed: shown, errors: messagesForScreener(error.fields) });
      }
      return reply.redirect(`${pageOf(found)}?done=recorded`, 303);
    },
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
