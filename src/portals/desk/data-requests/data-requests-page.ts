// The register of what people ask about their data, at the desk: a list with filters, and a file for an auditor that names nobody.
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { askers, complaintSubjects, rootCauses } from '../../../features/data-requests/complaint.ts';
import {
  isOneOf,
  outcomeText,
  requestKinds,
  requestWays,
  toldWays,
} from '../../../features/data-requests/data-request.ts';
import {
  type ListedRequest,
  listRequests,
  type RequestFilter,
} from '../../../features/data-requests/data-request-list-actions.ts';
import { type ListedState, listedStates } from '../../../features/data-requests/data-request-queries.ts';
import { urgencyOf } from '../../../features/data-requests/data-request-rules.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { listHref, listParameters, pageIn } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { namesBy } from '../erasure/erasures-page.ts';
import { orderHref } from '../orders/order-address.ts';

export const dataRequestsPath = '/desk/data-requests';
export const complaintYearPath = `${dataRequestsPath}/complaints`;
export const registerName = 'Data requests and complaints';
/** Who reads complaints about a delay alone has these in the list. */
const permission = 'read_complaints' as const;
const readsAll = 'read_erasures' as const;
const PER_PAGE = 100;
const exportedAtOnce = 1000;

export const dataRequestsHref = (environment: Environment, state?: ListedState): string =>
  listHref(dataRequestsPath, listParameters({ environment: environment === 'test' ? environment : undefined, state }));

export const newRequestHref = (filters: Readonly<Record<string, string | undefined>>): string =>
  listHref(`${dataRequestsPath}/new`, listParameters(filters));

const notices = { passed_on: 'It is saved. You read complaints about a delay alone: others see this one now.' };

const stateTexts: Readonly<Record<ListedState, string>> = {
  open: 'Open',
  late: 'Late',
  closed: 'Answered',
  all: 'All',
};

const environmentOf = ({ query }: FormRequest): Environment => (query.environment === 'test' ? 'test' : 'live');

function filterOf({ query }: FormRequest): RequestFilter {
  const { state, kind, account, subject, owner } = query;
  return {
    state: listedStates.find((one) => one === state) ?? 'open',
    kind: isOneOf(requestKinds, kind) ? kind : undefined,
    subject: isOneOf(complaintSubjects, subject) ? subject : undefined,
    ownerId: typeof owner === 'string' && isUuid(owner) ? owner : undefined,
    accountId: typeof account === 'string' && isUuid(account) ? account : undefined,
  };
}

/** What is to be said of one in a list: by when, or how it ended. */
export function standingOf(row: Pick<ListedRequest, 'is_open' | 'due_on' | 'outcome'>, today: string) {
  if (!row.is_open) return { text: outcomeText(row.outcome ?? 'done'), urgency: undefined };
  const urgency = urgencyOf(row.due_on, today);
  if (row.due_on === null) return { text: 'Their answer awaited', urgency };
  return { text: { late: 'Late', soon: 'Due soon', none: 'Open' }[urgency ?? 'none'], urgency };
}

const byOf = (row: ListedRequest) => ({ account_id: row.account_id, actor: row.last_by ?? row.recorded_by });

async function rowsOf(ctx: Ctx, user: UserOf<'desk'>, found: readonly ListedRequest[]) {
  const listed = found.flatMap((row) => (row.check_id === null ? [] : [{ ...row, check_id: row.check_id }]));
  const names = await readCandidateNames(ctx, user, listed, { list: 'data_requests' });
  const nameOf = await namesBy(ctx, found.map(byOf));
  return found.map((row) => {
    const caller = { environment: row.environment, clockOffsetSeconds: row.clock_offset_seconds };
    return {
      ...{ receivedOn: row.received_on, dueOn: row.due_on, isOpen: row.is_open, closedOn: row.closed_on },
      kind: requestKinds[row.kind].name,
      subject: row.subject && complaintSubjects[row.subject],
      asker: row.asker && askers[row.asker],
      way: requestWays[row.way],
      name: row.check_id === null ? undefined : names.get(row.check_id),
      order: row.order_id === null ? undefined : orderNumber(row.order_id),
      orderHref: row.check_id === null ? undefined : orderHref(row.check_id),
      accountName: row.account_name,
      href: `${dataRequestsPath}/${row.id}`,
      by: row.owner_name ?? nameOf(byOf(row)),
      ...standingOf(row, todayFor(ctx, caller)),
    };
  });
}

const select = (name: string, label: string, chosen: string, choices: readonly (readonly [string, string])[]) => ({
  ...{ name, label },
  items: choices.map(([value, text]) => ({ value, text, selected: value === chosen })),
});

async function modelOf(ctx: Ctx, request: FormRequest, user: UserOf<'desk'>) {
  const environment = environmentOf(request);
  const filter = filterOf(request);
  const page = pageIn(request);
  const wanted = { ...filter, offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
  const found = await listRequests(ctx, authorityOf(user), user.accounts, environment, wanted);
  const accounts = await findDeskAccounts(ctx.db, user.accounts);
  const { state, kind, accountId: account, subject, ownerId: owner } = filter;
  const test = environment === 'test' ? environment : undefined;
  const hrefOf = (to: number) =>
    listHref(dataRequestsPath, listParameters({ environment: test, state, kind, account, subject, owner, page: to }));
  return {
    title: registerName,
    done: noticeIn(request, notices),
    ...{ environment, state, listPath: dataRequestsPath },
    kept: listParameters({ environment: test }),
    selects: [
      select(
        'state',
        'Show',
        state,
        listedStates.map((one) => [one, stateTexts[one]] as const),
      ),
      select('kind', 'What they ask', kind ?? '', [
        ['', 'Anything'],
        ...Object.entries(requestKinds).map(([value, { name }]) => [value, name] as const),
      ]),
      ...(kind === 'complaint' || subject !== undefined
        ? [select('subject', 'About', subject ?? '', [['', 'Anything'], ...Object.entries(complaintSubjects)])]
        : []),
      select('owner', 'Dealt with by', owner ?? '', [
        ['', 'Anybody'],
        [user.userId, 'Me'],
      ]),
      select('account', 'Account', account ?? '', [
        ['', 'All'],
        ...accounts.map(({ id, name }) => [id, name] as const),
      ]),
    ],
    rows: await rowsOf(ctx, user, found.slice(0, PER_PAGE)),
    newHref: mayDo(user, 'ask_restrictions') ? newRequestHref({ environment: test }) : undefined,
    ...(mayDo(user, readsAll) && {
      fileHref: listHref(
        `${dataRequestsPath}/file`,
        listParameters({ environment: test, state: 'all', kind, account, subject, owner }),
      ),
      complaintsHref: listHref(complaintYearPath, listParameters({ environment: test })),
    }),
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf(page + 1) : undefined,
  };
}

const columns: CsvColumns<{ readonly one: ListedRequest; readonly by: string }> = {
  received_on: ({ one }) => one.received_on,
  kind: ({ one }) => requestKinds[one.kind].name,
  law: ({ one }) => requestKinds[one.kind].law,
  way: ({ one }) => requestWays[one.way],
  account: ({ one }) => one.account_name,
  order: ({ one }) => (one.order_id === null ? null : orderNumber(one.order_id)),
  identity_asked_on: ({ one }) => one.identity_asked_on,
  identity_confirmed_on: ({ one }) => one.identity_confirmed_on,
  extended_on: ({ one }) => one.extended_on,
  due_on: ({ one }) => one.due_on,
  closed_on: ({ one }) => one.closed_on,
  outcome: ({ one }) => one.outcome && outcomeText(one.outcome),
  told: ({ one }) => one.told && toldWays[one.told],
  by: ({ by }) => by,
  request: ({ one }) => one.id,
  subject: ({ one }) => one.subject && complaintSubjects[one.subject],
  asked_by: ({ one }) => (one.asker === null ? 'The candidate' : askers[one.asker]),
  dealt_with_by: ({ one }) => one.owner_name,
  acknowledged_on: ({ one }) => one.acknowledged_on,
  root_cause: ({ one }) => one.root_cause && rootCauses[one.root_cause],
  something_changed: ({ one }) => (one.subject === null ? null : one.has_change ? 'yes' : 'no'),
  referred: ({ one }) => one.referrals,
};

async function* everyRequest(ctx: Ctx, user: UserOf<'desk'>, environment: Environment, filter: RequestFilter) {
  for (let offset = 0; ; offset += exportedAtOnce) {
    const page = { ...filter, offset, limit: exportedAtOnce };
    const batch = await listRequests(ctx, authorityOf(user), user.accounts, environment, page);
    const nameOf = await namesBy(ctx, batch.map(byOf));
    yield batch.map((one) => ({ one, by: nameOf(byOf(one)) }));
    if (batch.length < exportedAtOnce) return;
  }
}

export function dataRequestsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission, menu: registerName, menuGroup: 'records', byEnvironment: true } as const;
  pages.get(dataRequestsPath, options, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'desk/data-requests/data-requests.njk', await modelOf(ctx, request, user)),
  );

  pages.get(
    `${dataRequestsPath}/file`,
    { permission: readsAll, stepUp: 'exports' },
    async (request: FormRequest, reply, user) => {
      const lines = csvLines(columns, everyRequest(ctx, user, environmentOf(request), filterOf(request)));
      return sendCsv(reply, `data-requests-${ukDateOf(ctx.now())}`, lines);
    },
  );
}
