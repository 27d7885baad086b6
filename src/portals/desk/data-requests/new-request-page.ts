// Recording at the desk what somebody asks about their data by mail, telephone or letter: find the person, then say what they ask.

import type { FastifyReply } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { callerFor, openOrder } from '../../../features/cases/screening-actions.ts';
import { askers, authorities, complaintSubjects } from '../../../features/data-requests/complaint.ts';
import {
  deskWays,
  identityProofs,
  isOneOf,
  type RequestKind,
  requestKinds,
} from '../../../features/data-requests/data-request.ts';
import { type AskedRequest, recordRequests } from '../../../features/data-requests/data-request-record-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Problems } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { noticeIn, radioItems } from '../../shared/form-fields.ts';
import { listHref, readListSearch, searchedText, sentListSearch } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { earlierAtDesk } from '../earlier/earlier-case-pages.ts';
import { orderHref } from '../orders/order-address.ts';
import { findByText } from '../queue/report-search-page.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { dataRequestsHref, dataRequestsPath, newRequestHref, registerName } from './data-requests-page.ts';

const permission = 'ask_restrictions' as const;
const newPath = `${dataRequestsPath}/new`;

/** The link to the form, on the page of a report. */
export const requestAction: ReportPanel = {
  place: 'more',
  template: 'desk/data-requests/request-action.njk',
  model: (_ctx, { report, key }, user) =>
    key !== undefined && mayDo(user, permission) ? { href: newRequestHref({ report: report.id }) } : undefined,
};

const environmentOf = ({ query }: FormRequest): Environment => (query.environment === 'test' ? 'test' : 'live');

interface Chosen {
  readonly reportId: string;
  /** Of somebody about whom nothing is kept. */
  readonly isUnknown: boolean;
}

/** Who asks: the person of a report, or somebody of whom nothing is kept, in an account that they name. */
async function whoIs(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { reportId }: Chosen,
  accountId: string,
  environment: Environment,
) {
  if (reportId !== '') {
    const { check, caller, accountName } = await openOrder(ctx, user, reportId, permission);
    const { first_name, last_name } = check.order.facts;
    return { caller, check, accountName, candidateName: fullName(first_name, last_name) };
  }
  const account = (await findDeskAccounts(ctx.db, user.accounts)).find(({ id }) => id === accountId);
  if (account === undefined) return undefined;
  const clock = environment === 'test' ? account.clock_offset_seconds : 0;
  return { caller: callerFor(user, { account_id: account.id, environment, clock_offset_seconds: clock }) };
}

/** One letter may ask several things. */
const typedKinds = (body: FormRequest['body']): unknown[] => [body?.kind ?? []].flat();

async function showForm(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  chosen: Chosen,
  errors?: FieldMessages,
) {
  const { body } = request;
  const environment = environmentOf(request);
  const who = chosen.reportId === '' ? undefined : await whoIs(ctx, user, chosen, '', environment);
  const shownIn = who?.check?.tenant.environment ?? environment;
  const accounts = chosen.isUnknown ? await findDeskAccounts(ctx.db, user.accounts) : [];
  const account = textIn(body, 'account');
  return renderPage(request, reply, 'desk/data-requests/new.njk', {
    title: 'Record a request',
    environment: shownIn,
    back: {
      text: 'Back',
      href: who?.check
        ? orderHref(who.check.id)
        : newRequestHref({ environment: request.query.environment === 'test' ? 'test' : undefined }),
    },
    action: listHref(dataRequestsPath, shownIn === 'test' ? [['environment', 'test']] : []),
    reportId: chosen.reportId,
    isUnknown: chosen.isUnknown,
    candidateName: who?.candidateName,
    accountName: who?.accountName,
    order: who?.check && orderNumber(who.check.orderId),
    accounts: [
      { value: '', text: 'Choose' },
      ...accounts.map(({ id, name }) => ({ value: id, text: name, selected: id === account })),
    ],
    kinds: Object.entries(requestKinds).map(([value, { name, law }]) => ({
      ...{ value, text: `${name} (${law})` },
      checked: body ? typedKinds(body).includes(value) : value === request.query.kind,
    })),
    ways: radioItems(deskWays, textIn(body, 'way')),
    subjects: [
      { value: '', text: 'Choose' },
      ...Object.entries(complaintSubjects).map(([value, text]) => ({
        ...{ value, text },
        selected: value === textIn(body, 'subject'),
      })),
    ],
    askers: radioItems(askers, textIn(body, 'asker')),
    name: textIn(body, 'name'),
    contact: textIn(body, 'contact'),
    authorities: [
      { value: '', text: 'Choose' },
      ...Object.entries(authorities).map(([value, text]) => ({
        ...{ value, text },
        selected: value === textIn(body, 'authority'),
      })),
    ],
    identities: [
      ...radioItems(identityProofs, textIn(body, 'identity')),
      { divider: 'or' },
      {
        value: 'asked',
        text: 'It is in doubt: ask them to show it first',
        hint: { text: 'The month begins on the day on which they have shown it.' },
        checked: textIn(body, 'identity') === 'asked',
      },
    ],
    receivedOn: body ? textIn(body, 'received_on') : who ? todayFor(ctx, who.caller) : ukDateOf(ctx.now()),
    words: textIn(body, 'words'),
    errors,
  });
}

async function showSearch(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>) {
  const search = readListSearch(request);
  const text = searchedText(search);
  const { orders, isNear } = text === undefined ? { orders: [], isNear: false } : await findByText(ctx, user, text, 1);
  const environment = environmentOf(request);
  return renderPage(request, reply, 'desk/data-requests/find.njk', {
    title: 'Who asks?',
    ...{ environment, search, isNear },
    back: mayDo(user, 'read_erasures')
      ? { text: registerName, href: dataRequestsHref(environment) }
      : { text: 'Work queue', href: listHref('/desk', environment === 'test' ? [['environment', 'test']] : []) },
    done: noticeIn(request, { recorded: 'The request is recorded.' }),
    findAction: `${newPath}/find`,
    earlier: await earlierAtDesk(ctx, user, text),
    rows: orders.map((order) => ({ ...order, href: newRequestHref({ report: order.rows.at(-1)!.id }) })),
    unknownHref: newRequestHref({ unknown: '1', environment: environment === 'test' ? 'test' : undefined }),
  });
}

/** What the form says, with what is missing. */
function askedIn(
  request: FormRequest,
  isUnknown: boolean,
  problems: Problems,
): { readonly kinds: readonly RequestKind[]; readonly asked: Omit<AskedRequest, 'checkId' | 'kind'> } | undefined {
  const { body } = request;
  const [way, identity] = ['way', 'identity'].map((name) => textIn(body, name));
  const kinds = typedKinds(body).filter((one): one is RequestKind => isOneOf(requestKinds, one));
  const [subject, asker] = ['subject', 'asker'].map((name) => textIn(body, name));
  const isAbout = !kinds.includes('complaint') || isOneOf(complaintSubjects, subject);
  if (!isAbout) problems.add('subject', 'Choose what the complaint is about');
  if (kinds.length === 0) problems.add('kind', 'Choose what they ask');
  if (!isOneOf(deskWays, way)) problems.add('way', 'Choose how it came');
  const isShown = isOneOf(identityProofs, identity) || identity === 'asked';
  const isNeeded = !isUnknown || kinds.some((one) => one !== 'complaint');
  if (isNeeded && !isShown) problems.add('identity', 'Choose how you know that they are this person');
  if (kinds.length === 0 || !isOneOf(deskWays, way) || (isNeeded && !isShown) || !isAbout) return undefined;
  const shown = isNeeded ? (identity as AskedRequest['identity']) : 'not_needed';
  const [name = '', contact = '', authority] = ['name', 'contact', 'authority'].map((field) => textIn(body, field));
  const isNamed = name + contact !== '' || (!isUnknown && authority !== '');
  const asked = {
    ...{ way, identity: shown, receivedOn: textIn(body, 'received_on'), words: textIn(body, 'words') },
    subject: isOneOf(complaintSubjects, subject) ? subject : undefined,
    asker: isOneOf(askers, asker) ? asker : undefined,
    askedBy: isNamed ? { name, contact, ...(isOneOf(authorities, authority) && { authority }) } : undefined,
  };
  return { kinds, asked };
}

export function newRequestPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(newPath, { permission }, (request: FormRequest, reply, user) => {
    const { report, unknown } = request.query;
    if (typeof report === 'string') return showForm(ctx, request, reply, user, { reportId: report, isUnknown: false });
    if (unknown === '1') return showForm(ctx, request, reply, user, { reportId: '', isUnknown: true });
    return showSearch(ctx, request, reply, user);
  });

  // Posted, so that no name stands in an address.
  pages.post(`${newPath}/find`, { permission: 'read_reports' }, async (request, reply) => {
    const search = sentListSearch(request, reply);
    return reply.redirect(listHref(newPath, search === undefined ? [] : [[...search.parameter]]), 303);
  });

  pages.post(dataRequestsPath, { permission }, async (request: FormRequest, reply, user) => {
    const reportId = textIn(request.body, 'report');
    const chosen = { reportId, isUnknown: reportId === '' };
    const problems = new Problems();
    const said = askedIn(request, chosen.isUnknown, problems);
    const who = await whoIs(ctx, user, chosen, textIn(request.body, 'account'), environmentOf(request));
    if (who === undefined) problems.add('account', 'Choose the client whom they name');
    if (said === undefined || who === undefined)
      return showForm(ctx, request, reply.status(422), user, chosen, problems.fields);
    let ids: string[] = [];
    const errors = await refusedFieldsOf(async () => {
      ids = await recordRequests(ctx, who.caller, said.kinds, { ...said.asked, checkId: who.check?.id ?? null });
    });
    if (errors !== undefined) return showForm(ctx, request, reply.status(422), user, chosen, errors);
    if (mayDo(user, 'read_erasures'))
      return reply.redirect(
        ids.length === 1 ? `${dataRequestsPath}/${ids[0]}?done=recorded` : dataRequestsHref(who.caller.environment),
        303,
      );
    const test = environmentOf(request) === 'test' ? 'test' : undefined;
    return reply.redirect(
      who.check ? orderHref(who.check.id) : newRequestHref({ environment: test, done: 'recorded' }),
      303,
    );
  });
}
