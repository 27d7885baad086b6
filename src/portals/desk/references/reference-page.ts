// The page of one reference at the desk: what was claimed beside what was stated, every answer, and what can be done.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { answerGroups, notKnownText } from '../../../features/references/answer-rules.ts';
import { askedOf } from '../../../features/references/asked-questionnaire-rules.ts';
import { isMailedOn, whereAsked } from '../../../features/references/asking-rules.ts';
import { readAttempts } from '../../../features/references/attempt-actions.ts';
import { attemptOutcomes } from '../../../features/references/attempt-rules.ts';
import { entryLabel } from '../../../features/references/claim-rules.ts';
import { apartText, type Comparison } from '../../../features/references/discrepancy-rules.ts';
import { letterWays, type Reference } from '../../../features/references/reference.ts';
import { askAgain, compareReference, withdrawReference } from '../../../features/references/reference-actions.ts';
import { authenticateReferee } from '../../../features/references/reference-authentication-actions.ts';
import {
  readNextReminder,
  readReminders,
  setNextReminder,
} from '../../../features/references/reference-reminder-actions.ts';
import { nextReferenceState, takesAnswers } from '../../../features/references/reference-states.ts';
import { takeOver } from '../../../features/references/reference-take-over-actions.ts';
import { changedAnswers } from '../../../features/references/reply-version-rules.ts';
import { toldRows } from '../../../features/references/told-rules.ts';
import { inWritingOf, lacksWriting } from '../../../features/references/written-reference-rules.ts';
import { authentications } from '../../../features/report-types/listed-properties.ts';
import type { UnableReason } from '../../../features/report-types/unable-to-verify.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { referenceTag } from '../../shared/status-tags.ts';
import { directoryMatches } from '../directory/directory-matches.ts';
import { givenIn, ladderOf } from './authentication-ladder.ts';
import {
  isOfOther,
  type OpenedReference,
  openReadReference,
  openReferencePage,
  pageOf,
  type ReferenceRequestOf,
  referencePath,
  reportHref,
} from './reference-request.ts';
import { comparedLabels, doneWords, standingOf, verdictTags } from './reference-words.ts';
import { claimRows, signTexts } from './request-page.ts';

const path = referencePath;

function differenceText(comparison: Comparison): string {
  if (comparison.knows === 'year') return 'The referee knows only the year';
  const by = comparison.days ?? comparison.months;
  if (by === undefined) return '';
  return by === 0 ? 'No difference' : `${apartText(comparison)} ${by > 0 ? 'later' : 'earlier'}`;
}

const comparisonRows = async (ctx: Ctx, reference: Reference) =>
  (await compareReference(ctx, reference)).map((compared) => ({
    label: comparedLabels[compared.of],
    claimed: compared.claimed || 'Not stated',
    stated: compared.stated || (compared.knows === 'nothing' ? notKnownText : 'Not stated'),
    difference: differenceText(compared),
    tag: verdictTags[compared.verdict],
  }));

/** What the referee sent before, each with what the next version changed; the newest change first. */
function versionsOf(reference: Reference) {
  const { earlier = [], ...now } = reference.reply;
  const questionnaire = askedOf(reference);
  return earlier
    .map((version, at) => ({
      sentAt: new Date(version.sentAt),
      correctedAt: earlier[at + 1] === undefined ? reference.repliedAt : new Date(earlier[at + 1]!.sentAt),
      changes: changedAnswers(questionnaire, version, earlier[at + 1] ?? now),
      groups: answerGroups(questionnaire, version.scope, version.answers),
    }))
    .toReversed();
}

/** Where a report is closed that nobody could confirm, with why by this reference. */
function unableHref({ opened, reference }: OpenedReference, calls: number): string | undefined {
  const reasons: Partial<Record<Reference['status'], UnableReason>> = {
    unanswered: 'no_reply',
    undelivered: 'wrong_details',
    declined: 'refuses',
  };
  const { status, mailedAt } = reference;
  const isOnlyCalled = status === 'requested' && mailedAt === null && calls > 0;
  const reason = isOnlyCalled ? 'no_reply' : reasons[status];
  if (reason === undefined) return undefined;
  return `${reportHref(opened.report.id)}/unable-to-verify?reason=${reason}`;
}

/** What the screener may do with it. */
function movesOf(user: UserOf<'desk'>, { opened, reference }: OpenedReference, calls = 0) {
  const isWorkable = allowsAction(opened.report.status, 'use_references');
  const mayAskHere = mayDo(user, 'ask_references') && isWorkable;
  // Who asked corrects, chases and withdraws.
  const mayAsk = mayAskHere && !isOfOther(reference);
  const { status, request } = reference;
  return {
    askHref:
      mayAskHere && (isOfOther(reference) || status === 'declined')
        ? `${reportHref(opened.report.id)}/references/new?entry=${request.entryKey}`
        : undefined,
    // The reference that was declined stays as it is.
    askText: isOfOther(reference) ? 'Ask again for this report' : 'Ask somebody else',
    mayChange: mayAsk && takesAnswers(status),
    mayAskAgain:
      mayAsk && nextReferenceState(status, 'ask_again') !== undefined && reference.request.referee.email !== '',
    mayMoveReminder: mayAsk && status === 'requested' && reference.mailedAt !== null,
    mayCall: mayAsk && nextReferenceState(status, 'answer') !== undefined,
    mayWithdraw: mayAsk && nextReferenceState(status, 'withdraw') !== undefined,
    mayAuthenticate: mayAsk && status !== 'withdrawn',
    mayTakeOver: mayDo(user, 'record_outcomes') && isWorkable && status === 'answered',
    unableHref: mayDo(user, 'record_outcomes') && isWorkable ? unableHref({ opened, reference }, calls) : undefined,
  };
}

async function attemptsOf(ctx: Ctx, { opened, reference }: OpenedReference) {
  const attempts = await readAttempts(ctx, opened.caller, reference);
  const authors = attempts.map(({ author }) => author);
  const nameOf = await readActorNames(ctx.db, reference.tenant.accountId, authors);
  return attempts.map((one) => ({ ...one, came: attemptOutcomes[one.cameOf], by: nameOf(one.author).name }));
}

/** Why the written reference has to follow, until a file has come since the call. */
async function inWritingHere(ctx: Ctx, { opened, reference }: OpenedReference): Promise<string | undefined> {
  const { reports } = opened.check;
  const why = inWritingOf(reference, reports);
  if (why === undefined) return undefined;
  const files = await listAttachments(ctx, { ...opened.check.tenant, subsidiaryIds: null }, opened.check.orderId);
  return lacksWriting(reference, reports, files) ? why : undefined;
}

async function show(
  ctx: Ctx,
  request: ReferenceRequestOf,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  found: OpenedReference,
  errors?: FieldMessages,
) {
  const { opened, reference } = found;
  const { claim, referee, namedEmail } = reference.request;
  const { reply: said, status } = reference;
  const candidateEmail = opened.check.order.facts.email;
  const questionnaire = askedOf(reference);
  const isAnswered = status === 'answered';
  const { referenceRemindersAtMost } = await readAccountSettings(ctx, reference.tenant.accountId);
  const attempts = await attemptsOf(ctx, found);
  const nextReminder = await readNextReminder(ctx, reference);
  const mayUseDirectory = mayDo(user, 'ask_references') && !isOfOther(reference);
  const directory = mayUseDirectory ? await directoryMatches(ctx, user, claim, referee) : undefined;
  return renderPage(request, reply, 'desk/references/reference.njk', {
    title: claim.list === 'references' ? `Reference of ${referee.name}` : `Reference: ${entryLabel(claim, referee)}`,
    environment: opened.check.tenant.environment,
    errors,
    wasNotSent: request.query.done === 'sent_today',
    done: doneWords[String(request.query.done ?? '')],
    backHref: reportHref(opened.report.id),
    page: pageOf(found),
    askedIn: isOfOther(reference)
      ? { where: whereAsked(reference), href: `${reportHref(reference.reportId)}/references/${reference.id}` }
      : undefined,
    tag: referenceTag(reference),
    isUndelivered: status === 'undelivered',
    standing: standingOf(reference, referenceRemindersAtMost),
    reminders: await readReminders(ctx, reference),
    nextReminder: nextReminder && ukDateOf(nextReminder),
    typedNextOn: request.body?.next_on,
    wasMailed: reference.mailedAt !== null,
    isMailedToday: isMailedOn(reference.mailedAt, todayFor(ctx, found.opened.caller)),
    questionnaire: questionnaire.label,
    isFactual: said.scope === 'factual',
    referee,
    directory,
    signs: [...(directory?.signs ?? []), ...signTexts({ referee, namedEmail }, candidateEmail)],
    claim: claimRows(claim),
    told: toldRows(reference.request),
    declined: said.declined,
    isDeclined: status === 'declined',
    isInWelsh: said.isInWelsh === true,
    call: said.call,
    inWriting: await inWritingHere(ctx, found),
    evidenceHref: `${reportHref(opened.report.id)}#evidence`,
    letter: said.letter && {
      ...said.letter,
      came: letterWays[said.letter.way],
      href: `${reportHref(opened.report.id)}/files/${said.letter.fileToken}`,
    },
    // While the referee writes, their answers are theirs.
    comparisons: isAnswered ? await comparisonRows(ctx, reference) : [],
    versions: isAnswered ? versionsOf(reference) : [],
    updateHref:
      isAnswered && questionnaire.isRegulatory && mayDo(user, 'ask_references') ? `${pageOf(found)}/update` : undefined,
    groups: isAnswered ? answerGroups(questionnaire, said.scope ?? 'whole', said.answers) : [],
    ladder: ladderOf(found, errors?.step || errors?.by ? request.body : undefined),
    authentication: reference.authentication === null ? undefined : authentications[reference.authentication],
    authenticatedBy: said.authenticatedBy ?? '',
    takenOverAt: reference.takenOverAt,
    keepHref: directory !== undefined && !directory.isKnown ? `${pageOf(found)}/directory` : undefined,
    attempts,
    // A wrong number reached nobody who could have answered.
    ...movesOf(user, found, attempts.filter(({ cameOf }) => cameOf !== 'wrong_number').length),
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

async function showTakeOver(
  request: ReferenceRequestOf,
  reply: FastifyReply,
  found: OpenedReference,
  errors?: FieldMessages,
) {
  const { opened, reference } = found;
  const { referee, namedEmail } = reference.request;
  return renderPage(request, reply, 'desk/references/take-over.njk', {
    title: 'Take over a reference that nobody authenticated',
    environment: opened.check.tenant.environment,
    errors,
    backHref: pageOf(found),
    action: `${pageOf(found)}/take-over`,
    signs: signTexts({ referee, namedEmail }, opened.check.order.facts.email),
    ladder: ladderOf(found, errors && request.body),
  });
}

/** Asks how the referee was authenticated before their answers are taken over, unless somebody has said it. */
function takeOverPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    `${path}/take-over`,
    { permission: 'record_outcomes' },
    async (request: ReferenceRequestOf, reply, user) => {
      const found = await openReadReference(ctx, user, request);
      if (!movesOf(user, found).mayTakeOver) throw new Refusal('state_does_not_allow');
      if (found.reference.authentication !== null) return reply.redirect(pageOf(found), 303);
      return showTakeOver(request, reply, found);
    },
  );

  pages.post(
    `${path}/take-over`,
    { permission: 'record_outcomes' },
    async (request: ReferenceRequestOf, reply, user) => {
      const found = await openReadReference(ctx, user, request);
      const { body } = request;
      const isAsked = found.reference.authentication === null;
      // The button of the reference's page says nothing of the referee.
      if (isAsked && body?.by === undefined && body?.anyway === undefined)
        return reply.redirect(`${pageOf(found)}/take-over`, 303);
      const given = body?.anyway === 'yes' ? { step: 'none', by: '' } : givenIn(body);
      try {
        const taking = { given: isAsked ? given : undefined, into: found.opened.report.id };
        await takeOver(ctx, found.opened.caller, found.reference.id, taking);
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return showTakeOver(request, reply.status(422), found, error.fields);
      }
      return reply.redirect(`${reportHref(found.opened.report.id)}?done=taken_over#outcome`, 303);
    },
  );
}

export function referencePages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_reports' }, async (request: ReferenceRequestOf, reply, user) =>
    show(ctx, request, reply, user, await openReadReference(ctx, user, request)),
  );

  pages.post(`${path}/again`, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    // Unless the button said that it is another one of today.
    const unlessToday = request.body?.again !== 'yes';
    const done = await askAgain(ctx, found.opened.caller, found.reference.id, { unlessToday });
    return reply.redirect(`${pageOf(found)}?done=${done}`, 303);
  });

  pages.post(`${path}/reminder`, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    try {
      await setNextReminder(ctx, found.opened.caller, found.reference.id, text(request.body?.next_on));
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, found, error.fields);
    }
    return reply.redirect(`${pageOf(found)}?done=reminder_moved`, 303);
  });

  pages.post(`${path}/withdraw`, { permission: 'ask_references' }, async (request: ReferenceRequestOf, reply, user) => {
    const found = await openReferencePage(ctx, user, request);
    await withdrawReference(ctx, found.opened.caller, found.reference.id);
    return reply.redirect(`${pageOf(found)}?done=withdrawn`, 303);
  });

  pages.post(
    `${path}/authentication`,
    { permission: 'ask_references' },
    async (request: ReferenceRequestOf, reply, user) => {
      const found = await openReferencePage(ctx, user, request);
      try {
        await authenticateReferee(ctx, found.opened.caller, found.reference.id, givenIn(request.body));
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return show(ctx, request, reply.status(422), user, found, error.fields);
      }
      return reply.redirect(`${pageOf(found)}?done=authenticated`, 303);
    },
  );

  takeOverPages(pages, ctx);
}
