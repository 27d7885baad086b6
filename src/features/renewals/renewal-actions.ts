// Ends and resumes the renewals of an applicant: somebody who has left, or is not suitable, is not screened again.
import { type Caller, type Ctx, inTransaction, type OrderScope, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Place } from '../access/place-queries.ts';
import { readApplicant, readPerson } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { certificateTerms } from '../applicants/search-key-rules.ts';
import { storeEvents } from '../events/event-actions.ts';
import { catalogue } from '../report-types/catalogue.ts';
import type { Stated } from '../report-types/monitored-end-rules.ts';
import {
  findRenewingPlaces,
  findStillRenewing,
  markConfirmed,
  markRenewed,
  type RenewingPlace,
  unmarkConfirmed,
  unmarkRenewed,
  updateRenewalsEndedAt,
} from './renewal-store.ts';

/** Of each subsidiary that the caller sees and where they have orders. Refuses with `not_found`. */
export async function readRenewing(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
): Promise<RenewingPlace[]> {
  demand(caller, 'read_checks');
  await readPerson(ctx, caller, applicantId);
  return findRenewingPlaces(ctx.db, caller, applicantId);
}

/** The certificates whose status the Update Service says: none of a basic one. */
const certificateTypes = catalogue
  .filter(({ certificate }) => certificate?.issuer === 'dbs' && certificate.level !== 'basic')
  .map(({ id }) => id);

/** What the Update Service answers of a certificate that still holds. */
const unchanged = ['BLANK_NO_NEW_INFO', 'NON_BLANK_NO_NEW_INFO'];

interface CompleteReport {
  readonly id: string;
  readonly name: string;
  readonly findings: Stated;
}

/** Without new information a check of the status confirms the certificate with that number, which is due again later. */
async function confirmCertificate(
  tx: Ctx,
  caller: Caller,
  { id, findings }: CompleteReport,
  applicantId: string,
): Promise<void> {
  await unmarkConfirmed(tx.db, caller, id);
  if (!unchanged.includes(findings.breakdown.status?.result ?? '')) return;
  const { facts } = await readApplicant(tx, caller, applicantId);
  const account = await tx.keys.forAccount(caller.accountId);
  const keys = searchKeys(account, caller, certificateTerms(facts.certificate_number ?? ''));
  await markConfirmed(tx.db, caller, id, { applicantId, keys, typeIds: certificateTypes });
}

/** Call it when a report is complete: the earlier one of its type is not due any more, and what it confirms is due later. */
export async function replaceEarlier(
  tx: Ctx,
  caller: Caller,
  report: CompleteReport,
  applicantId: string,
): Promise<void> {
  await markRenewed(tx.db, caller, report.id);
  if (report.name === 'dbs_update_service') await confirmCertificate(tx, caller, report, applicantId);
}

/** Call it when a report that may have been complete is withdrawn or cancelled. */
export const restoreEarlier = (tx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<void> =>
  unmarkRenewed(tx.db, tenant, reportId);

/** Those of the reports that nothing has replaced since, of who has not left. */
export const readStillRenewing = (
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  reportIds: readonly string[],
): Promise<readonly string[]> => findStillRenewing(ctx.db, tenant, reportIds);

interface RenewedChange {
  /** Everywhere, unless it is said. */
  readonly place?: Place;
  /** Now, unless it was earlier. */
  readonly leftAt?: Date;
}

/** As a part of what decides it, such as an erasure. What is so already stays without an event. */
export async function changeRenewed(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  isRenewed: boolean,
  { place = {}, leftAt }: RenewedChange = {},
): Promise<void> {
  const at = isRenewed ? null : (leftAt ?? timeFor(tx, caller));
  if ((await updateRenewalsEndedAt(tx.db, caller, applicantId, { at, place })) === 0) return;
  const type = isRenewed ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
  const detail = place.at === undefined ? {} : { detail: { subsidiary_id: place.at.subsidiaryId } };
  await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId, ...detail }]);
}

/**
 * Takes back that they have left. Refuses with `not_found`, and with `state_does_not_allow` where the newest decision is
 * that they are not suitable: only another decision ends that.
 */
export async function takeLeavingBack(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  at?: Place['at'],
): Promise<void> {
  demand(caller, 'order_checks');
  await readPerson(ctx, caller, applicantId);
  await inTransaction(ctx, async (tx) => {
    const places = await findRenewingPlaces(tx.db, caller, applicantId);
    const isMeant = ({ subsidiaryId }: RenewingPlace) => at === undefined || subsidiaryId === at.subsidiaryId;
    if (places.some((one) => isMeant(one) && one.endedAt !== null && one.notSuitable !== null))
      throw new Refusal('state_does_not_allow');
    await changeRenewed(tx, caller, applicantId, true, { place: { subsidiaryIds: caller.subsidiaryIds, at } });
  });
}
