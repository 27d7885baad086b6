// A renewal as the client's pages show it: which reports of a check, when, and the page that orders them.
import { mayDo } from '../../../features/access/permissions.ts';
import type { Renewal } from '../../../features/lists/renewal-list-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { listHref } from '../../shared/list-search.ts';
import type { ClientUser } from '../client-caller.ts';

export const personHref = (applicantId: string): string => `/portal/people/${applicantId}`;

type Due = Pick<Renewal, 'checkId' | 'reports'>;

/** @param today in the UK, by the clock of the account's environment */
export const renewalView = (user: ClientUser, { checkId, reports }: Due, today: IsoDate) => ({
  checkHref: `/portal/checks/${checkId}`,
  reports: reports.map(({ report_type_id, completed_on, renew_on }) => ({
    label: reportTypeById(report_type_id)?.label ?? String(report_type_id),
    completedOn: completed_on,
    renewOn: renew_on,
    isOverdue: renew_on < today,
  })),
  againHref: mayDo(user, 'order_checks')
    ? listHref(
        `/portal/checks/${checkId}/again`,
        reports.map(({ id }): [string, string] => ['report', id]),
      )
    : undefined,
});
