// The jobs that mail people of the desk what they asked for: the work of a working day, and on the first of a week
// or a month the figures of the last one.
import { type Ctx, inTransaction } from '../../context.ts';
import { type IsoDate, mondayOf, nextWorkingDay } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { awayOn } from '../accounts/absence-rules.ts';
import { mailsFor } from '../accounts/desk-mail-actions.ts';
import { type DeskMail, findDeskMailReaders } from '../accounts/desk-mail-queries.ts';
import { type DeskUserRow, listDeskUsers } from '../accounts/sign-in-actions.ts';
import type { FiguresMail, MorningMail, ToldFigure } from '../emails/desk-mail-words.ts';
import { mailToDesk } from '../emails/desk-mails.ts';
import { type CompanyFigures, type Figures, readFigures } from './figure-actions.ts';
import { type FigurePeriod, figureTimes, onTimePercent } from './figure-rules.ts';
import { countMorning, type MorningCounts } from './morning-queries.ts';
import { findColleagues, findHeldCounts } from './team-queries.ts';
import type { DeskReader } from './work-queue-queries.ts';

const MAIL = 'mail_desk';

const readerOf = (user: DeskUserRow): DeskReader => ({
  userId: user.id,
  permissions: roles.desk[user.role],
  accounts: user.all_accounts ? 'all' : user.accounts,
});

const countsOf = ({ open, overdue, due_today: dueToday, answered }: MorningCounts) => ({
  ...{ open, overdue, dueToday, answered },
});

/** Who is away and has work, of those whom the reader may give it to others. */
async function awayWithWork(ctx: Ctx, reader: DeskReader): Promise<MorningMail['away']> {
  if (!mayDo(reader, 'read_team') || !mayDo(reader, 'assign_reports')) return [];
  const today = ukDateOf(ctx.now());
  const [people, held] = await Promise.all([
    findColleagues(ctx.db, reader),
    findHeldCounts(ctx.db, reader, 'live', ctx.now()),
  ]);
  return people.flatMap((person) => {
    const absence = awayOn(person, today);
    const counts = held.find(({ assignee_id: id }) => id === person.id);
    return absence === undefined || counts === undefined
      ? []
      : [{ name: person.name, until: absence.until, open: counts.open, overdue: counts.overdue }];
  });
}

/** Undefined if there is nothing to do. */
async function morningOf(ctx: Ctx, user: DeskUserRow): Promise<MorningMail | undefined> {
  const reader = readerOf(user);
  const times = { now: ctx.now(), calendar: ctx.calendar() };
  const [own, team, away] = await Promise.all([
    mayDo(reader, 'claim_reports') ? countMorning(ctx.db, reader, times, user.id) : undefined,
    mayDo(reader, 'read_team') ? countMorning(ctx.db, reader, times) : undefined,
    awayWithWork(ctx, reader),
  ]);
  if ((own?.open ?? 0) + (team?.open ?? 0) === 0) return undefined;
  return {
    ...{ name: user.name, today: ukDateOf(ctx.now()), away },
    own: own && countsOf(own),
    team: team && { ...countsOf(team), unassigned: team.unassigned, approval: team.approval },
    page: `${ctx.settings.deskUrl}/desk${team === undefined ? '?view=mine' : ''}`,
  };
}

const figuresTold: Readonly<Record<string, (figures: Figures) => number | undefined>> = {
  'Orders placed': ({ orders }) => orders.placed,
  'Orders completed': ({ orders }) => orders.completed,
  'Reports completed': ({ reports }) => reports.completed,
  'Reports on time, percent': ({ reports }) => onTimePercent(reports),
  'Median working days of a report': ({ reports }) => reports.median_days ?? undefined,
  'Reports reopened': ({ reviews }) => reviews.reopened,
};

const toldFiguresOf = ({ now, before }: CompanyFigures): ToldFigure[] =>
  Object.entries(figuresTold).map(([label, of]) => ({
    label,
    value: String(of(now) ?? 'none'),
    before: String(of(before) ?? 'none'),
  }));

const periods = { week: 'week', month: 'last_month' } as const satisfies Readonly<
  Record<'week' | 'month', FigurePeriod>
>;

async function figuresOf(ctx: Ctx, user: DeskUserRow, unit: 'week' | 'month'): Promise<FiguresMail> {
  const today = ukDateOf(ctx.now());
  const times = figureTimes(periods[unit], today, { from: today, to: today });
  const figures = await readFigures(ctx, readerOf(user), times);
  const page = `${ctx.settings.deskUrl}/desk/figures?period=${periods[unit]}`;
  return { unit, name: user.name, ...times.now, figures: toldFiguresOf(figures), page };
}

/** Who asked for the mail, works here and may read what it says. */
async function readersOf(ctx: Ctx, mail: DeskMail): Promise<DeskUserRow[]> {
  const [asked, people] = await Promise.all([findDeskMailReaders(ctx.db, mail), listDeskUsers(ctx, 'system')]);
  return people.filter(
    (user) => user.disabled_at === null && asked.includes(user.id) && mailsFor(readerOf(user)).includes(mail),
  );
}

/** After a bank holiday on a Monday, the week begins on Tuesday; so does a month after its first days off. */
const dueFrom: Readonly<Record<DeskMail, (today: IsoDate) => IsoDate>> = {
  morning: (today) => today,
  week: mondayOf,
  month: (today) => `${today.slice(0, 8)}01`,
};

/** Nobody who is away is told: what the mail says is no longer true when they are back. */
async function tellDesk(ctx: Ctx, mail: DeskMail): Promise<void> {
  const today = ukDateOf(ctx.now());
  if (nextWorkingDay(dueFrom[mail](today), ctx.calendar().england_and_wales) !== today) return;
  await inTransaction(ctx, async (tx) => {
    for (const user of await readersOf(tx, mail))
      if (awayOn(user, today) === undefined) await tx.jobs.add(tx.db, MAIL, { userId: user.id, mail });
  });
}

async function mailDesk(ctx: Ctx, { userId, mail }: Readonly<Record<string, unknown>>): Promise<void> {
  const user = (await readersOf(ctx, mail as DeskMail)).find(({ id }) => id === userId);
  if (user === undefined || !ctx.mail.canSend) return;
  if (mail === 'week' || mail === 'month')
    return mailToDesk(ctx, user, `desk_${mail}`, await figuresOf(ctx, user, mail));
  const values = await morningOf(ctx, user);
  if (values !== undefined) await mailToDesk(ctx, user, 'desk_morning', values);
}

/** Before people begin to work. */
export const deskMailCrontab = ['30 6 * * * tell_morning', '30 6 * * * tell_week', '30 6 * * * tell_month'].join('\n');

export const deskMailJobs = (
  ctx: Ctx,
): Readonly<Record<'tell_morning' | 'tell_week' | 'tell_month' | typeof MAIL, JobHandler>> => ({
  tell_morning: () => tellDesk(ctx, 'morning'),
  tell_week: () => tellDesk(ctx, 'week'),
  tell_month: () => tellDesk(ctx, 'month'),
  [MAIL]: (payload) => mailDesk(ctx, payload),
});
