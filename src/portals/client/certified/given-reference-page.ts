// A reference that a regulated firm gives: the form of the request, the answers, their approval, the day, and updates owed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, ownerOf, todayFor } from '../../../context.ts';
import {
  approveGiven,
  beginAnswers,
  decideUpdate,
  recordGiven,
  recordRequest,
  showGiven,
  writeAnswers,
} from '../../../features/certification/given-reference-actions.ts';
import { renderGiven } from '../../../features/certification/given-reference-document.ts';
import {
  givenGroups,
  givenSections,
  type TypedRequest,
  type TypedUpdate,
  USUAL_DAYS,
  updatedUntil,
} from '../../../features/certification/given-reference-rules.ts';
import { type Answers, typedIn } from '../../../features/references/answer-rules.ts';
import { addDays } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { asAttachment } from '../../shared/files/download-name.ts';
import { typedLines } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { questionFields, typedFrom } from '../../shared/questions/question-fields.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, inEitherEnvironment } from '../client-caller.ts';
import { certifiedPersonPath, givenPath, givenReferencePath, newReferencePath, ofTest } from './certified-path.ts';
import { type CertifiedRequest, certifiedIn } from './certified-person-page.ts';
import { breachView } from './conduct-view.ts';
import { givenView } from './given-view.ts';

type GivenRequest = FastifyRequest<{
  Params: { readonly reference_id: string };
  Body: Record<string, unknown> | null;
}>;

const options = { permission: 'keep_conduct', ofWholeAccount: true } as const;

function requestPages(pages: Pages<'client'>, ctx: Ctx): void {
  const path = newReferencePath(':applicant_id');

  async function show(
    request: CertifiedRequest,
    reply: FastifyReply,
    user: ClientUser,
    refused?: { readonly sent: TypedRequest; readonly errors: FieldMessages },
  ) {
    const { id, caller, name } = await certifiedIn(ctx, user, request);
    const today = todayFor(ctx, caller);
    const begun = { firm: '', number: '', address: '', receivedOn: today, dueOn: addDays(today, USUAL_DAYS) };
    return renderPage(request, reply, 'client/certified/given-request.njk', {
      title: 'Record a request for a reference',
      environment: caller.environment,
      back: { text: name, href: certifiedPersonPath(id) },
      action: newReferencePath(id),
      ...{ name, sent: refused?.sent ?? begun, errors: refused?.errors },
    });
  }

  pages.get(path, options, (request: CertifiedRequest, reply, user) => show(request, reply, user));
  pages.post(path, options, async (request: CertifiedRequest, reply, user) => {
    const { id, caller } = await certifiedIn(ctx, user, request);
    const text = (name: string) => typedLines(request, name);
    const sent = {
      ...{ firm: text('firm'), number: text('number'), address: text('address') },
      ...{ receivedOn: text('received_on'), dueOn: text('due_on') },
    };
    let made = '';
    const errors = await refusedFieldsOf(async () => {
      made = await recordRequest(ctx, caller, id, sent);
    });
    if (errors !== undefined) return show(request, reply.status(422), user, { sent, errors });
    return reply.redirect(`${givenReferencePath(made)}/answers`, 303);
  });
}

const opened = (ctx: Ctx, user: ClientUser, { params }: GivenRequest) => {
  const { reference_id: id } = params;
  if (!isUuid(id)) throw new Refusal('not_found');
  return inEitherEnvironment(user, async (caller) => ({ caller, one: await showGiven(ctx, caller, id) }));
};

function answerPages(pages: Pages<'client'>, ctx: Ctx): void {
  const path = `${givenReferencePath(':reference_id')}/answers`;

  async function show(
    request: GivenRequest,
    reply: FastifyReply,
    user: ClientUser,
    refused?: { readonly sent: Answers; readonly writtenAt: string; readonly errors: FieldMessages },
  ) {
    const { caller, one } = await opened(ctx, user, request);
    if (one.givenOn !== null) return reply.redirect(givenReferencePath(one.id), 303);
    const begun = refused === undefined ? await beginAnswers(ctx, caller, one, user.name) : {};
    const shown = refused?.sent ?? Object.assign({}, ...givenSections.map((section) => typedFrom(section, begun)));
    return renderPage(request, reply, 'client/certified/given-answers.njk', {
      title: 'Write the reference',
      environment: caller.environment,
      back: { text: 'The reference', href: givenReferencePath(one.id) },
      action: `${givenReferencePath(one.id)}/answers`,
      ...{ one: givenView(one, todayFor(ctx, caller)), typed: shown, errors: refused?.errors },
      isBegun: one.answers === null,
      writtenAt: refused?.writtenAt ?? one.written?.at.toISOString(),
      sections: givenSections.map((section) => ({
        ...{ title: section.title, intro: section.intro, fields: questionFields(section, shown, undefined) },
      })),
    });
  }

  pages.get(path, options, (request: GivenRequest, reply, user) => show(request, reply, user));
  pages.post(path, options, async (request: GivenRequest, reply, user) => {
    const { caller, one } = await opened(ctx, user, request);
    const sent = (section: (typeof givenSections)[number]) => typedIn(section, request.body ?? {});
    const writtenAt = typedLines(request, 'written_at');
    const errors = await refusedFieldsOf(() => writeAnswers(ctx, caller, { id: one.id, writtenAt }, sent));
    if (errors !== undefined)
      return show(request, reply.status(422), user, {
        ...{ sent: Object.assign({}, ...givenSections.map(sent)), writtenAt, errors },
      });
    return reply.redirect(givenReferencePath(one.id), 303);
  });
}

interface Refused {
  readonly errors: FieldMessages;
  readonly givenOn?: string;
  readonly update?: TypedUpdate & { readonly breachId: string };
}

export function givenReferencePages(pages: Pages<'client'>, ctx: Ctx): void {
  requestPages(pages, ctx);
  answerPages(pages, ctx);
  const path = givenReferencePath(':reference_id');

  async function show(request: GivenRequest, reply: FastifyReply, user: ClientUser, refused?: Refused) {
    const { caller, one } = await opened(ctx, user, request);
    const today = todayFor(ctx, caller);
    const base = givenReferencePath(one.id);
    const { environment } = caller;
    return renderPage(request, reply, 'client/certified/given-reference.njk', {
      title: `Reference for ${one.asker.firm}`,
      environment,
      back: { text: 'References given', href: `${givenPath}${ofTest(environment) ? '?environment=test' : ''}` },
      one: givenView(one, today),
      groups: one.answers === null ? [] : givenGroups(one.answers),
      answersHref: one.givenOn === null ? `${base}/answers` : undefined,
      fileHref: one.approved === null ? undefined : `${base}/file`,
      approveAction: one.state === 'written' ? `${base}/approve` : undefined,
      mayApprove: one.written?.actor !== ownerOf(caller),
      writtenAt: one.written?.at.toISOString(),
      givenAction: one.state === 'approved' ? `${base}/given` : undefined,
      givenOn: refused?.givenOn ?? today,
      updatedUntil: one.givenOn === null ? undefined : updatedUntil(one.givenOn, one.leftOn),
      updateAction: `${base}/update`,
      toDecide: one.toDecide.map((breach) => ({
        ...breachView(breach),
        typed: refused?.update?.breachId === breach.id ? refused.update : undefined,
      })),
      errors: refused?.errors,
    });
  }

  pages.get(path, options, (request: GivenRequest, reply, user) => show(request, reply, user));

  pages.get(`${path}/file`, options, async (request: GivenRequest, reply, user) => {
    const { reference_id: id } = request.params;
    if (!isUuid(id)) throw new Refusal('not_found');
    const content = await inEitherEnvironment(user, (caller) => renderGiven(ctx, caller, id));
    return reply
      .type('application/pdf')
      .header('content-disposition', asAttachment('regulatory-reference.pdf'))
      .header('cache-control', 'no-store')
      .send(content);
  });

  pages.post(`${path}/approve`, options, async (request: GivenRequest, reply, user) => {
    const { caller, one } = await opened(ctx, user, request);
    await approveGiven(ctx, caller, one.id, typedLines(request, 'written_at'));
    return reply.redirect(givenReferencePath(one.id), 303);
  });

  pages.post(`${path}/given`, options, async (request: GivenRequest, reply, user) => {
    const { caller, one } = await opened(ctx, user, request);
    const givenOn = typedLines(request, 'given_on');
    const errors = await refusedFieldsOf(() => recordGiven(ctx, caller, one.id, givenOn));
    if (errors !== undefined) return show(request, reply.status(422), user, { errors, givenOn });
    return reply.redirect(givenReferencePath(one.id), 303);
  });

  pages.post(`${path}/update`, options, async (request: GivenRequest, reply, user) => {
    const { caller, one } = await opened(ctx, user, request);
    const breachId = typedLines(request, 'breach');
    const update = {
      owed: typedLines(request, 'owed'),
      sentOn: typedLines(request, 'sent_on'),
      words: typedLines(request, 'words'),
    };
    const errors = await refusedFieldsOf(() => decideUpdate(ctx, caller, { id: one.id, breachId }, update));
    if (errors !== undefined)
      return show(request, reply.status(422), user, { errors, update: { ...update, breachId } });
    return reply.redirect(givenReferencePath(one.id), 303);
  });
}
