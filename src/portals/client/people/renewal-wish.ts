// Which renewals the address, or a form, asks for: until when or in which month they are due, of which package, job role and
// subsidiary.
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import type { RenewalWish } from '../../../features/lists/renewal-list-actions.ts';
import { listPackages } from '../../../features/report-types/agreement-actions.ts';
import { listJobRoles } from '../../../features/report-types/report-type-actions.ts';
import { listParameters } from '../../shared/list-search.ts';
import { callerFor } from '../client-caller.ts';
import type { SubsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { dueBetween, periodSelect, type RenewalPeriod, renewalPeriodIn } from './renewal-periods.ts';

export interface RenewalQuery {
  readonly environment: Environment;
  readonly within: RenewalPeriod;
  readonly packageId: number | undefined;
  readonly jobRoleId: number | undefined;
}

const idIn = (value: unknown): number | undefined => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

/** Invalid values count as absent, so that old bookmarks still open. */
export const readRenewalQuery = (sent: Readonly<Record<string, unknown>>): RenewalQuery => ({
  environment: sent.environment === 'test' ? 'test' : 'live',
  within: renewalPeriodIn(sent.within),
  packageId: idIn(sent.package),
  jobRoleId: idIn(sent.role),
});

/** For the address of the list, or hidden fields. */
export const renewalParameters = ({ environment, within, packageId, jobRoleId }: RenewalQuery, subsidiary?: string) =>
  listParameters({
    environment: environment === 'test' ? environment : undefined,
    within,
    package: packageId,
    role: jobRoleId,
    subsidiary,
  });

export function wishOf(
  ctx: Ctx,
  { user }: Pick<SubsidiaryFilter, 'user'>,
  { environment, within, ...wish }: RenewalQuery,
): RenewalWish {
  return { ...wish, ...dueBetween(within, todayFor(ctx, callerFor(user, environment))) };
}

interface Choice {
  readonly id: number;
  readonly name: string;
}

const select = (name: string, label: string, all: readonly Choice[], chosen: number | undefined) =>
  all.length === 0
    ? []
    : [
        {
          ...{ name, label },
          items: [{ value: '', text: 'All', selected: chosen === undefined }].concat(
            all.map((one) => ({ value: String(one.id), text: one.name, selected: one.id === chosen })),
          ),
        },
      ];

/** What the list can be narrowed by. */
export async function renewalSelects(ctx: Ctx, { user, selects }: SubsidiaryFilter, query: RenewalQuery) {
  const [packages, roles] = await Promise.all([listPackages(ctx, user.accountId), listJobRoles(ctx, user.accountId)]);
  const jobs = roles.map(({ id, role_title }) => ({ id, name: role_title }));
  return [
    ...selects,
    periodSelect(query.within, todayFor(ctx, callerFor(user, query.environment))),
    ...select('package', 'Package', packages, query.packageId),
    ...select('role', 'Job role', jobs, query.jobRoleId),
  ];
}
