// Gives a new account the renewal plans of another, for its packages and job roles of the same names.
import { type Ctx, inTransaction } from '../../context.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { jobTerms } from '../applicants/search-key-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { listAgreedJobRoles, listPackages } from '../report-types/agreement-actions.ts';
import type { JobRoleRow } from '../report-types/report-type-actions.ts';
import { findPlans, type PlanOf, replacePlans } from './renewal-plan-store.ts';

interface Copying {
  readonly from: string;
  readonly to: string;
  /** Of `to`: in the transaction that creates the account nothing else reads it. */
  readonly key: AccountKey;
}

const isSameRole = (one: JobRoleRow, other: JobRoleRow): boolean =>
  one.role_title === other.role_title && one.role_check_type === other.role_check_type;

interface Place {
  readonly of: PlanOf;
  readonly name: string;
  readonly jobKeys: readonly string[] | null;
}

/** After the agreement was copied. @param from who asks must see it */
export function copyPlans(ctx: Ctx, by: Asker, { from, to, key }: Copying): Promise<void> {
  demand(by, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    const [packages, ownPackages] = [await listPackages(tx, from), await listPackages(tx, to)];
    const [roles, ownRoles] = [await listAgreedJobRoles(tx, from), await listAgreedJobRoles(tx, to)];
    const keysOf = ({ id, role_title: title }: JobRoleRow) =>
      (['live', 'test'] as const).flatMap((environment) =>
        searchKeys(key, { accountId: to, environment }, jobTerms(id, [title])),
      );
    const placeOf = (packageId: number | null, jobRoleId: number | null): Place | undefined => {
      const pack = packages.find(({ id }) => id === packageId);
      const ownPack = pack && ownPackages.find(({ name }) => name === pack.name);
      if (ownPack !== undefined) return { of: { packageId: ownPack.id }, name: ownPack.name, jobKeys: null };
      const role = roles.find(({ id }) => id === jobRoleId);
      const ownRole = role && ownRoles.find((one) => isSameRole(one, role));
      return ownRole && { of: { jobRoleId: ownRole.id }, name: ownRole.role_title, jobKeys: keysOf(ownRole) };
    };
    const plans = Map.groupBy(
      await findPlans(tx.db, from),
      ({ package_id: packageId, job_role_id: jobRoleId }) => `${packageId} ${jobRoleId}`,
    );
    for (const rows of plans.values()) {
      const place = placeOf(rows[0]!.package_id, rows[0]!.job_role_id);
      if (place === undefined) continue;
      await replacePlans(tx.db, to, place.of, { rows, jobKeys: place.jobKeys });
      const reportTypes = rows.map(({ report_type_id, months }) => ({ report_type_id, renew_after_months: months }));
      const detail = { report_types: reportTypes, of: place.name };
      await storeAccountEvent(tx, to, by, { type: 'account.renewals_set', resourceId: to, detail });
    }
  });
}
