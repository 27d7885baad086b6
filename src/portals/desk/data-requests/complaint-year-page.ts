// The complaints of a year, at the desk: how many by subject and by root cause, how they ended and how fast.
import { type Ctx, todayFor } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { complaintSubjects, rootCauses } from '../../../features/data-requests/complaint.ts';
import { countYear } from '../../../features/data-requests/complaint-actions.ts';
import type { ComplaintCount } from '../../../features/data-requests/data-request-queries.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { complaintYearPath, dataRequestsHref, dataRequestsPath, registerName } from './data-requests-page.ts';

const FIRST_YEAR = 2020;

const sumOf = (counts: readonly ComplaintCount[], of: (one: ComplaintCount) => number = ({ count }) => count): number =>
  counts.reduce((sum, one) => sum + of(one), 0);

const isUpheld = ({ outcome }: ComplaintCount) => outcome === 'upheld' || outcome === 'partly_upheld';

/** A row of a table: what is counted, how many, and how many of them were upheld, and are open. */
const rowOf = (text: string, counts: readonly ComplaintCount[], href?: string) => {
  const answered = counts.filter(({ outcome }) => outcome !== null);
  const many = sumOf(answered);
  return {
    ...{ text, href },
    received: sumOf(counts),
    upheld: sumOf(counts.filter(isUpheld)),
    notUpheld: sumOf(counts.filter(({ outcome }) => outcome === 'not_upheld')),
    other: sumOf(answered.filter((one) => !isUpheld(one) && one.outcome !== 'not_upheld')),
    open: sumOf(counts) - many,
    days: many === 0 ? undefined : Math.round(sumOf(answered, ({ days }) => days) / many),
  };
};

const rowsBy = <T extends string>(
  list: Readonly<Record<T, string>>,
  counts: readonly ComplaintCount[],
  keyOf: (one: ComplaintCount) => string | null,
  hrefOf?: (key: string) => string,
) =>
  Object.entries<string>(list)
    .map(([key, text]) =>
      rowOf(
        text,
        counts.filter((one) => keyOf(one) === key),
        hrefOf?.(key),
      ),
    )
    .filter(({ received }) => received > 0);

export function complaintYearPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission: 'read_erasures', byEnvironment: true } as const;
  pages.get(complaintYearPath, options, async (request: FormRequest, reply, user) => {
    const environment = request.query.environment === 'test' ? 'test' : 'live';
    const thisYear = Number(todayFor(ctx, { environment, clockOffsetSeconds: 0 }).slice(0, 4));
    const asked = Number(request.query.year);
    const year = Number.isInteger(asked) && asked >= FIRST_YEAR && asked <= thisYear ? asked : thisYear;
    const counts = await countYear(ctx, authorityOf(user), user.accounts, environment, year);
    const test = environment === 'test' ? environment : undefined;
    const yearHref = (of: number) => listHref(complaintYearPath, listParameters({ environment: test, year: of }));
    const subjectHref = (subject: string) =>
      listHref(dataRequestsPath, listParameters({ environment: test, state: 'all', kind: 'complaint', subject }));
    return renderPage(request, reply, 'desk/data-requests/complaint-year.njk', {
      title: `Complaints of ${year}`,
      environment,
      back: { text: registerName, href: dataRequestsHref(environment) },
      total: rowOf('All', counts),
      acknowledgedLate: sumOf(counts, (one) => one.acknowledged_late),
      tables: [
        {
          name: 'By subject',
          head: 'About',
          rows: rowsBy(complaintSubjects, counts, ({ subject }) => subject, subjectHref),
        },
        { name: 'By root cause', head: 'Root cause', rows: rowsBy(rootCauses, counts, (one) => one.root_cause) },
      ],
      previousHref: year > FIRST_YEAR ? yearHref(year - 1) : undefined,
      previousYear: year - 1,
      nextHref: year < thisYear ? yearHref(year + 1) : undefined,
      nextYear: year + 1,
    });
  });
}
