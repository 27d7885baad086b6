// A copy of everything about a person, as a ZIP: for somebody who asks what is held about them (UK GDPR Art. 15).
import { type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import { toTimestamp } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { say } from '../../messages/say.ts';
import { type ZipEntry, zipOf } from '../../platform/files/zip-archive.ts';
import { demand } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { readConfirmations } from '../agency-workers/agency-confirmation-actions.ts';
import { confirmationJson } from '../agency-workers/agency-confirmation-rules.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { readPlaces } from '../applicants/person-place-actions.ts';
import { readWorkKinds } from '../applicants/work-kind-actions.ts';
import { workKindLabel } from '../applicants/work-kind-rules.ts';
import { listAppointments } from '../appointments/appointment-actions.ts';
import { readAttachmentContent } from '../attachments/attachment-actions.ts';
import { readFilledPages } from '../candidate-form/form-actions.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import { readApplication } from '../cases/application-actions.ts';
import { listMessages } from '../cases/candidate-message-actions.ts';
import { readCertificatesForCopy } from '../certification/certificate-actions.ts';
import { breachJson, certificateJson, givenJson } from '../certification/certificate-json-rules.ts';
import { readBreachesForCopy } from '../certification/conduct-breach-actions.ts';
import { readGivenForCopy } from '../certification/given-reference-actions.ts';
import { readDisputesOfOrders } from '../charge-disputes/dispute-actions.ts';
import type { Check } from '../checks/check.ts';
import { personDifference } from '../checks/ordered-person-rules.ts';
import { readDecisions } from '../client-decisions/client-decision-actions.ts';
import { decisionJson, followUpJson, hearingJson, proposalJson } from '../client-decisions/decision-json-rules.ts';
import { listProposals } from '../client-decisions/decision-proposal-actions.ts';
import { readFollowUps } from '../client-decisions/follow-up-actions.ts';
import { listHearings } from '../client-decisions/hearing-actions.ts';
import { listComments } from '../comments/comment-actions.ts';
import { isOfClient } from '../data-requests/data-request.ts';
import { noteAct, noteFetched } from '../data-requests/data-request-act-actions.ts';
import { listRequestsOf } from '../data-requests/data-request-actions.ts';
import { ownCopyUntil } from '../data-requests/data-request-rules.ts';
import { readWholeEarlier } from '../earlier-cases/earlier-case-actions.ts';
import { earlierJson } from '../earlier-cases/earlier-case-rules.ts';
import { listEmailsOfCheck } from '../emails/email-actions.ts';
import { readEventsOfCheck } from '../events/audit-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { readCorrections } from '../fact-corrections/fact-correction-actions.ts';
import { readOrderChanges } from '../orders/order-change-actions.ts';
import { listPersonFiles, readPersonFile } from '../person-files/person-file-actions.ts';
import { readExchanges } from '../provider-requests/exchange-actions.ts';
import { listQueries } from '../queries/query-actions.ts';
import { listReferences } from '../references/reference-actions.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { readNotes } from '../reports/note-actions.ts';
import { listRestrictionsOf } from '../restrictions/restriction-actions.ts';
import { attachmentPath, resultsJson } from '../results/evidence-bundle-rules.ts';
import { showLooksAtPerson } from '../results/look-register-actions.ts';
import { refuseChangedOutcomes } from '../results/outcome-check-actions.ts';
import { renderReportDocument } from '../results/report-document.ts';
import { type Results, readResults } from '../results/results-actions.ts';
import { documentOf } from '../results/results-document-rules.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { readStated } from '../stated-staff/stated-staff-actions.ts';
import { statedJson } from '../stated-staff/stated-staff-rules.ts';
import { listSupplierRequests } from '../suppliers/supplier-request-actions.ts';
import { readVerifications } from '../verifications/verification-actions.ts';
import { findChecksOfPerson } from './erasure-queries.ts';
import {
  isOwnFile,
  isOwnMail,
  ownCopyLacks,
  ownCopyMore,
  personWithoutFreeWords,
  unreadNote,
  withoutFreeWords,
} from './own-copy-rules.ts';
import {
  applicationJson,
  appointmentJson,
  chargeQueryJson,
  commentJson,
  copyPaths,
  correctionJson,
  exchangeJson,
  filledPageJson,
  isLeftOut,
  lookJson,
  mailJson,
  messageJson,
  noteJson,
  orderChangeJson,
  placeJson,
  queryJson,
  readmeText,
  recipientJson,
  requestJson,
  restrictionJson,
  sentOutJson,
  verificationJson,
} from './person-copy-rules.ts';
import { htmlPage, readablePage } from './readable-copy-rules.ts';
import { listRecipients } from './recipient-actions.ts';

/** Those to an authority, such as the DBS, that were recorded. */
async function applicationsIn(ctx: Ctx, reader: Caller, { check, key }: Results) {
  const all = await Promise.all(
    check.reports.map(async ({ id }) => ({ reportId: id, ...(await readApplication(ctx, reader, id, key)) })),
  );
  return all.filter(({ appliedAt }) => appliedAt !== null).map(applicationJson);
}

/** What was sent out to suppliers, and what data providers were asked and answered. */
async function askedElsewhere(ctx: Ctx, reader: Caller, { check, key }: Results) {
  const sent_out = [];
  const provider_requests = [];
  for (const report of check.reports) {
    sent_out.push(...(await listSupplierRequests(ctx, reader, report.id, key)).map(sentOutJson));
    const { exchanges } = await readExchanges(ctx, check.tenant, report);
    provider_requests.push(...exchanges.filter(({ isSent }) => isSent).map((one) => exchangeJson(report.id, one)));
  }
  return { sent_out, provider_requests };
}

/** Whom it was ordered of. Where the candidate may be another, that is somebody else's name and day of birth. */
function orderedAs({ order: { ordered, facts } }: Check, isOwn: boolean) {
  if (ordered === undefined) return {};
  const isHidden = isOwn && personDifference(ordered, facts)?.isOtherPerson === true;
  return { ordered_as: isHidden ? unreadNote : ordered };
}

/** The parts of a copy that are read before its first byte is sent, so that a refusal is answered as one. */
async function readOrder(ctx: Ctx, reader: Caller, checkId: string, isOwn: boolean) {
  const results = await readResults(ctx, reader, reader, checkId);
  const { check, key } = results;
  const { accountId, environment } = check.tenant;
  const events = await readEventsOfCheck(ctx, { accountId, environment, id: checkId });
  const reportIds = check.reports.map(({ id }) => id);
  await refuseChangedOutcomes(ctx, reader, checkId);
  const [
    filled,
    corrections,
    nameOf,
    clientNotes,
    ownNotes,
    verifications,
    queries,
    messages,
    comments,
    mails,
    decisions,
    proposals,
    hearings,
  ] = await Promise.all([
    readFilledPages(ctx, check, key),
    readCorrections(ctx, check, key),
    readActorNames(ctx.db, accountId, [
      ...events.map(({ actor }) => actor),
      ...results.versions.flatMap(({ author, released }) => [author, released.by]),
    ]),
    readNotes(ctx, check.tenant, { reportIds, audience: 'client', key }),
    readNotes(ctx, check.tenant, { reportIds, audience: 'desk', key }),
    readVerifications(ctx, check, key),
    listQueries(ctx, check),
    listMessages(ctx, check, key).then((all) =>
      all.filter(({ kind }) => kind !== 'reference_mistake' && kind !== 'reference_update'),
    ),
    listComments(ctx, check, key),
    listEmailsOfCheck(ctx, check.tenant, checkId),
    readDecisions(ctx, reader, check),
    listProposals(ctx, reader, check, key),
    listHearings(ctx, reader, check, key),
  ]);
  // What a referee sent was given in confidence, also a letter that the desk attached for them.
  const references = await Promise.all(reportIds.map((id) => listReferences(ctx, check.tenant, id)));
  const letters = references.flat().map(({ reply }) => reply.letter?.fileToken);
  const files = results.files.filter(
    (file) =>
      !file.uploadedBy.startsWith('referee:') && !letters.includes(file.fileToken) && (!isOwn || isOwnFile(file)),
  );
  const order = {
    ...resultsJson({ ...results, files }, [], events, nameOf),
    ...orderedAs(check, isOwn),
    form: filled.map(filledPageJson),
    corrections: corrections.map(correctionJson),
    notes: [...clientNotes, ...ownNotes].map(noteJson),
    verifications: verifications.map(verificationJson),
    queries: queries.map(queryJson),
    appointments: (await listAppointments(ctx, check, key)).map(appointmentJson),
    messages: messages.map(messageJson),
    comments: comments.map(commentJson),
    charge_queries: (await readDisputesOfOrders(ctx, check.tenant, [checkId])).map(chargeQueryJson),
    decisions: decisions.map(decisionJson),
    order_changes: (await readOrderChanges(ctx, reader, check)).map(orderChangeJson),
    applications: await applicationsIn(ctx, reader, results),
    follow_ups: (await readFollowUps(ctx, reader, check)).map(followUpJson),
    proposed_decisions: proposals.map(proposalJson),
    hearings: hearings.map(hearingJson),
    mails: mails.filter((mail) => !isLeftOut(mail) && (!isOwn || isOwnMail(mail))).map(mailJson),
    ...(await askedElsewhere(ctx, reader, results)),
  };
  const told = { name: `VF${check.orderId}`, tenant: check.tenant, files };
  // The PDF has the notes for the client.
  if (isOwn) return { ...told, order: withoutFreeWords(order), results: { ...results, files, notes: [] } };
  return { ...told, order, results };
}

/** Made here, not by a job: somebody takes a copy a few times a year, and an open file would outlive who leaves. */
async function* pdfOf(results: Results): AsyncGenerator<Uint8Array> {
  yield await renderReportDocument(documentOf(results));
}

async function* once(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/** What Art. 15(1)(a) to (h) demands beside the data, as HTML: the page that candidates read, of these reports. */
export type ExplainData = (accountId: string, types: readonly ReportType[]) => Promise<string>;

export interface PersonCopy {
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Records the look at everything, the export, and that what they asked for was made, before the first byte is sent. Refuses with `not_found` somebody who
 * was erased, and with `state_does_not_allow` an outcome that is not the one that was decided.
 */
export async function copyPerson(
  ctx: Ctx,
  reader: Caller,
  applicantId: string,
  explain: ExplainData,
): Promise<PersonCopy> {
  demand(reader, 'erase_applicants');
  return copyFor(ctx, reader, applicantId, { by: reader, explain, isOwn: false });
}

/**
 * The person takes the copy that was put on their own page, as it is then; that they did is recorded with their request.
 * Refuses with `not_found` where none is there, or not any more.
 */
export async function takeOwnCopy(
  ctx: Ctx,
  { caller, applicantId, key }: Pick<OpenForm, 'caller' | 'applicantId' | 'key'>,
  requestId: string,
  explain: ExplainData,
): Promise<PersonCopy> {
  const asked = await listRequestsOf(ctx, { tenant: caller, applicantId }, key);
  const until = ownCopyUntil(asked.find(({ id }) => id === requestId)?.steps ?? []);
  if (until === undefined || until < todayFor(ctx, caller)) throw new Refusal('not_found');
  const copy = await copyFor(ctx, { ...caller, actor: 'system' }, applicantId, { by: caller, explain, isOwn: true });
  await inTransaction(ctx, (tx) => noteFetched(tx, caller, requestId, key));
  return copy;
}

/** @param by who takes it, as it is recorded @param isOwn nobody looks it through before it is taken */
async function copyFor(
  ctx: Ctx,
  reader: Caller,
  applicantId: string,
  { by, explain, isOwn }: { readonly by: Caller; readonly explain: ExplainData; readonly isOwn: boolean },
): Promise<PersonCopy> {
  const { accountId, environment, actor, keyId, onBehalfOf } = by;
  const { facts, createdAt } = await readApplicant(ctx, reader, applicantId);
  const checkIds = await findChecksOfPerson(ctx.db, reader, applicantId);
  const orders: Awaited<ReturnType<typeof readOrder>>[] = [];
  for (const checkId of checkIds) orders.push(await readOrder(ctx, reader, checkId, isOwn));
  await storeEvents(ctx, by, [{ type: 'applicant.exported', resourceId: applicantId, applicantId }]);
  const { check, key } = orders[0]?.results ?? {};
  await inTransaction(ctx, (tx) => noteAct(tx, by, { applicantId, kinds: ['access', 'portability'] }, 'copied'));
  const requests = check === undefined ? [] : await listRequestsOf(ctx, check, key);
  const restrictions = check === undefined ? [] : await listRestrictionsOf(ctx, check, key);
  const { looks } = await showLooksAtPerson(ctx, reader, { id: checkIds[0], applicantId });
  const who = { accountId, environment, actor, keyId, onBehalfOf };
  await recordSecurityEvent(ctx, { type: 'records.exported', ...who, detail: { applicant_id: applicantId } });
  const stated = (
    await readStated(ctx, { ...reader, subsidiaryIds: null }, [applicantId], { withRestricted: true })
  ).get(applicantId);
  const placed =
    (await readPlaces(ctx, { ...reader, subsidiaryIds: null }, [applicantId], true)).get(applicantId) ?? [];
  const nameOf = new Map((await listSubsidiaries(ctx, 'system', accountId)).map(({ id, name }) => [id, name]));
  const certificates = await readCertificatesForCopy(ctx, reader, applicantId);
  const earlier = await readWholeEarlier(ctx, reader, applicantId);
  const confirmed = (await readConfirmations(ctx, reader, [applicantId])).get(applicantId);
  // What others wrote freely is looked through before it is handed out.
  const ownFiles = isOwn ? [] : await listPersonFiles(ctx, reader, applicantId);
  const preparedAt = ctx.now();
  const whole = {
    prepared_at: toTimestamp(preparedAt),
    applicant: { id: applicantId, created_at: toTimestamp(createdAt), ...facts },
    kind_of_person: workKindLabel((await readWorkKinds(ctx, reader, [applicantId])).get(applicantId) ?? null) || null,
    requests: requests.filter((one) => !isOwn || !isOfClient(one)).map(requestJson),
    restrictions: restrictions.map(restrictionJson),
    recipients: (await listRecipients(ctx, reader, applicantId)).map(recipientJson),
    looks: looks.map(lookJson),
    agency_confirmation: confirmed === undefined ? null : confirmationJson(confirmed),
    files: ownFiles.map(({ fileName, kind, addedAt }) => ({ name: fileName, kind, added_at: toTimestamp(addedAt) })),
    places_of_work: placed.map((one) => placeJson(one, nameOf.get(one.subsidiaryId) ?? null)),
    screened_elsewhere: stated === undefined ? null : statedJson(stated),
    certificates: certificates.map(certificateJson),
    references_given: (await readGivenForCopy(ctx, reader, applicantId)).map(givenJson),
    conduct_breaches: (await readBreachesForCopy(ctx, reader, applicantId)).map(breachJson),
    earlier_system: earlier === undefined ? null : earlierJson(earlier.earlier),
  };
  const person = isOwn ? personWithoutFreeWords(whole) : whole;
  const reports = orders.flatMap(({ results }) => results.check.reports);
  const about = await explain(
    accountId,
    reports.map(({ reportTypeId }) => reportTypeById(reportTypeId)).filter((type) => type !== undefined),
  );
  const readme = isOwn ? `${readmeText}\n${say(ownCopyLacks)}\n${say(ownCopyMore)}\n` : readmeText;
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { path: copyPaths.readme, content: once(readme) };
    yield { path: copyPaths.about, content: once(htmlPage('About your data', about)) };
    yield { path: copyPaths.person, content: once(person) };
    yield { path: copyPaths.readablePerson, content: once(readablePage('What is held about you', person)) };
    for (const { id, fileName } of ownFiles) {
      const { content } = await readPersonFile(ctx, reader, applicantId, id);
      yield { path: `files/${id.slice(-6)}-${fileName.replace(/[^\w.-]/g, '_')}`, content };
    }
    if (earlier !== undefined) yield { path: copyPaths.earlier, content: await earlier.content() };
    for (const { name, tenant, order, files, results } of orders) {
      yield { path: copyPaths.json(name), content: once(order) };
      yield { path: copyPaths.readable(name), content: once(readablePage(`Order ${name}`, order)) };
      yield { path: copyPaths.pdf(name), content: pdfOf(results) };
      for (const [at, file] of files.entries()) {
        const content = await readAttachmentContent(ctx, tenant, file.fileToken);
        yield { path: `${name}/${attachmentPath(file, at)}`, content };
      }
    }
  }
  return { content: zipOf(entries(), preparedAt) };
}
