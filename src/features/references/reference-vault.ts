// Encrypts and decrypts references with the applicant's key.
import type { Ctx, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openOrder } from '../checks/check-actions.ts';
import { askedKeyNow } from './asked-entry-rules.ts';
import type { Reference, ReferenceReply, ReferenceRequest } from './reference.ts';
import type { ReferenceRow } from './reference-store.ts';

const requestPlace = (id: string) => `report_references.request ${id}`;
const answersPlace = (id: string) => `report_references.answers ${id}`;

export const sealRequest = (key: DataKey, id: string, request: ReferenceRequest): Buffer =>
  key.seal(requestPlace(id), request);

export const sealReply = (key: DataKey, id: string, reply: ReferenceReply): Buffer => key.seal(answersPlace(id), reply);

/** Refuses with `not_found` if the applicant was erased. */
export async function keyOfRow(
  ctx: Ctx,
  tenant: Tenant,
  row: Pick<ReferenceRow, 'applicant_id' | 'sealed_key'>,
): Promise<DataKey> {
  if (row.sealed_key === null) throw new Refusal('not_found');
  return applicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, row.applicant_id, row.sealed_key);
}

export const openRequest = (key: DataKey, { id, sealed_request }: Pick<ReferenceRow, 'id' | 'sealed_request'>) =>
  key.open<ReferenceRequest>(requestPlace(id), sealed_request);

/** About the entry as it is numbered now. */
function currentRequest(key: DataKey, row: ReferenceRow): ReferenceRequest {
  const request = openRequest(key, row);
  const { facts } = openOrder(key, row.check_id, row.sealed_order);
  return { ...request, entryKey: askedKeyNow(facts, request) };
}

export const openReference = (tenant: Tenant, key: DataKey, row: ReferenceRow): Reference => ({
  tenant,
  id: row.id,
  checkId: row.check_id,
  reportId: row.report_id,
  askingTypeId: row.asking_type_id,
  readerId: row.reader_id,
  questionnaire: row.questionnaire,
  status: row.status,
  request: currentRequest(key, row),
  reply:
    row.sealed_answers === null ? { answers: {} } : key.open<ReferenceReply>(answersPlace(row.id), row.sealed_answers),
  authentication: row.authentication,
  linkGeneration: row.link_generation,
  chases: row.chases,
  mails: row.mails,
  requestedAt: row.requested_at,
  mailedAt: row.mailed_at,
  mailFailure:
    row.mail_failure === null || row.mail_failed_at === null
      ? undefined
      : { failure: row.mail_failure, failedAt: row.mail_failed_at },
  openedAt: row.opened_at,
  repliedAt: row.replied_at,
  takenOverAt: row.taken_over_at,
  takenOverUnauthenticated: row.taken_over_unauthenticated,
  awaitsOutcome: row.taken_over_at !== null && (row.decided_at === null || row.taken_over_at > row.decided_at),
});
