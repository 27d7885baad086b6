// The things that the forms of the portals are about: an account with reports in every state in which somebody types.

import type { Caller, Ctx, OrderScope } from '../../src/context.ts';
import { roles } from '../../src/features/access/permissions.ts';
import { createAccount, createUser } from '../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../src/features/accounts/subsidiary-actions.ts';
import { offerAppointment } from '../../src/features/appointments/appointment-actions.ts';
import { findAppointments } from '../../src/features/appointments/appointment-store.ts';
import { keepRule } from '../../src/features/assignments/assignment-actions.ts';
import { noRule } from '../../src/features/assignments/assignment-rules.ts';
import { keepBreach } from '../../src/features/breaches/breach-actions.ts';
import { reportProblem } from '../../src/features/cases/candidate-message-actions.ts';
import { claimReport } from '../../src/features/cases/claim-actions.ts';
import { type Screener, screenReport } from '../../src/features/cases/screening-actions.ts';
import { issueCertificate } from '../../src/features/certification/certificate-actions.ts';
import { lastDayOf } from '../../src/features/certification/certificate-rules.ts';
import { recordBreach } from '../../src/features/certification/conduct-breach-actions.ts';
import { recordRequest as askForReference } from '../../src/features/certification/given-reference-actions.ts';
import { disputeCharge, listDisputesOf } from '../../src/features/charge-disputes/dispute-actions.ts';
import { readCheck, readCheckAndKey } from '../../src/features/checks/check-actions.ts';
import { completeForm } from '../../src/features/checks/check-progress-actions.ts';
import { decideOnCheck } from '../../src/features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../../src/features/client-decisions/client-decision-rules.ts';
import { askCandidate } from '../../src/features/client-decisions/hearing-actions.ts';
import { usuallyAnswerBy } from '../../src/features/client-decisions/hearing-rules.ts';
import { recordRequest } from '../../src/features/data-requests/data-request-record-actions.ts';
import { keepOrganisation } from '../../src/features/directory/organisation-actions.ts';
import { listInvoices } from '../../src/features/invoices/invoice-actions.ts';
import { issueInvoices } from '../../src/features/invoices/issue-actions.ts';
import { priceCharges } from '../../src/features/lists/charge-actions.ts';
import { askPerson } from '../../src/features/monitoring/monitor-actions.ts';
import { keepPurchaseOrder, listPurchaseOrders } from '../../src/features/purchase-orders/purchase-order-actions.ts';
import { appealFinding, openQuality, recordQualityReview } from '../../src/features/quality/review-actions.ts';
import { drawByHand } from '../../src/features/quality/sample-actions.ts';
import { sendQuery } from '../../src/features/queries/query-actions.ts';
import { questionnaires } from '../../src/features/references/questionnaires.ts';
import { requestReference } from '../../src/features/references/reference-actions.ts';
import {
  chooseScope,
  openReferenceLink,
  saveSection,
  sendReference,
} from '../../src/features/references/reference-answer-actions.ts';
import { createGroup, createPackage } from '../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../src/features/restrictions/restriction-actions.ts';
import { readInvoiceFile } from '../../src/features/supplier-invoices/invoice-file-rules.ts';
import { loadSupplierInvoice } from '../../src/features/supplier-invoices/supplier-invoice-actions.ts';
import { keepSupplier } from '../../src/features/suppliers/supplier-actions.ts';
import { recordSupplierAnswer, sendOut } from '../../src/features/suppliers/supplier-request-actions.ts';
import { keepTeam } from '../../src/features/teams/team-actions.ts';
import { recordTraining } from '../../src/features/training/training-actions.ts';
import { recordVerification } from '../../src/features/verifications/verification-actions.ts';
import { registerWebhook } from '../../src/features/webhooks/webhook-actions.ts';
import { addDays } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { stolenPassword } from '../features/breaches/stolen-password.ts';
import { mailedCodes, placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { writtenQuotes } from '../features/quotes/written-quotes.ts';
import { codeIn, employed, mailsTo, personnel, tokenIn } from '../features/references/asked-references.ts';
import { courtResearcher } from '../features/suppliers/court-researcher.ts';
import { noAddress } from '../support/empty-entries.ts';
import { giveReference } from './given-references.ts';
import { password } from './portal-under-test.ts';
import type { TypedWorld, Typist } from './typed-forms.ts';

export const emails = { desk: 'desk@probity.test', client: 'client@acme.test' } as const;

const home = {
  ...noAddress,
  ...{ flat_number: null, building_number: '12', building_name: null, street: 'High Street', sub_street: null },
  ...{ town: 'Leeds', county: 'Yorkshire', state: null, postcode: 'LS1 4AP', country: 'GBR' },
  ...{ start_date: null, end_date: null },
};

type Linked = Exclude<Typist, 'desk' | 'client'>;

export interface MadeWorld {
  readonly world: TypedWorld;
  /** The paths of the mailed links. */
  readonly links: Readonly<Record<Linked, string>>;
  /** The code that was mailed last to the holder of a link. */
  readonly codeFor: (by: Linked) => Promise<string>;
}

async function makePeople(ctx: Ctx) {
  const { id: accountId } = await createAccount(ctx, 'system', {
    name: 'Acme Care',
    template: 'everything',
    isDemo: true,
  });
  const person = (email: string) => ({ name: 'Sample Person', email, role: 'administrator' as const });
  const { id: userId } = await createUser(ctx, 'system', accountId, person(emails.client));
  const { id: colleagueId } = await createUser(ctx, 'system', accountId, person('colleague@acme.test'));
  const deskUser = (email: string) => createDeskUser(ctx, 'system', { ...person(email), accounts: [accountId] });
  const [deskId, deskUserId] = [await deskUser(emails.desk), await deskUser('other@probity.test')];
  for (const email of Object.values(emails)) await createSignIn(ctx, 'system', { email, password });
  return { accountId, userId, colleagueId, deskId, deskUserId };
}

async function agreedOrder(ctx: Ctx, accountId: string): Promise<string> {
  const agreed = { number: 'PO-1', name: 'Nursing', from: '', until: '', limitPence: 100_000 };
  await keepPurchaseOrder(ctx, { actor: 'system' }, accountId, undefined, agreed);
  return (await listPurchaseOrders(ctx, { actor: 'system', accountId, environment: 'live', subsidiaryIds: null }))[0]!
    .id;
}

/** The client asks about the charge of one report, and not about that of another. */
async function disputedCharge(ctx: Ctx, accountId: string, reports: readonly { readonly id: string }[]) {
  const caller = { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  await disputeCharge(ctx, caller, { aboutId: reports[0]!.id, reason: 'other', words: 'What is this?' });
  const [dispute] = await listDisputesOf(ctx, caller);
  return { dispute: dispute!.id, charge: reports[1]!.id };
}

/** As if the month of today were over. */
async function invoiceOf(ctx: Ctx, accountId: string): Promise<string> {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 500 }]);
  const month = ukDateOf(ctx.now()).slice(0, 7);
  await priceCharges(ctx, { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' }, month);
  await changeAccountSettings(ctx, 'system', accountId, { billingAddress: 'Acme Care' });
  const settings = { ...ctx.settings, operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] };
  const later = () => new Date(ctx.now().getTime() + 40 * 86_400_000);
  await issueInvoices({ ...ctx, settings, now: later }, 'system', accountId, month);
  return (await listInvoices(ctx, 'system', [accountId], undefined, { offset: 0, limit: 1 }))[0]!.id;
}

/** Draws both, and reviews the second, whose screener appeals. Returns what was found. */
async function reviewQuality(ctx: Ctx, reviewer: Screener, screener: Screener, [drawn, reviewed]: [string, string]) {
  await drawByHand(ctx, reviewer, drawn);
  await drawByHand(ctx, reviewer, reviewed);
  const finding = { code: 'data', severity: '', text: 'The date is missing.' };
  const given = { verdict: 'findings', findings: [finding], praise: '' };
  await recordQualityReview(ctx, reviewer, reviewed, given, 0);
  const { reviews } = await openQuality(ctx, screener, reviewed);
  const findingId = reviews[0]!.findings[0]!.id;
  await appealFinding(ctx, screener, reviewed, { findingId, text: 'There is none.' });
  return findingId;
}

export async function makeWorld(ctx: Ctx): Promise<MadeWorld> {
  const { accountId, userId, colleagueId, deskId, deskUserId } = await makePeople(ctx);
  const caller: Caller & OrderScope = {
    ...{ accountId, environment: 'test', subsidiaryIds: null, clockOffsetSeconds: 0 },
    ...{ actor: `user:${deskUserId}`, permissions: roles.desk.administrator },
  };
  const client: Caller = { ...caller, actor: `user:${userId}`, permissions: roles.client.administrator };
  const training = { areas: ['identity'], completedOn: '2020-01-31', validUntil: '', how: 'Taught by the lead' };
  await recordTraining(ctx, 'system', deskUserId, training);
  const other = { userId: deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
  const place = async (reports: readonly string[]) => {
    const { check, token } = await placeWaiting(ctx, client, { facts: employed, reports });
    await completeForm(ctx, { ...caller, actor: 'candidate' }, check.id, check.order.facts);
    const placed = await readCheck(ctx, caller, check.id);
    return { check: placed, report: placed.reports[0]!, token };
  };
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  const work = await place(['criminal_history:basic']);
  await claimReport(ctx, { ...other, userId: deskId }, work.report.id);
  const proposed = await place(['identity']);
  await screenReport(ctx, other, proposed.report.id, { move: 'await_approval', outcome });
  const complete = await place(['identity', 'credit']);
  await screenReport(ctx, other, complete.report.id, { move: 'complete', outcome });
  const decided = await place(['identity']);
  const heard = await place(['identity']);
  const toConfirm = await place(['identity']);
  for (const { report } of [decided, heard, toConfirm])
    await screenReport(ctx, other, report.id, { move: 'complete', outcome: { ...outcome, result: 'consider' } });
  const heardCheck = await readCheck(ctx, client, heard.check.id);
  const question = {
    words: 'Is it yours?',
    answerBy: usuallyAnswerBy(ctx.now(), ctx.calendar()),
    seen: seenBy(heardCheck, null),
  };
  await askCandidate(ctx, client, heardCheck.id, question);
  const toConfirmCheck = await readCheck(ctx, client, toConfirm.check.id);
  await changeAccountSettings(ctx, 'system', accountId, { twoDeciders: true });
  await decideOnCheck(ctx, { ...client, actor: `user:${colleagueId}` }, toConfirmCheck.id, {
    ...{ decision: 'not_suitable', reason: 'It is forged.', told: null, although: false },
    seen: seenBy(toConfirmCheck, null),
  });
  const conditioned = await place(['identity']);
  await screenReport(ctx, other, conditioned.report.id, {
    move: 'complete',
    outcome: { ...outcome, result: 'consider' },
  });
  const conditionedCheck = await readCheck(ctx, client, conditioned.check.id);
  await decideOnCheck(ctx, client, conditionedCheck.id, {
    ...{ decision: 'suitable_with_conditions', reason: 'Brings the original.', told: null, although: false },
    conditionsBy: addDays(ukDateOf(new Date()), 30),
    seen: seenBy(conditionedCheck, null),
  });
  await changeAccountSettings(ctx, 'system', accountId, { keepsCertified: true });
  const certified = conditioned.check.applicantId;
  const certifying = { ...client, subsidiaryIds: null };
  const issuedOn = ukDateOf(new Date());
  const certificate = await issueCertificate(
    ctx,
    certifying,
    certified,
    {
      ...{ ofFunction: 'client_dealing', issuedOn, endsOn: lastDayOf(issuedOn), checkIds: [] },
      ...{ assessedBy: 'Kim', lineManager: '', note: '' },
    },
    [],
  );
  const askedFor = () =>
    askForReference(ctx, certifying, certified, {
      ...{ firm: 'Other Bank', number: '123456', address: 'refs@other.example', receivedOn: issuedOn },
      dueOn: addDays(issuedOn, 28),
    });
  const [toWrite, toUpdate] = [await askedFor(), await askedFor()];
  await giveReference(ctx, certifying, `user:${colleagueId}`, toUpdate);
  const misconduct = await recordBreach(ctx, certifying, certified, {
    ...{ state: 'suspected', foundOn: issuedOn, rules: ['icr1'], found: 'Backdated a form.', discipline: 'none' },
    ...{ disciplinedOn: '', action: '', reportedOn: '', reportedBy: '' },
  });
  const lettered = await place(['identity']);
  await screenReport(ctx, other, lettered.report.id, { move: 'complete', outcome: { ...outcome, result: 'consider' } });
  await ctx.db.run(sql`update checks set type = 'express' where id = ${lettered.check.id}`);
  const letteredCheck = await readCheck(ctx, client, lettered.check.id);
  await askCandidate(ctx, client, letteredCheck.id, { ...question, seen: seenBy(letteredCheck, null) });
  const followUp = await place(['right_to_work']);
  await ctx.db.run(sql`update reports set monitor = 'yearly' where id = ${followUp.report.id}`);
  await screenReport(ctx, other, followUp.report.id, { move: 'complete', outcome });
  await askPerson(ctx, caller, { checkId: followUp.check.id, reportId: followUp.report.id });
  const dataRequest = await recordRequest(ctx, caller, {
    ...{
      kind: 'access',
      way: 'letter',
      receivedOn: ukDateOf(new Date()),
      words: 'All of it.',
      identity: 'known_address',
    },
    checkId: complete.check.id,
  });
  const restricting = await place(['identity']);
  const restricted = await place(['identity']);
  for (const { check } of [restricting, restricted])
    await askRestriction(ctx, caller, check.id, { ground: 'accuracy', words: 'It is not me.' });
  const { key: itsKey } = await readCheckAndKey(ctx, caller, restricted.check.id);
  const [open] = await listRestrictionsOf(ctx, restricted.check, itsKey);
  await decideRestriction(ctx, caller, restricted.check.id, { id: open!.id, isAccepted: true, answer: '' });
  const awaited = await placeWaiting(ctx, client, {
    facts: { ...employed, addresses: [home] },
    reports: ['identity', 'employment_history:uk', 'right_to_work'],
  });
  const employment = await place(['employment_history:uk']);
  const reference = await requestReference(ctx, { ...employment, caller }, personnel);
  const activity = await place(['activity:5y']);
  const { start_date: since } = employed.activities![1]!;
  const verification = await recordVerification(
    ctx,
    { ...activity, caller },
    { key: 'activities-1', isGap: false, from: since, to: since, stated: { from: since, to: null } },
    { source: 'hmrc', from: since, to: since, by: '', on: since, fileTokens: [], note: 'Seen on a call.' },
  );
  const asked = await place(['identity']);
  const dueOn = ukDateOf(new Date(Date.now() + 6 * 24 * 3_600_000));
  const ask = (addressee: 'client' | 'candidate') =>
    sendQuery(
      ctx,
      caller,
      { checkId: asked.check.id, reportId: asked.report.id },
      {
        addressee,
        kind: addressee === 'client' ? 'source_form' : 'missing_information',
        text: 'In which year?',
        dueOn,
      },
    );
  const agreeAppointment = async () => {
    const about = { checkId: asked.check.id, reportId: asked.report.id };
    const meeting = { way: 'in_person', place: '12 Clinic Street', bring: '', text: '' };
    await offerAppointment(ctx, caller, about, { ...meeting, times: [`${dueOn}T10:15`], isAgreed: true, dueOn: '' });
    return (await findAppointments(ctx.db, caller, asked.check.id))[0]!.id;
  };
  const { webhook } = await registerWebhook(ctx, client, { url: 'https://127.0.0.1:9/hook' });
  const [mail] = await mailsTo(ctx, caller, employment.check.id, 'reference_request');
  const referee = tokenIn(mail!.text);
  await chooseScope(ctx, (await openReferenceLink(ctx, referee, undefined)).front, 'whole');
  const answered = await requestReference(ctx, { ...employment, caller }, { ...personnel, entryKey: 'activities-1' });
  const [sent] = await mailsTo(ctx, caller, employment.check.id, 'reference_request');
  const { front } = await openReferenceLink(ctx, tokenIn(sent!.text), undefined);
  await chooseScope(ctx, front, 'factual');
  for (const section of questionnaires.standard.sections.filter(({ isFactual }) => isFactual)) {
    const said = { 'from-month': '7', 'from-year': '2023', still_there: 'yes', role: 'Driver', referee_name: 'Pat' };
    await saveSection(ctx, front, section, said);
  }
  await sendReference(ctx, front);
  const contact = { name: 'Acme Ltd', department: '', email: '', telephone: '01632 960 001', remarks: '' };
  const organisation = await keepOrganisation(ctx, other, { ...contact, foundBy: 'Its website.' });
  const supplier = await keepSupplier(ctx, caller, courtResearcher);
  const breach = await keepBreach(ctx, caller, stolenPassword(ctx.now()));
  const today = ukDateOf(new Date());
  const sentOut = await sendOut(
    ctx,
    caller,
    { checkId: work.check.id, reportId: work.report.id },
    { supplierId: supplier, seen: 0, reference: '', sentOn: today, expectedOn: dueOn, cost: '28.50' },
  );
  const sourceAnswered = await sendOut(
    ctx,
    caller,
    { checkId: work.check.id, reportId: work.report.id },
    { supplierId: supplier, seen: 1, reference: '', sentOn: today, expectedOn: dueOn, cost: '28.50' },
  );
  await recordSupplierAnswer(
    ctx,
    caller,
    { checkId: work.check.id, reportId: work.report.id, requestId: sourceAnswered },
    { receivedOn: today, words: 'No record found.' },
  );
  const invoiceFile = readInvoiceFile(
    [
      ['Our number', 'Cost'],
      ['VF99999', '28.50'],
    ],
    {},
  );
  const supplierInvoice = await loadSupplierInvoice(
    ctx,
    { userId: deskUserId, accounts: 'all', permissions: roles.desk.administrator },
    supplier,
    { number: 'INV-1', datedOn: today, sentFrom: today, sentTo: today },
    invoiceFile,
  );
  const { key } = await readCheckAndKey(ctx, caller, work.check.id);
  const message = await reportProblem(
    ctx,
    {
      ...{ caller: { ...caller, actor: 'candidate' }, applicantId: work.check.applicantId, key: key! },
      link: { ...work.check.tenant, checkId: work.check.id },
    },
    { text: 'My name is wrong.', reportId: null },
  );
  const charged = await placeWaiting(ctx, { ...client, environment: 'live' }, { reports: ['identity', 'credit'] });
  const world: TypedWorld = {
    ...(await disputedCharge(ctx, accountId, charged.check.reports)),
    purchaseOrder: await agreedOrder(ctx, accountId),
    invoice: await invoiceOf(ctx, accountId),
    ...{ accountId, colleagueId, deskUserId, message, organisation, webhookId: webhook.id, reference, answered },
    ...{
      report: work.report.id,
      check: work.check.id,
      proposed: proposed.report.id,
      reviewedCheck: proposed.check.id,
      complete: complete.report.id,
    },
    rule: await keepRule(ctx, other, undefined, {
      ...{ ...noRule, name: 'Driving', reports: 'area:driving', accountId, people: [deskUserId] },
    }),
    reviewed: decided.report.id,
    finding: await reviewQuality(ctx, { ...other, userId: deskId }, other, [complete.report.id, decided.report.id]),
    team: await keepTeam(ctx, other, undefined, { name: 'Court team', members: [deskUserId] }),
    ...(await writtenQuotes(ctx, caller)),
    ...{ breach, supplier, supplierInvoice, sentOut, sourceAnswered, activity: activity.report.id, verification },
    ...{ certified, certificate, misconduct, toWrite, toUpdate },
    completeCheck: decided.check.id,
    conditionedCheck: conditioned.check.id,
    letteredCheck: lettered.check.id,
    proposedCheck: toConfirm.check.id,
    followUp: followUp.report.id,
    dataRequest,
    ...{ restricting: restricting.report.id, restricted: restricted.report.id },
    ...{ awaited: awaited.check.reports[0]!.id, awaitedCheck: awaited.check.id, employment: employment.report.id },
    ...{ asked: asked.report.id, askedCheck: asked.check.id },
    ...{ clientQuery: await ask('client'), candidateQuery: await ask('candidate') },
    appointment: await agreeAppointment(),
    ownRequest: await recordRequest(ctx, caller, {
      ...{ kind: 'portability', way: 'letter', receivedOn: ukDateOf(new Date()), words: 'My data.' },
      ...{ identity: 'known_address', checkId: asked.check.id },
    }),
    packageId: await createPackage(ctx, 'system', accountId, {
      ...{ name: 'Package', description: '', reports: [{ name: 'identity', variant: null, quantity: 1 }] },
    }),
    subsidiaryId: (await createSubsidiary(ctx, 'system', accountId, { name: 'North' })).id,
    groupId: await createGroup(ctx, 'system', accountId, { name: 'Group', reports: [{ name: 'identity' }] }),
  };
  const checkId = {
    candidate: world.awaitedCheck,
    asked: world.askedCheck,
    heard: heardCheck.id,
    referee: employment.check.id,
  };
  return {
    world,
    links: {
      candidate: `/form/${awaited.token}`,
      asked: `/form/${asked.token}`,
      heard: `/form/${heard.token}`,
      referee: `/reference/${referee}`,
    },
    async codeFor(by) {
      // A code that was sent just now would be the only one.
      await ctx.db.run(sql`update link_codes set sent_at = sent_at - interval '1 minute'`);
      if (by !== 'referee') return (await mailedCodes(ctx, caller, checkId[by]))[0]!;
      return codeIn((await mailsTo(ctx, caller, checkId[by], 'reference_code'))[0]!.text);
    },
  };
}
