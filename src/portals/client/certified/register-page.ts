// The register of certified people: who is certified for which function and until when, as a list and as CSV.
import type { FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { type Certificate, listCertified } from '../../../features/certification/certificate-actions.ts';
import {
  type CertificateStatus,
  certificateStatuses,
  isToAssess,
} from '../../../features/certification/certificate-rules.ts';
import {
  type CertifiedFunction,
  certifiedFunctions,
  isCertifiedFunction,
} from '../../../features/certification/certified-functions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { listHref, listParameters, pageIn } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { peopleViews } from '../people/people-page.ts';
import { recordHref } from '../people/record-wish.ts';
import { certificateView, statusTexts } from './certificate-view.ts';
import { ofTest, registerFilePath, registerPath, registerViews } from './certified-path.ts';

const PER_PAGE = 50;
const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;

/** Invalid values count as absent, so that old bookmarks still open. */
function wishIn({ query }: FastifyRequest) {
  const { environment, show, for: asked } = query as Readonly<Record<string, unknown>>;
  return {
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    status: certificateStatuses.find((one) => one === show),
    ofFunction: isCertifiedFunction(String(asked)) ? (String(asked) as CertifiedFunction) : undefined,
  };
}

type Wish = ReturnType<typeof wishIn>;

const parametersOf = ({ environment, status, ofFunction }: Wish, page?: number) =>
  listParameters({ environment: ofTest(environment), show: status, for: ofFunction, page });

function selectsOf({ status, ofFunction }: Wish, counts: Readonly<Partial<Record<CertificateStatus, number>>>) {
  const items = (texts: readonly (readonly [string, string])[], chosen = '') =>
    texts.map(([value, text]) => ({ value, text, selected: value === chosen }));
  const statuses = certificateStatuses.map((one) => [one, `${statusTexts[one]} (${counts[one] ?? 0})`] as const);
  return [
    { name: 'show', label: 'Status', items: items([['', 'All who have not left'], ...statuses], status) },
    {
      name: 'for',
      label: 'Function',
      items: items([['', 'All'], ...Object.entries<string>(certifiedFunctions)], ofFunction),
    },
  ];
}

const fileColumns: CsvColumns<Certificate> = {
  first_name: ({ facts }) => facts.first_name,
  last_name: ({ facts }) => facts.last_name,
  dob: ({ facts }) => facts.dob,
  function: ({ ofFunction }) => certifiedFunctions[ofFunction],
  status: ({ status }) => statusTexts[status],
  issued_on: ({ issuedOn }) => issuedOn,
  ends_on: ({ endsOn }) => endsOn,
  assessed_by: ({ assessedBy }) => assessedBy,
  line_manager: ({ lineManager }) => lineManager,
  withdrawn_on: ({ withdrawal }) => withdrawal?.on ?? null,
  left_on: ({ leftOn }) => leftOn,
  note: ({ note }) => note,
};

export function registerPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'keep_certificates', ofWholeAccount: true } as const;

  async function modelOf(request: FastifyRequest, user: ClientUser) {
    const wish = wishIn(request);
    const { environment } = wish;
    const caller = callerFor(user, environment);
    const page = pageIn(request);
    const found = await listCertified(ctx, caller, wish, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE });
    const { certificateNoticeDays } = await readAccountSettings(ctx, user.accountId);
    const pageHref = (at: number) => listHref(registerPath, parametersOf(wish, at));
    const isNarrowed = wish.status !== undefined || wish.ofFunction !== undefined;
    return {
      title: 'Certified people',
      environment,
      views: await peopleViews(
        ctx,
        { user, subsidiary: undefined, selects: [], nameOf: undefined },
        { environment, isOfCertified: true },
      ),
      registerViews: registerViews(environment, mayDo(user, 'keep_conduct'), registerPath),
      listPath: registerPath,
      kept: listParameters({ environment: ofTest(environment) }),
      selects: selectsOf(wish, found.counts),
      noticeDays: certificateNoticeDays,
      rows: found.certificates.map((one) => ({
        ...certificateView(one, environment, mayDo(user, 'order_checks')),
        isToAssess: isToAssess(one.status),
      })),
      ...{ total: found.total, isNarrowed },
      recordHref: mayDo(user, 'read_results') ? recordHref({ environment }) : undefined,
      clearHref: listHref(registerPath, listParameters({ environment: ofTest(environment) })),
      fileHref: listHref(registerFilePath, parametersOf(wish)),
      previousHref: page > 1 ? pageHref(page - 1) : undefined,
      nextHref: page * PER_PAGE < found.total ? pageHref(page + 1) : undefined,
    };
  }

  pages.get(registerPath, { ...options, byEnvironment: true }, async (request, reply, user) =>
    renderPage(request, reply, 'client/certified/register.njk', await modelOf(request, user)),
  );

  pages.get(registerFilePath, { ...options, stepUp: 'exports' }, async (request, reply, user) => {
    const wish = wishIn(request);
    const caller = callerFor(user, wish.environment);
    const { certificates } = await listCertified(ctx, caller, wish, ALL);
    return sendCsv(reply, `certified-people-${todayFor(ctx, caller)}`, csvLines(fileColumns, [certificates]));
  });
}
