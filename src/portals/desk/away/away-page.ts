// Who of the desk is away: everybody says it of themselves, whoever assigns reports of others too, and hands their work over.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listAbsentees, sayAbsence, sayHours } from '../../../features/accounts/absence-actions.ts';
import { absenceOf, awayOn } from '../../../features/accounts/absence-rules.ts';
import { weekdays } from '../../../features/accounts/hours-rules.ts';
import { type HeldWork, readHeldWork } from '../../../features/cases/hand-over-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed, typedAll } from '../../shared/form-fields.ts';
import { hoursText } from '../../shared/hours-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { handOverHref } from '../people/hand-over-page.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';

export const awayPath = '/desk/away';
const hoursPath = (id: string) => `${awayPath}/${id}/hours`;
const permission = 'claim_reports' as const;

const notices = {
  said: 'The absence is recorded.',
  ended: 'The absence is taken back.',
  hours: 'The working hours are saved.',
};

const words: FormWords = {
  from: { input: 'from', begins: 'The first day', empty: 'Enter the first day' },
  until: { input: 'until', begins: 'The last day', empty: 'Enter the last day' },
  days: { input: 'days', begins: 'The day' },
  percent: { input: 'percent', begins: 'The percentage', empty: 'Enter how much of a full day they work' },
};

/** `15 reports, 2 requests about data`; empty for nothing. */
const heldText = (held: HeldWork | undefined): string =>
  [
    [held?.reports.length ?? 0, 'report', 'reports'] as const,
    [held?.requests.length ?? 0, 'request about data', 'requests about data'] as const,
  ]
    .flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]))
    .join(', ');

/** Everybody whose absence is not over, who is away first. */
async function rowsOf(ctx: Ctx, user: UserOf<'desk'>, people: Awaited<ReturnType<typeof listAbsentees>>) {
  const today = ukDateOf(ctx.now());
  const mayHandOver = mayDo(user, 'assign_reports');
  const absent = people.flatMap((person) => {
    const absence = absenceOf(person, today);
    return absence === undefined ? [] : [{ person, absence }];
  });
  absent.sort((one, other) => one.absence.from.localeCompare(other.absence.from));
  const heldBy = async (id: string) =>
    mayHandOver ? readHeldWork(ctx, authorityOf(user), user.accounts, id) : undefined;
  return Promise.all(
    absent.map(async ({ person, absence }) => ({
      ...absence,
      id: person.id,
      name: person.name,
      isOwn: person.id === user.userId,
      isNow: awayOn(person, today) !== undefined,
      held: heldText(await heldBy(person.id)),
      handOverHref: handOverHref(person.id),
    })),
  );
}

async function show(ctx: Ctx, request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const people = await listAbsentees(ctx, user);
  const chosen = typed(request, 'person') || user.userId;
  return renderPage(request, reply, 'desk/away/away.njk', {
    title: 'Away',
    done: noticeIn(request, notices),
    errors,
    rows: await rowsOf(ctx, user, people),
    saysOfOthers: mayDo(user, 'assign_reports'),
    workers: people
      .map((person) => ({ name: person.name, hours: hoursText(person), href: hoursPath(person.id) }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    mineHref: queueHref({ ...plainQueue('live'), view: 'mine' }),
    people: people
      .map(({ id, name }) => ({
        value: id,
        text: id === user.userId ? `${name} (you)` : name,
        selected: id === chosen,
      }))
      .sort((one, other) => one.text.localeCompare(other.text, 'en')),
    given: { from: typed(request, 'from'), until: typed(request, 'until') },
  });
}

type HoursRequest = FormRequest & { readonly params: { readonly user_id?: string } };

/** On which somebody says when a person works. */
function hoursPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: HoursRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) => {
    const id = request.params.user_id?.toLowerCase();
    const person = (await listAbsentees(ctx, user)).find((one) => one.id === id);
    if (person === undefined) throw new Refusal('not_found');
    const chosen = errors === undefined ? (person.works_on ?? [1, 2, 3, 4, 5]).map(String) : typedAll(request, 'days');
    return renderPage(request, reply, 'desk/away/hours.njk', {
      title: `Working hours of ${person.name}`,
      back: { text: 'Away', href: awayPath },
      errors,
      action: hoursPath(person.id),
      percent: errors === undefined ? person.work_percent : typed(request, 'percent'),
      days: Object.entries(weekdays).map(([value, text]) => ({ value, text, checked: chosen.includes(value) })),
    });
  };
  const address = `${awayPath}/:user_id/hours`;
  pages.get(address, { permission: 'assign_reports' }, (request: HoursRequest, reply, user) =>
    show(request, reply, user),
  );
  pages.post(address, { permission: 'assign_reports' }, async (request: HoursRequest, reply, user) => {
    const given = { days: typedAll(request, 'days'), percent: typed(request, 'percent') };
    const id = request.params.user_id?.toLowerCase() ?? '';
    const errors = await refusedFields(() => sayHours(ctx, user, id, given), words);
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${awayPath}?done=hours`, 303);
  });
}

export function awayPages(pages: Pages<'desk'>, ctx: Ctx): void {
  hoursPages(pages, ctx);
  pages.get(awayPath, { permission, menu: 'Away', menuGroup: 'own' }, (request: FormRequest, reply, user) =>
    show(ctx, request, reply, user),
  );
  pages.post(awayPath, { permission }, async (request: FormRequest, reply, user) => {
    const absence = { from: typed(request, 'from'), until: typed(request, 'until') };
    const person = typed(request, 'person') || user.userId;
    const errors = await refusedFields(() => sayAbsence(ctx, user, person, absence), words);
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`${awayPath}?done=said`, 303);
  });
  pages.post(`${awayPath}/end`, { permission }, async (request: FormRequest, reply, user) => {
    await sayAbsence(ctx, user, typed(request, 'person'), null);
    return reply.redirect(`${awayPath}?done=ended`, 303);
  });
}
