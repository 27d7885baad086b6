// Shows clients and screeners whether somebody has confirmed the candidate's identity, and lets them confirm it.

import { storedVerdict } from '../../../features/assessments/assessment-rules.ts';
import { assessIdentity } from '../../../features/assessments/identity-assessment.ts';
import type { Check } from '../../../features/checks/check.ts';
import { needsSeenIdentity } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import {
  type Confirmer,
  identityProblems,
  invitationProblems,
  isOwnIdentity,
} from '../../../features/checks/identity-rules.ts';
import { factRows } from '../../../features/facts/fact-rows-rules.ts';
import { toldToClient } from '../../../features/facts/previous-name-rules.ts';
import type { Reader } from '../../../features/knowledge/rule.ts';
import { identityInputs, isOfDbs, regimesOf } from '../../../features/report-types/identity-inputs.ts';
import { isPublished } from '../../../features/reports/report-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import type { SeenPapers } from '../../../features/requirements/seen-papers.ts';
import { valueIn } from '../../../features/value-sets/value-set-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Problems } from '../../../lib/refusal.ts';
import { identityStatement } from '../../../messages/en-identity.ts';
import {
  listFields,
  propertyFields,
  propertyName,
  readLists,
  readProperties,
  type Typed,
  typedProperties,
} from '../fields/property-fields.ts';
import { typedIn } from '../fields/typed-values.ts';
import { type VerdictRow, verdictRows } from '../verdicts/verdict-rows.ts';

export interface SeenIdentity {
  readonly confirmedAt: Date | null;
  /** The path of the page that confirms, or replaces a confirmation; undefined if the order is over or this reader may not. */
  readonly action: string | undefined;
  /** Whoever confirmed it named no papers, as programs and clients may. */
  readonly isWithoutPapers: boolean;
  /** The day on which they were invited to give fingerprints, as nothing else confirms who they are. */
  readonly invitedOn: string | undefined;
  /** The order ended without a confirmation. */
  readonly isOver: boolean;
  /** What was seen and by whom, with the verdicts of that day; empty for readers who may not know it. */
  readonly evidence: readonly VerdictRow[];
}

/**
 * Undefined if no confirmation is needed. @param action undefined for users who may only read. @param seesEvidenceAs
 * undefined for readers who may not know the documents
 */
export function identityOf(
  check: Check,
  action: string | undefined,
  seesEvidenceAs?: Reader,
): SeenIdentity | undefined {
  const { identityConfirmedAt: confirmedAt } = check;
  const isOver = !isOngoing(check.status);
  // While the order goes on, a report that was withdrawn asks for nobody to come with originals.
  const stillAsks = ({ status }: Check['reports'][number]) => isOver || isOpen(status) || isPublished(status);
  const wanted = confirmedAt === null ? check.reports.filter(stillAsks) : check.reports;
  if (!needsSeenIdentity(wanted)) return undefined;
  const verdicts = check.order.identity_evidence?.verdicts ?? [];
  const evidence = seesEvidenceAs === undefined ? [] : verdictRows(verdicts, seesEvidenceAs);
  const path = confirmedAt === null || action === undefined ? action : `${action}?replace=1`;
  const isWithoutPapers = check.order.identity_evidence === undefined;
  const invitedOn = check.order.awaits_fingerprints?.fingerprints_invited_on;
  return { confirmedAt, invitedOn, isWithoutPapers, isOver, evidence, action: isOver ? undefined : path };
}

export interface IdentityRequest {
  readonly check: Check;
  /** The path of the page that the confirmation page belongs to. */
  readonly page: string;
  readonly user: Confirmer;
  readonly reader: Reader;
  readonly today: IsoDate;
  /** Of the address; it says whether a confirmation is to be replaced, as the body does. */
  readonly query?: unknown;
  /** Undefined when the page is opened. */
  readonly body?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Otherwise a page that was opened before somebody else confirmed changes nothing. */
const isReplacing = ({ check, query, body }: IdentityRequest) =>
  check.identityConfirmedAt !== null && ((body ?? query ?? {}) as { readonly replace?: unknown }).replace === '1';

const regimesFor = ({ order, reports }: Check) => regimesOf(reports, order.criminal_details?.place_of_work ?? null);

/** What the order itself names, as the form takes it. */
function namedInOrder({ details }: Check['order']): Record<string, string> {
  const { IdentityRouteReason, IdentityProof, AddressProof } = details?.CheckSpecificData ?? {};
  const documents = (details?.IdentityDocuments ?? []).map(({ DocumentType }, index) => [
    `documents_seen.${index}.document`,
    valueIn('dbsidentitydocument', DocumentType)?.value ?? '',
  ]);
  return {
    ...Object.fromEntries(documents),
    why_not_route_1: IdentityRouteReason ?? '',
    identity_proof: valueIn('scotlandidentityproof', IdentityProof ?? '')?.value ?? '',
    address_proof: valueIn('scotlandaddressproof', AddressProof ?? '')?.value ?? '',
  };
}

/** What the page begins with: the papers of the confirmation that is replaced, else those of the order. */
function typedBefore(asked: IdentityRequest): Record<string, string> {
  const { order } = asked.check;
  const before = isReplacing(asked) ? order.identity_evidence?.seen : order.awaits_fingerprints;
  if (before === undefined) return namedInOrder(order);
  const { has_originals: _, why_replaced: _before, documents, ...others } = before;
  return Object.fromEntries(typedProperties({ documents_seen: documents, ...others }, ''));
}

const inputsFor = (asked: IdentityRequest) => ({
  ...identityInputs(regimesFor(asked.check)),
  ...(isReplacing(asked) ? { why_replaced: 'text' as const } : {}),
});

/** What somebody has seen, as typed, with what is wrong with it. */
function readSeen(asked: IdentityRequest, typed: Typed) {
  const { check, today } = asked;
  const problems = new Problems();
  const regimes = regimesFor(check);
  const known = inputsFor(asked);
  const { documents_seen: documents = [], ...rest } = {
    ...readProperties(known, typed, '', problems),
    ...readLists(known, typed, {}, problems),
  };
  const listed = (documents as SeenPapers['documents']).filter(({ document }) => document !== undefined);
  const seen: SeenPapers = { ...(rest as Omit<SeenPapers, 'documents'>), documents: listed, has_originals: true };
  if (isReplacing(asked) && seen.why_replaced === undefined)
    problems.add(propertyName('why_replaced'), identityStatement.replacementMissing);
  const person = { facts: check.order.facts, today };
  const missing = (isInviting(asked.body) ? invitationProblems(seen, today) : identityProblems(regimes, seen, person))
    .fields;
  const asFields = Object.entries(missing).map(([path, messages]) => [propertyName(path), messages] as const);
  return {
    seen,
    fields: { ...problems.fields, ...Object.fromEntries(asFields) },
    assessed: assessIdentity(regimes, seen, person).map(storedVerdict),
  };
}

/** What the documents are held against. */
const particulars = ({ facts }: Check['order'], today: IsoDate) =>
  factRows(
    { ...toldToClient(facts), addresses: facts.addresses.filter(({ end_date: end }) => end === null) },
    ['title', 'previous_names', 'previous_last_name', 'dob', 'addresses'],
    today,
  );

/** The confirmation page, because confirming cannot be undone; undefined if there is nothing to confirm. */
export function confirmingModel(asked: IdentityRequest) {
  const { check, page, user, body } = asked;
  const isReplaced = isReplacing(asked);
  const hasAction = identityOf(check, page)?.action !== undefined;
  if (!hasAction || (check.identityConfirmedAt !== null && !isReplaced)) return undefined;
  const { first_name, last_name } = check.order.facts;
  const known = inputsFor(asked);
  const typed = body === undefined ? typedBefore(asked) : typedIn(body ?? {});
  const read = readSeen(asked, typed);
  const isTyped = Object.values(typed).some((value) => value !== '');
  return {
    title: isReplaced ? 'Replace the confirmation of this identity?' : 'Confirm the identity of this candidate?',
    isReplaced,
    isOfDbs: regimesFor(check).some(isOfDbs),
    environment: check.tenant.environment,
    candidateName: fullName(first_name, last_name),
    orderId: check.orderId,
    particulars: particulars(check.order, asked.today),
    action: `${page}/identity`,
    page,
    isOwn: isOwnIdentity(user, check.order.facts),
    lists: listFields(known, typed, {}),
    properties: propertyFields(known, typed, ''),
    assessed: isTyped ? verdictRows(read.assessed, asked.reader) : [],
    errors: body === undefined || isPreview(body) ? undefined : read.fields,
    seen: read.seen,
  };
}

const isInviting = (body: unknown) => (body as { readonly move?: unknown } | null)?.move === 'invite';

/** Whether the form was sent to invite the candidate for fingerprints, and nothing is missing for that. */
export const isInvited = (model: NonNullable<ReturnType<typeof confirmingModel>>, body: unknown): boolean =>
  isInviting(body) && !model.isOwn && Object.keys(model.errors ?? {}).length === 0;

const isPreview = (body: unknown) => (body as { readonly move?: unknown } | null)?.move === 'preview';

/** Whether the form was sent to be confirmed, and nothing is missing in it; one's own is refused by the action. */
export const isConfirmed = (model: NonNullable<ReturnType<typeof confirmingModel>>, body: unknown): boolean =>
  model.isOwn || (!isPreview(body) && !isInviting(body) && Object.keys(model.errors ?? {}).length === 0);

/** The status of the page that shows the form again. */
export const confirmStatus = (body: unknown): 200 | 422 => (isPreview(body) ? 200 : 422);
