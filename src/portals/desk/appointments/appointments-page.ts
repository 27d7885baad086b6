// The appointments of candidates at the desk: of which it is to be said whether they came, and which are to come.
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { listStanding } from '../../../features/appointments/appointment-actions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const MOST_SHOWN = 200;

export function appointmentsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'ask_queries', menu: 'Appointments', byEnvironment: true } as const;
  pages.get('/desk/appointments', options, async (request: FormRequest, reply, user) => {
    const environment: Environment = request.query.environment === 'test' ? 'test' : 'live';
    const listed = await Promise.all(
      [true, false].map((isOver) =>
        listStanding(ctx, authorityOf(user), user.accounts, { environment, isOver, limit: MOST_SHOWN }),
      ),
    );
    const rows = listed.flat().map((row) => ({ ...row, environment }));
    const names = await readCandidateNames(ctx, user, rows, { list: 'appointments' });
    const [over = [], toCome = []] = listed.map((some) =>
      some.map((row) => ({
        ...{ at: row.at, accountName: row.account_name, order: orderNumber(row.order_id) },
        label: reportTypeById(row.report_type_id)?.label,
        name: names.get(row.check_id)!,
        href: `/desk/reports/${row.report_id}`,
      })),
    );
    return renderPage(request, reply, 'desk/appointments/appointments.njk', {
      title: 'Appointments',
      environment,
      mostShown: MOST_SHOWN,
      lists: [
        { heading: 'Did they come?', empty: 'Nothing is to be recorded.', rows: over },
        { heading: 'To come', empty: 'None is agreed.', rows: toCome },
      ],
    });
  });
}
