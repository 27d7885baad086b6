// Adds a step to a request about somebody's data, and sets the day by which it must be answered after that step.

import { type Caller, type Ctx, timeFor, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { fullName } from '../../lib/person-names.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import type { Check } from '../checks/check.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import type { DataRequestNews } from '../emails/data-request-words.ts';
import { emailTo, emailToUser, type MailedUser, queueEmail } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { Asker, AskerKind, ComplaintSubject } from './complaint.ts';
import { type RequestKind, type RequestWay, requestKinds, type StepName, type ToldWay } from './data-request.ts';
import { dueOn } from './data-request-rules.ts';
import {
  type DataRequestRow,
  findSteps,
  insertDataRequest,
  insertStep,
  type NewDataRequestRow,
  updateAsker,
  updateClock,
} from './data-request-store.ts';
import { sealAsker, sealTold, sealWords, stepAad, wordsAad } from './data-request-vault.ts';

/** Whose request it is; undefined of somebody about whom nothing is kept. */
export interface Subject {
  readonly check: Pick<Check, 'id' | 'applicantId'>;
  /** Undefined if they were erased. */
  readonly key: DataKey | undefined;
}

/** Who is told by mail. */
export interface Person extends Subject {
  readonly check: Pick<Check, 'id' | 'applicantId' | 'order'>;
}

const of = ({ applicant_id: applicantId }: Pick<DataRequestRow, 'applicant_id'>) =>
  applicantId === null ? {} : { applicantId };

export interface NewRequest {
  readonly kind: RequestKind;
  readonly way: RequestWay;
  readonly receivedOn: IsoDate;
  readonly words: string;
  /** Of a complaint. */
  readonly subject?: ComplaintSubject | undefined;
  /** Of who is no candidate. */
  readonly asker?: AskerKind | undefined;
  readonly askedBy?: Asker | undefined;
  /** False of one that is ended at once. */
  readonly isOpen?: boolean;
}

/** Undefined, and nothing changes, while another request of this kind of the person is open. */
export async function addRequest(
  tx: Ctx,
  caller: Caller,
  person: Subject | undefined,
  { kind, way, receivedOn, words, subject = 'other', asker = 'public', askedBy, isOpen = true }: NewRequest,
): Promise<DataRequestRow | undefined> {
  const id = tx.newId();
  const [applicantId, checkId] = [person?.check.applicantId ?? null, person?.check.id ?? null];
  const isNamed = askedBy !== undefined && (applicantId === null || person?.key !== undefined);
  const row: NewDataRequestRow = {
    ...{ id, kind, way, received_on: receivedOn, applicant_id: applicantId, check_id: checkId },
    sealed_words: await sealWords(tx, caller, { applicantId, key: person?.key }, wordsAad(id), words),
    ...{ recorded_by: caller.actor, recorded_at: timeFor(tx, caller), due_on: dueOn(receivedOn, [], kind) },
    is_open: isOpen,
    subject: kind === 'complaint' ? subject : null,
    asker: applicantId === null ? asker : null,
    sealed_asker: isNamed ? await sealAsker(tx, caller, id, askedBy, person?.key) : null,
  };
  if (!(await insertDataRequest(tx.db, caller, row))) return undefined;
  const detail = { kind, way, received_on: receivedOn, ...(row.subject === null ? {} : { subject: row.subject }) };
  await storeEvents(tx, caller, [{ type: 'data_request.recorded', resourceId: id, ...of(row), detail }]);
  return { ...row, owner_id: null, root_cause: null, sealed_change: null };
}

export interface NewStep {
  readonly step: StepName;
  /** Today by default. */
  readonly on?: IsoDate;
  readonly code?: string;
  readonly told?: ToldWay | null;
  readonly words?: string;
}

/**
 * The request is locked. Of who is no candidate, words are kept with who they are. Returns by when it
 * is due then.
 */
export async function addStep(
  tx: Ctx,
  caller: Caller,
  row: Pick<DataRequestRow, 'id' | 'kind' | 'received_on' | 'applicant_id' | 'is_open' | 'sealed_asker'>,
  key: DataKey | undefined,
  {
    step,
    on = todayFor(tx, caller),
    code = null,
    told = null,
    words = '',
  }: Omit<NewStep, 'code'> & { code?: string | null },
): Promise<IsoDate | null> {
  const before = await findSteps(tx.db, caller, [row.id]);
  const whose = { applicantId: row.applicant_id, key };
  const aad = stepAad(row.id, before.length + 1);
  await insertStep(tx.db, caller, {
    ...{ request_id: row.id, step, on_day: on, code, told, taken_by: caller.actor, taken_at: timeFor(tx, caller) },
    sealed_words: await sealWords(tx, caller, whose, aad, row.applicant_id === null ? '' : words),
  });
  if (row.applicant_id === null && words !== '')
    await updateAsker(tx.db, caller, row.id, await sealTold(tx, caller, row, { number: before.length + 1, words }));
  const steps = [...before.map((one) => ({ step: one.step, on: one.on_day })), { step, on }];
  const due = dueOn(row.received_on, steps, row.kind);
  await updateClock(tx.db, caller, row.id, { dueOn: due, isOpen: row.is_open && step !== 'closed' });
  const type = step === 'closed' ? 'data_request.closed' : 'data_request.step_taken';
  const detail = { step, on, ...(code === null ? {} : { code }), ...(told === null ? {} : { told }) };
  await storeEvents(tx, caller, [{ type, resourceId: row.id, ...of(row), detail }]);
  return due;
}

/** Mails the administrator who asked, and everybody who gets the mails of the order. */
export const mailAskingClient = (
  tx: Ctx,
  caller: Caller,
  check: Pick<Check, 'id' | 'orderId'>,
  { recorded_by }: Pick<DataRequestRow, 'recorded_by'>,
): Promise<void> => mailClient(tx, caller, check, 'erasure_answered', { also: [userIdOf(recorded_by) ?? []].flat() });

type Mailed = Pick<DataRequestRow, 'kind' | 'received_on' | 'subject' | 'asker'>;

/** What a mail about it is filled with. */
export const mailValuesOf = (name: string, { kind, received_on, subject, asker }: Mailed, news: DataRequestNews) => ({
  candidateName: name,
  asked: requestKinds[kind].asked,
  complaint: kind === 'complaint' ? { receivedOn: received_on, isOfData: subject === 'data_protection' } : undefined,
  isToClient: asker === 'client',
  news,
});

/** Where mails about it go: to who asks for the candidate, if somebody does; undefined where that is no email address. */
export const mailedTo = (
  { first_name, last_name, email }: Person['check']['order']['facts'],
  askedBy: Asker | undefined,
): { readonly name: string; readonly address: string } | undefined => {
  if (askedBy === undefined) return { name: fullName(first_name, last_name), address: email };
  const { name, contact } = askedBy;
  return emailFaults(contact).length === 0 ? { name: name || 'Sir or Madam', address: contact } : undefined;
};

/** Nothing is sent to somebody who was erased. @param askedBy who asks for them */
export async function mailAsker(
  tx: Ctx,
  caller: Caller,
  { check, key }: Person,
  row: Mailed,
  news: DataRequestNews,
  askedBy?: Asker,
): Promise<void> {
  const { facts } = check.order;
  const to = mailedTo(facts, askedBy);
  if (key === undefined || to === undefined) return;
  const onBehalfOf = askedBy && fullName(facts.first_name, facts.last_name);
  const about = { id: check.applicantId, key, checkId: check.id };
  const message = { to, values: { ...mailValuesOf(to.name, row, news), onBehalfOf } };
  await queueEmail(tx, emailTo(tx, caller, about, 'data_request', message));
}

/** A user of the client who complained. */
export async function mailComplainant(
  tx: Ctx,
  caller: Caller,
  user: MailedUser,
  row: Mailed,
  news: DataRequestNews,
): Promise<void> {
  const values = mailValuesOf(user.name, row, news);
  const key = await tx.keys.forAccount(caller.accountId);
  await queueEmail(tx, emailToUser(tx, caller, key, 'data_request', { user, values }));
}
