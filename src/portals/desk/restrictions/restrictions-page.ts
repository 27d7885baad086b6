// What people asked about the restriction of their data, at the desk: what is to be decided, and whose data are restricted.
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { listRestrictions } from '../../../features/restrictions/restriction-actions.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { groundOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { restrictionPath } from './restriction-page.ts';

const permission = 'read_erasures' as const;
const MOST_SHOWN = 200;

export function restrictionsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission, menu: 'Restrictions', menuGroup: 'records', byEnvironment: true } as const;
  pages.get('/desk/restrictions', options, async (request: FormRequest, reply, user) => {
    const environment: Environment = request.query.environment === 'test' ? 'test' : 'live';
    const rows = await listRestrictions(ctx, authorityOf(user), user.accounts, environment, MOST_SHOWN);
    const listed = rows.map((row) => ({ ...row, environment }));
    const names = await readCandidateNames(ctx, user, listed, { list: 'restrictions' });
    const shown = rows.map((row) => {
      const dueOn = row.due_on;
      const today = todayFor(ctx, { environment, clockOffsetSeconds: row.clock_offset_seconds });
      return {
        ...{ ground: groundOf(row.ground).name, accountName: row.account_name, order: orderNumber(row.order_id) },
        ...{
          askedAt: row.asked_at,
          decidedAt: row.decided_at,
          liftOn: row.lift_on,
          dueOn,
          isLate: dueOn !== null && dueOn < today,
        },
        name: names.get(row.check_id)!,
        href: restrictionPath(row.report_id),
        status: row.status,
      };
    });
    return renderPage(request, reply, 'desk/restrictions/restrictions.njk', {
      title: 'Restrictions',
      environment,
      mayOpen: mayDo(user, 'ask_restrictions'),
      isCut: rows.length === MOST_SHOWN,
      mostShown: MOST_SHOWN,
      open: shown.filter(({ status }) => status === 'open'),
      inForce: shown.filter(({ status }) => status === 'in_force'),
    });
  });
}
