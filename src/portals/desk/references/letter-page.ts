// The page on which a screener records a reference that came as a letter: on paper, or as a reply to the mail.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { typedIn } from '../../../features/references/answer-rules.ts';
import { askedOf } from '../../../features/references/asked-questionnaire-rules.ts';
import { questionnaires } from '../../../features/references/questionnaires.ts';
import { letterWays } from '../../../features/references/reference.ts';
import { readLetter, recordLetter } from '../../../features/references/reference-record-actions.ts';
import { nextReferenceState } from '../../../features/references/reference-states.ts';
import { forScreener, messagesForScreener } from '../../../features/references/screener-words.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { sentFile } from '../../shared/files/file-forms.ts';
import { attachSentFile, orderFiles } from '../../shared/files/order-files.ts';
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

const path = `${referencePath}/letter`;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const letterIn = (body: Readonly<Record<string, unknown>>) => ({
  ...{ signedBy: text(body.letter_signed), on: text(body.letter_on), way: text(body.letter_way) },
});

async function show(
  ctx: Ctx,
  request: ReferenceRequestOf,
  reply: FastifyReply,
  found: OpenedReference,
  errors?: FieldMessages,
) {
  const { opened, reference } = found;
  const body = request.body ?? {};
  const { sections } = forScreener(askedOf({ ...reference, reply: { answers: {} } }));
  const known = errors === undefined ? { referee_organisation: reference.request.referee.organisation } : undefined;
  const typed = Object.assign(
    {},
    ...sections.map((section) => (known === undefined ? typedIn(section, body) : typedFrom(section, known))),
  );
  const { list, ...files } = await orderFiles(ctx, opened.caller, opened.check.orderId, { base: path, isAtDesk: true });
  const letter = letterIn(body);
  const chosen = text(body.letter_file);
  return renderPage(request, reply, 'desk/references/letter.njk', {
    title: 'Record a letter',
    environment: opened.check.tenant.environment,
    errors,
    backHref: pageOf(found),
    action: `${pageOf(found)}/letter`,
    claim: claimRows(reference.request.claim),
    letter,
    ways: Object.entries(letterWays).map(([value, label]) => ({ value, text: label, checked: value === letter.way })),
    attached: list.map(({ fileToken, fileName }) => ({
      ...{ value: fileToken, text: fileName, selected: fileToken === chosen },
    })),
    files,
    ladder: { ...ladderOf(found, errors && request.body), isSuggested: false },
    sections: sections.map((section) => ({ ...section, fields: questionFields(section, typed, undefined) })),
    typed,
  });
}

/** The token of the letter: of the file that was sent, or that was attached before. */
async function letterFile(ctx: Ctx, request: ReferenceRequestOf, { opened }: OpenedReference) {
  const { caller, check, report } = opened;
  const chosen = text(request.body?.letter_file);
  if (sentFile(request).fileName === '' && chosen !== '') {
    const { list } = await orderFiles(ctx, caller, check.orderId, { base: path, isAtDesk: true });
    if (list.some(({ fileToken }) => fileToken === chosen)) return { fileToken: chosen };
  }
  const fileToken = ctx.newId();
  const also = { fileToken, reportId: report.id, description: 'Letter of a referee' };
  return { fileToken, errors: await attachSentFile(ctx, caller, check.orderId, request, also) };
}

export function letterPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    if (nextReferenceState(found.reference.status, 'answer') === undefined) throw new Refusal('state_does_not_allow');
    return show(ctx, request, reply, found);
  });

  pages.post(path, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    if (nextReferenceState(found.reference.status, 'answer') === undefined) throw new Refusal('state_does_not_allow');
    const { caller } = found.opened;
    const { id, questionnaire } = found.reference;
    const body = request.body ?? {};
    const { sections } = questionnaires[questionnaire];
    const typed = Object.assign({}, ...sections.map((section) => typedIn(section, body)));
    const taken = { letter: letterIn(body), authentication: givenIn(body), typed };
    try {
      // Nothing is attached that would come again with the corrected form.
      readLetter(questionnaire, taken, todayFor(ctx, caller));
      const { fileToken, errors } = await letterFile(ctx, request, found);
      if (errors !== undefined) return show(ctx, request, reply.status(422), found, errors);
      await recordLetter(ctx, caller, id, { ...taken, fileToken });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), found, messagesForScreener(error.fields));
    }
    return reply.redirect(`${pageOf(found)}?done=recorded`, 303);
  });
}
