// What is open in each subsidiary, for who sees several: each number leads to the list of these orders.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listOfferedSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import {
  readSubsidiaryWork,
  STARTS_WITHIN,
  type SubsidiaryWork,
} from '../../../features/lists/subsidiary-work-actions.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { OF_NO_SUBSIDIARY } from '../../shared/orders/order-submission.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

const path = '/portal/by-subsidiary';
const list = '/portal';

type Counted = Exclude<keyof SubsidiaryWork, 'subsidiary_id'>;

/** The heading of each number, and which filter of the list of checks shows what it counts. */
const columns: Readonly<Record<Counted, readonly [head: string, filter: Readonly<Record<string, string>>]>> = {
  waiting: ['Waits for you', { waiting: 'yes' }],
  awaited_forms: ['Waits for the form', { status: 'awaiting_applicant' }],
  in_progress: ['In progress', { status: 'in_progress' }],
  on_hold: ['On hold', { status: 'on_hold' }],
  overdue: ['Overdue', { late: 'yes' }],
  starts: [`Starts in ${STARTS_WITHIN} days, not cleared`, { starts: String(STARTS_WITHIN) }],
};
const counted = Object.keys(columns) as Counted[];
const nothing = Object.fromEntries(counted.map((name) => [name, 0])) as Omit<SubsidiaryWork, 'subsidiary_id'>;

export const subsidiaryWorkHref = (environment: Environment): string =>
  listHref(path, listParameters({ environment: environment === 'test' ? environment : undefined }));

export const renameHref = (id: string): string => `${path}/${id}`;

export function subsidiaryWorkPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_checks', byEnvironment: true },
    async (request: FastifyRequest<{ Querystring: { environment?: unknown; done?: unknown } }>, reply, user) => {
      const environment = request.query.environment === 'test' ? 'test' : 'live';
      const caller = callerFor(user, environment);
      const [subsidiaries, work] = await Promise.all([
        listOfferedSubsidiaries(ctx, caller),
        readSubsidiaryWork(ctx, caller),
      ]);
      const seesWhole = user.subsidiaryIds === null;
      const places = [
        ...subsidiaries.map(({ id, name }) => ({ id, name })),
        // The whole account, as lists call it, would read like a sum.
        ...(seesWhole ? [{ id: null, name: `Of no ${user.units.one}` }] : []),
      ];
      const rows = places.map(({ id, name }) => {
        const found = work.find(({ subsidiary_id }) => subsidiary_id === id) ?? nothing;
        return {
          name,
          renameHref: id !== null && mayDo(user, 'change_own_settings') ? renameHref(id) : undefined,
          cells: counted.map((what) => {
            const filter = columns[what][1];
            const narrowed = { ...filter, subsidiary: id ?? OF_NO_SUBSIDIARY };
            const at = environment === 'test' ? { environment, ...narrowed } : narrowed;
            return {
              count: found[what],
              isLate: what === 'overdue' || what === 'starts',
              href: found[what] === 0 ? undefined : listHref(list, listParameters(at)),
            };
          }),
        };
      });
      return renderPage(request, reply, 'client/subsidiary/subsidiary-work.njk', {
        title: `By ${user.units.one}`,
        environment,
        isRenamed: request.query.done === 'renamed',
        heads: counted.map((what) => columns[what][0]),
        rows,
        seesWhole,
      });
    },
  );
}
