// Hands over what somebody of the desk holds, when they leave or are away: to a colleague, or back to the queue.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { isHereOn } from '../../../features/accounts/hours-rules.ts';
import { isWithin } from '../../../features/accounts/people-rules.ts';
import type { DeskPerson } from '../../../features/cases/assignee-actions.ts';
import {
  accountsOf,
  type HandedOver,
  type HeldWork,
  handOverWork,
  listSuccessors,
  readHeldWork,
} from '../../../features/cases/hand-over-actions.ts';
import type { StaysBecause } from '../../../features/cases/hand-over-rules.ts';
import { listWorkers } from '../../../features/cases/spread-actions.ts';
import { requestKinds } from '../../../features/data-requests/data-request.ts';
import { maySee } from '../../../features/data-requests/request-authority.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import type { DeskReport } from '../../../features/lists/work-queue-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { listTeams } from '../../../features/teams/team-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { listedNames, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import type { Pages } from '../../shared/shell.ts';
import { type DeskUser, type FormRequest, noticeIn, typed, typedAll } from '../accounts/account-request.ts';
import { workerChoice } from '../away/away-words.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';

const path = '/desk/people/:user_id/hand-over';
export const handOverHref = (id: string): string => path.replace(':user_id', id);

const permission = 'assign_reports' as const;
const toQueue = 'queue';
const teamPrefix = 'team:';
const mostListed = 100;

const notices = { disabled: 'The person is disabled: their sessions have ended. They still hold reports.' };

const words: FormWords = {
  to: {
    input: 'to',
    begins: 'The colleague',
    instead: { 'has nobody else who can take reports today': 'Nobody else of the team can take reports today' },
  },
  accounts: { input: 'accounts', begins: 'The accounts' },
};

const becauseTexts: Readonly<Record<StaysBecause, (name: string) => string>> = {
  other_account: (name) => `${name} does not work for this account`,
  untrained: (name) => `${name} is not trained in its area`,
  no_approver: (name) => `It awaits approval, and ${name} approves no outcomes`,
  own_proposal: (name) => `${name} proposed its outcome, and nobody approves their own`,
  came_meanwhile: () => 'It was given to them at this moment: hand it over again',
};

const teamBecauseTexts: Readonly<Record<StaysBecause, string>> = {
  other_account: 'Nobody of the team who is here works for this account',
  untrained: 'Nobody of the team who is here is trained in its area',
  no_approver: 'It awaits approval, and nobody of the team who is here approves outcomes',
  own_proposal: 'Who is here proposed its outcome, and nobody approves their own',
  came_meanwhile: 'It was given to them at this moment: hand it over again',
};

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** A row for each account and environment. */
function heldRows({ person, reports }: HeldWork) {
  const groups = Map.groupBy(reports, ({ account_id, environment }) => `${account_id} ${environment}`);
  return [...groups.values()].map((group) => {
    const [{ account_id: accountId, account_name: name, environment }] = group as [DeskReport, ...DeskReport[]];
    const approvals = group.filter(({ status }) => status === 'awaiting_approval').length;
    const waiting = group.filter((one) => one.status === 'paused' || one.waiting_for !== null).length;
    return {
      ...{ name, isTest: environment === 'test', approvals, waiting, toDo: group.length - approvals - waiting },
      href: queueHref({ ...plainQueue(environment), accountIds: [accountId], assigneeId: person.id }),
    };
  });
}

const requestRows = (requests: HeldWork['requests'], user: DeskUser) =>
  requests.map(({ id, kind, subject, due_on, account_name, environment }) => ({
    label: requestKinds[kind].name,
    href: maySee(authorityOf(user), { kind, subject }) ? `/desk/data-requests/${id}` : undefined,
    account: account_name,
    isTest: environment === 'test',
    dueOn: due_on,
  }));

const mayOpenPerson = (user: DeskUser, { person }: HeldWork) =>
  mayDo(user, 'manage_desk_users') && isWithin(user.accounts, person);

const backOf = (user: DeskUser, held: HeldWork) =>
  mayOpenPerson(user, held)
    ? { text: held.person.name, href: `/desk/people/${held.person.id}` }
    : { text: 'Team', href: '/desk/team' };

/** The accounts of theirs that the colleague may take over: only administrators give accounts. */
async function accountItems(ctx: Ctx, user: DeskUser, held: HeldWork, ticked: readonly string[] | undefined) {
  if (!mayDo(user, 'manage_desk_users')) return [];
  const offered = accountsOf(held, user.accounts);
  return (await findDeskAccounts(ctx.db, user.accounts))
    .filter(({ id }) => offered.includes(id))
    .map(({ id, name }) => ({ value: id, text: name, checked: ticked?.includes(id) ?? false }));
}

async function heldBy(ctx: Ctx, user: DeskUser, request: FormRequest): Promise<HeldWork> {
  const id = request.params.user_id?.toLowerCase();
  if (!isUuid(id)) throw new Refusal('not_found');
  return readHeldWork(ctx, authorityOf(user), user.accounts, id);
}

/** Those in which somebody can take reports today. */
async function teamsFor(ctx: Ctx, user: DeskUser, people: readonly DeskPerson[], today: string) {
  return (await listTeams(ctx, authorityOf(user))).flatMap(({ id, name, members }) => {
    const here = people.filter((one) => members.includes(one.id) && isHereOn(one, today)).map((one) => one.name);
    return here.length === 0 ? [] : [{ id, name, here: listedNames(here) }];
  });
}

async function show(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: DeskUser,
  held: HeldWork,
  errors?: FieldMessages,
) {
  const { person, reports, requests, proposals, drafts } = held;
  const isSent = request.method === 'POST';
  const chosen = typed(request, 'to');
  const today = ukDateOf(ctx.now());
  const successors = await listSuccessors(ctx, authorityOf(user), user.accounts, held);
  const loads = new Map((await listWorkers(ctx, user, 'live')).map((one) => [one.id, one]));
  const teams = (await teamsFor(ctx, user, successors, today)).map(({ id, name, here }) => ({
    value: `${teamPrefix}${id}`,
    text: `Team ${name}: spread over ${here}, more to those who have less to do`,
  }));
  const items = [
    { value: '', text: 'Choose' },
    { value: toQueue, text: 'Nobody: back to the queue' },
    ...(reports.length > 0 ? teams : []),
    ...successors
      .map((one) => {
        const name = `${one.name}, ${roleTexts[one.role].toLowerCase()}`;
        return workerChoice({ ...one, ...loads.get(one.id), name }, today);
      })
      .sort((one, other) => one.text.localeCompare(other.text, 'en')),
  ];
  return renderPage(request, reply, 'desk/people/hand-over.njk', {
    title: `Hand over the work of ${person.name}`,
    back: backOf(user, held),
    done: noticeIn(request, notices),
    errors,
    person,
    action: handOverHref(person.id),
    held: count(reports.length, 'report'),
    rows: heldRows(held),
    requests: requestRows(requests, user),
    unfinished: { proposals, drafts },
    items: items.map((item) => ({ ...item, selected: isSent && item.value === chosen })),
    accountItems: await accountItems(ctx, user, held, isSent ? typedAll(request, 'accounts') : undefined),
  });
}

/** The answer to the form itself: nothing else remembers what could not be moved. Sending it again moves the rest. */
async function showDone(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  user: DeskUser,
  held: HeldWork,
  {
    toId,
    done: { moved, shares, stayed, gained, movedRequests, stayedRequests },
  }: { readonly toId: string | null; readonly done: HandedOver },
) {
  const successors = await listSuccessors(ctx, authorityOf(user), user.accounts, held);
  const isOfTeam = shares.length > 0;
  const name = isOfTeam ? 'Nobody of the team' : (successors.find(({ id }) => id === toId)?.name ?? 'The colleague');
  const accounts = (await findDeskAccounts(ctx.db, user.accounts)).filter(({ id }) => gained.includes(id));
  const reports = moved === 0 ? 'No report' : count(moved, 'report');
  const wentTo = isOfTeam
    ? `to ${listedNames(shares.map((one) => `${one.name} (${one.count})`))}`
    : toId === null
      ? 'back to the queue'
      : `to ${name}`;
  const isOfAccounts = held.reports.length === 0 && (accounts.length > 0 || held.requests.length > 0);
  return renderPage(request, reply, 'desk/people/handed-over.njk', {
    title:
      stayed.length > 0
        ? 'Some reports could not be handed over'
        : stayedRequests.length > 0
          ? 'Some requests could not be handed over'
          : 'The work is handed over',
    back: backOf(user, held),
    personName: held.person.name,
    said: [
      ...(isOfAccounts ? [] : [`${reports} of ${held.person.name} went ${wentTo}.`]),
      ...(movedRequests === 0 ? [] : [`${name} now deals with ${count(movedRequests, 'request')} about data.`]),
      ...(accounts.length === 0 ? [] : [`${name} now also works for ${accounts.map((one) => one.name).join(', ')}.`]),
    ],
    stays: `${count(stayed.length, 'report')} ${stayed.length === 1 ? 'stays' : 'stay'} with ${held.person.name}`,
    rows: stayed.slice(0, mostListed).map(({ report, because }) => ({
      order: orderNumber(report.order_id),
      label: reportTypeById(report.report_type_id)?.label ?? 'Report',
      href: `/desk/reports/${report.report_id}`,
      account: report.account_name,
      why: isOfTeam ? teamBecauseTexts[because] : becauseTexts[because](name),
    })),
    requests: requestRows(stayedRequests, user),
    requestsStay: `${count(stayedRequests.length, 'request')} about data ${stayedRequests.length === 1 ? 'stays' : 'stay'} with ${held.person.name}`,
    foundHref: moved === 0 ? undefined : queueHref({ ...plainQueue('live'), previousId: held.person.id }),
    whyRequests:
      toId === null
        ? isOfTeam
          ? 'They are not spread over a team'
          : 'The queue has none of them'
        : `${name} may not deal with them`,
    more: Math.max(0, stayed.length - mostListed),
    againHref: handOverHref(held.person.id),
  });
}

export function handOverPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission }, async (request: FormRequest, reply, user) =>
    show(ctx, request, reply, user, await heldBy(ctx, user, request)),
  );

  // Whoever gives accounts changes what the colleague may do.
  pages.post(path, { permission, stepUp: 'roles' }, async (request: FormRequest, reply, user) => {
    const held = await heldBy(ctx, user, request);
    const to = typed(request, 'to');
    const refuse = (errors: FieldMessages) => show(ctx, request, reply.status(422), user, held, errors);
    if (to === '') return refuse({ to: ['Choose who takes over'] });
    const isToQueue = to === toQueue;
    const teamId = to.startsWith(teamPrefix) ? to.slice(teamPrefix.length) : undefined;
    if (teamId !== undefined && !isUuid(teamId)) return refuse({ to: ['Choose who takes over'] });
    const given = {
      ...{ fromId: held.person.id, toId: isToQueue || teamId !== undefined ? null : to, teamId },
      accountIds: isToQueue || teamId !== undefined ? [] : typedAll(request, 'accounts'),
    };
    let done: HandedOver | undefined;
    const errors = await refusedFields(async () => {
      done = await handOverWork(ctx, authorityOf(user), user.accounts, given);
    }, words);
    if (done === undefined) return refuse(errors ?? {});
    return showDone(ctx, request, reply, user, held, { toId: given.toId, done });
  });
}
