// Teams of the desk: who is in which, what each has, and the form that makes and changes one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listWorkers } from '../../../features/cases/spread-actions.ts';
import { findColleagues } from '../../../features/lists/team-queries.ts';
import { keepTeam, listTeamPeople, listTeams, removeTeam } from '../../../features/teams/team-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { nameWithAbsence, workerChoice } from '../away/away-words.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';

export const teamsPath = '/desk/teams';
const permission = 'arrange_work' as const;

const notices = {
  kept: 'The team is saved.',
  removed: 'The team is removed. Everybody keeps the reports that they have.',
};

const words: FormWords = {
  name: { input: 'name', begins: 'The name', empty: 'Enter the name of the team' },
  members: {
    input: 'members',
    begins: 'The team',
    instead: { 'choose one person at least': 'Choose who is in the team' },
  },
  team: { input: 'name', begins: 'The team' },
};

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name.localeCompare(other.name, 'en');

async function listModel(ctx: Ctx, user: UserOf<'desk'>) {
  const [teams, people, colleagues] = await Promise.all([
    listTeams(ctx, authorityOf(user)),
    listTeamPeople(ctx, user),
    findColleagues(ctx.db, user),
  ]);
  const loads = mayDo(user, 'assign_reports') ? await listWorkers(ctx, user, 'live') : [];
  const today = ukDateOf(ctx.now());
  return teams.map(({ id, name, members }) => {
    const own = people.filter((one) => members.includes(one.id)).sort(byName);
    const sum = (of: 'open' | 'overdue') =>
      loads.filter((one) => members.includes(one.id)).reduce((total, one) => total + one[of], 0);
    return {
      name,
      href: mayDo(user, permission) ? `${teamsPath}/${id}` : undefined,
      members: own.map((one) => nameWithAbsence(one, today)),
      // Of accounts that the reader does not see; who left, and stands in it still, is not among them.
      others: colleagues.filter(({ id }) => members.includes(id)).length - own.length,
      open: sum('open'),
      overdue: sum('overdue'),
      queueHref: queueHref({ ...plainQueue('live'), teamId: id }),
      figuresHref: `/desk/team?team=${id}`,
    };
  });
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const { team_id: id } = request.params as { readonly team_id?: string };
  const team = (await listTeams(ctx, authorityOf(user))).find((one) => one.id === id?.toLowerCase());
  if (id !== undefined && team === undefined) throw new Refusal('not_found');
  const isSent = errors !== undefined;
  const chosen = isSent ? typedAll(request, 'members') : (team?.members ?? []);
  const loads = new Map((await listWorkers(ctx, user, 'live')).map((one) => [one.id, one]));
  const today = ukDateOf(ctx.now());
  const people = (await listTeamPeople(ctx, user)).sort(byName);
  return renderPage(request, reply, 'desk/teams/team-form.njk', {
    title: team?.name ?? 'Make a team',
    back: { text: 'Teams', href: teamsPath },
    errors,
    name: isSent ? typed(request, 'name') : (team?.name ?? ''),
    items: people.map((one) => {
      const { value, text } = workerChoice({ ...one, ...loads.get(one.id) }, today);
      return { value, text, checked: chosen.includes(value) };
    }),
    action: team === undefined ? `${teamsPath}/new` : `${teamsPath}/${team.id}`,
    removeAction: team && `${teamsPath}/${team.id}/remove`,
  });
}

export function teamsPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(teamsPath, { permission: 'read_team' }, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'desk/teams/teams.njk', {
      title: 'Teams',
      back: { text: 'Team', href: '/desk/team' },
      done: noticeIn(request, notices),
      rows: await listModel(ctx, user),
      mayChange: mayDo(user, permission),
    }),
  );

  const keep = async (request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>) => {
    const { team_id: id } = request.params as { readonly team_id?: string };
    const given = { name: typed(request, 'name'), members: typedAll(request, 'members') };
    const errors = await refusedFields(() => keepTeam(ctx, user, id?.toLowerCase(), given), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`${teamsPath}?done=kept`, 303);
  };
  for (const path of [`${teamsPath}/new`, `${teamsPath}/:team_id`]) {
    pages.get(path, { permission }, (request: FormRequest, reply, user) => show(ctx, request, reply, user));
    pages.post(path, { permission }, keep);
  }
  pages.post(`${teamsPath}/:team_id/remove`, { permission }, async (request: FormRequest, reply, user) => {
    const { team_id: id } = request.params as { readonly team_id: string };
    const errors = await refusedFields(() => removeTeam(ctx, user, id.toLowerCase()), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`${teamsPath}?done=removed`, 303);
  });
}
