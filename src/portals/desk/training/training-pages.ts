// In which areas the people of the desk are trained: the list for the team leader and the auditor, and the page of a person.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo, roles } from '../../../features/access/permissions.ts';
import { sayNewUntil } from '../../../features/accounts/new-until-actions.ts';
import { isWithin, sharesAccount } from '../../../features/accounts/people-rules.ts';
import { type DeskUserRow, listDeskUsers } from '../../../features/accounts/sign-in-actions.ts';
import { giveBackOutside, readHeldOutside } from '../../../features/cases/outside-training-actions.ts';
import { findTraineeFigures, type TraineeFigures } from '../../../features/quality/quality-figure-queries.ts';
import { listProgrammes } from '../../../features/quality/sample-actions.ts';
import { isReady, noProgramme } from '../../../features/quality/sample-rules.ts';
import { areas } from '../../../features/report-types/report-type.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import {
  type CountedTraining,
  endTraining,
  listBuddies,
  listTrainings,
  recordTraining,
  trainingDays,
} from '../../../features/training/training-actions.ts';
import { isOfTraining, typesOfAreas } from '../../../features/training/training-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { roleTexts } from '../../shared/role-texts.ts';
import type { Pages } from '../../shared/shell.ts';
import { type DeskUser, type FormRequest, noticeIn, typed, typedAll } from '../accounts/account-request.ts';
import { areaNames, areasOf, stateTags, takesText, trainingText, untilText } from './training-words.ts';

const path = '/desk/training';
const reading = { permission: 'read_team' } as const;
const changing = { permission: 'record_trainings', stepUp: 'roles' } as const;

const notices = {
  recorded: 'The training is recorded.',
  ended: 'The training does not count any more.',
  new: 'Until when they count as new is recorded.',
  given: 'The reports are back in the queue.',
};

const words: FormWords = {
  areas: {
    input: 'areas',
    begins: 'The area',
    instead: { 'choose one area at least': 'Choose in which areas they are trained' },
  },
  completed_on: {
    input: 'completed_on',
    begins: 'The day',
    instead: { 'must be a day, such as 2030-01-31': 'Enter the day on which they completed it' },
  },
  valid_until: { input: 'valid_until', begins: 'The last day' },
  new_until: { input: 'new_until', begins: 'The day' },
  training_until: {
    input: 'training_until',
    begins: 'The last day',
    empty: 'Enter the last day, or after how many reports the training ends',
  },
  training_reports: { input: 'training_reports', begins: 'The number of reports' },
  buddy: {
    input: 'buddy',
    begins: 'The buddy',
    instead: { 'is not included in the list': 'Choose a buddy who may approve' },
  },
  how: { input: 'how', begins: 'The text', empty: 'Write how they are trained, and who says so' },
};

const endWords: FormWords = { ...words, how: { ...words.how!, empty: 'Write why it does not count any more' } };

/** Who works on reports, among the people with whom the reader shares an account. */
const peopleOf = async (ctx: Ctx, user: DeskUser): Promise<DeskUserRow[]> =>
  (await listDeskUsers(ctx, authorityOf(user)))
    .filter((person) => sharesAccount(user.accounts, person))
    .filter(({ role }) => mayDo({ permissions: roles.desk[role] }, 'record_outcomes'));

const isActive = ({ disabled_at: disabledAt }: DeskUserRow): boolean => disabledAt === null;

async function personOf(ctx: Ctx, user: DeskUser, request: FormRequest): Promise<DeskUserRow> {
  const id = request.params.user_id?.toLowerCase();
  const person = (await peopleOf(ctx, user)).find((one) => one.id === id);
  if (person === undefined) throw new Refusal('not_found');
  return person;
}

/** Why the reader does not record what the person is trained in; undefined if they do. */
function whyNotRecorded(user: DeskUser, person: DeskUserRow): string | undefined {
  if (!mayDo(user, 'record_trainings')) return 'Team leaders and administrators record trainings, and who is new.';
  if (person.id === user.userId) return 'Nobody records their own training: another team leader or administrator does.';
  if (!isWithin(user.accounts, person))
    return `${person.name} also works for clients that you do not see. Somebody who sees them records their training.`;
  return isActive(person) ? undefined : `${person.name} is disabled.`;
}

const mayRecord = (user: DeskUser, person: DeskUserRow): boolean => whyNotRecorded(user, person) === undefined;

const entriesOf = (all: readonly CountedTraining[], { id }: DeskUserRow) =>
  all.filter(({ deskUserId }) => deskUserId === id);

/** `5% (1 of 20)` */
const errorShare = ({ judged, wrong }: TraineeFigures): string =>
  judged === 0 ? 'None is reviewed' : `${Math.round((wrong / judged) * 100)}% (${wrong} of ${judged})`;

async function listModel(ctx: Ctx, user: DeskUser) {
  const people = (await peopleOf(ctx, user)).filter(isActive);
  const days = trainingDays(ctx);
  const all = await listTrainings(
    ctx,
    authorityOf(user),
    people.map(({ id }) => id),
  );
  const named = ({ id, name }: DeskUserRow) => ({ name, href: `${path}/${id}` });
  const rows = people.map((person) => ({
    ...named(person),
    roleText: roleTexts[person.role],
    areas: areasOf(entriesOf(all, person), days)
      .filter(({ state }) => state !== 'not_trained')
      .map((one) => ({
        ...one,
        until: untilText(one, days.today),
        tag: one.state === 'trained' ? undefined : stateTags[one.state],
      })),
  }));
  const isCovered = (area: string) =>
    rows.some((row) =>
      row.areas.some((one) => one.area === area && one.state !== 'ended' && one.state !== 'in_training'),
    );
  const inTraining = people.flatMap((person) =>
    areasOf(entriesOf(all, person), days).flatMap((one) => {
      const { entry, state } = one;
      return state === 'in_training' && entry !== undefined
        ? [{ person, entry, what: one.label, until: untilText(one, days.today) }]
        : [];
    }),
  );
  const [figures, [programme = noProgramme]] = await Promise.all([
    findTraineeFigures(
      ctx.db,
      user,
      inTraining.map(({ entry: { id, deskUserId, recordedAt, area } }) => ({
        ...{ id, deskUserId, since: recordedAt, reportTypeIds: typesOfAreas([area]) },
      })),
    ),
    listProgrammes(ctx, authorityOf(user)),
  ]);
  const learning = people.flatMap((person) => [
    ...(person.new_until !== null && person.new_until >= days.today
      ? [{ ...named(person), what: 'Everything: new at the desk', until: `until ${formatLongDate(person.new_until)}` }]
      : []),
    ...inTraining
      .filter((one) => one.person === person)
      .map(({ entry, what, until }) => {
        const done = figures.get(entry.id)!;
        return { ...named(person), what, until, done, share: errorShare(done), isReady: isReady(done, programme) };
      }),
  ]);
  return { rows, learning, uncovered: areaNames.filter((area) => !isCovered(area)).map((area) => areas[area]) };
}

interface TrainingLine extends CountedTraining {
  readonly person: DeskUserRow;
}

const columns: CsvColumns<TrainingLine> = {
  person: ({ person }) => person.name,
  email: ({ person }) => person.email,
  role: ({ person }) => roleTexts[person.role],
  area: ({ area }) => areas[area],
  entry: (one) =>
    isOfTraining(one) ? 'In training' : one.completedOn === null ? 'Does not count any more' : 'Trained',
  completed_on: ({ completedOn }) => completedOn,
  valid_until: ({ validUntil }) => validUntil,
  how: ({ how }) => how,
  recorded_by: ({ recordedByName }) => recordedByName ?? 'Probity',
  recorded_at: ({ recordedAt }) => recordedAt.toISOString(),
  disabled_at: ({ person }) => person.disabled_at?.toISOString() ?? null,
  training_until: ({ trainingUntil }) => trainingUntil,
  training_reports: ({ trainingReports }) => trainingReports,
  buddy: ({ buddyName }) => buddyName,
};

const NO_FORM = {
  ...{ areas: [] as string[], kind: 'trained', completed_on: '', valid_until: '' },
  ...{ training_until: '', training_reports: '', buddy: '', how: '' },
};

const typedTraining = (request: FormRequest) => ({
  areas: typedAll(request, 'areas'),
  kind: typed(request, 'kind') === 'in_training' ? 'in_training' : 'trained',
  completed_on: typed(request, 'completed_on'),
  valid_until: typed(request, 'valid_until'),
  training_until: typed(request, 'training_until'),
  training_reports: typed(request, 'training_reports'),
  buddy: typed(request, 'buddy'),
  how: typed(request, 'how'),
});

/** What they have claimed outside the areas that are given to them, as `50 Employment, 2 Right to work`; undefined for nothing. */
async function outsideOf(ctx: Ctx, user: DeskUser, person: DeskUserRow) {
  if (!mayDo(user, 'assign_reports')) return undefined;
  const { reports } = await readHeldOutside(ctx, authorityOf(user), user.accounts, person.id);
  const byArea = Map.groupBy(reports, (one) => reportTypeById(one.report_type_id)?.area);
  const counts = [...byArea].map(([area, of]) => `${of.length} ${area === undefined ? 'others' : areas[area]}`);
  return reports.length === 0 ? undefined : { count: reports.length, text: counts.join(', ') };
}

function personPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    person: DeskUserRow,
    errors?: FieldMessages,
  ) => {
    const entries = await listTrainings(ctx, authorityOf(user), [person.id]);
    const days = trainingDays(ctx);
    const form = errors === undefined ? NO_FORM : typedTraining(request);
    return renderPage(request, reply, 'desk/training/person-training.njk', {
      title: `Training of ${person.name}`,
      back: { text: 'Training', href: path },
      done: noticeIn(request, notices),
      errors,
      form,
      rows: areasOf(entries, days).map((one) => ({
        ...one,
        tag: stateTags[one.state],
        until: untilText(one, days.today),
      })),
      areaItems: areaNames.map((area) => ({ value: area, text: areas[area], checked: form.areas.includes(area) })),
      buddies: [{ id: '', name: 'Whoever takes it' }, ...(await listBuddies(ctx, authorityOf(user), person.id))].map(
        ({ id, name }) => ({ value: id, text: name, selected: id === form.buddy }),
      ),
      takes: takesText(entries, days.today),
      earlier: entries.toReversed().map((one) => ({
        ...one,
        label: areas[one.area],
        training: isOfTraining(one) ? trainingText(one, days.today) : undefined,
      })),
      whyNot: whyNotRecorded(user, person),
      mayRecord: mayRecord(user, person),
      newUntil: errors === undefined ? (person.new_until ?? '') : typed(request, 'new_until'),
      newText:
        person.new_until !== null && person.new_until >= days.today
          ? `Others approve everything that they complete until ${formatLongDate(person.new_until)}.`
          : 'Does not count as new.',
      person,
      outside: await outsideOf(ctx, user, person),
      path: `${path}/${person.id}`,
    });
  };

  pages.get(`${path}/:user_id`, reading, async (request: FormRequest, reply, user) =>
    show(request, reply, user, await personOf(ctx, user, request)),
  );
  pages.post(`${path}/:user_id`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    if (!mayRecord(user, person)) throw new Refusal('not_permitted');
    const { areas: chosen, completed_on: completedOn, valid_until: validUntil, how, ...form } = typedTraining(request);
    const training =
      form.kind === 'in_training'
        ? { until: form.training_until, reports: form.training_reports, buddy: form.buddy }
        : undefined;
    const given = { areas: chosen, completedOn, validUntil, how, training };
    const errors = await refusedFields(() => recordTraining(ctx, authorityOf(user), person.id, given), words);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    return reply.redirect(`${path}/${person.id}?done=recorded`, 303);
  });
  pages.post(`${path}/:user_id/new`, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    if (!mayRecord(user, person)) throw new Refusal('not_permitted');
    const until = typed(request, 'new_until');
    const errors = await refusedFields(() => sayNewUntil(ctx, authorityOf(user), person.id, until), words);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    return reply.redirect(`${path}/${person.id}?done=new`, 303);
  });
  pages.post(
    `${path}/:user_id/give-back`,
    { permission: 'assign_reports' },
    async (request: FormRequest, reply, user) => {
      const person = await personOf(ctx, user, request);
      await giveBackOutside(ctx, authorityOf(user), user.accounts, person.id);
      return reply.redirect(`${path}/${person.id}?done=given`, 303);
    },
  );
}

/** On which somebody says why a training does not count any more. */
function endPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    person: DeskUserRow,
    errors?: FieldMessages,
  ) => {
    const entries = await listTrainings(ctx, authorityOf(user), [person.id]);
    const one = areasOf(entries, trainingDays(ctx)).find(({ area }) => area === request.params.area);
    if (one?.entry === undefined || one.state === 'not_trained' || !mayRecord(user, person))
      throw new Refusal('not_found');
    return renderPage(request, reply, 'desk/training/end-training.njk', {
      title: 'End a training',
      back: { text: `Training of ${person.name}`, href: `${path}/${person.id}` },
      errors,
      person,
      label: one.label,
      how: typed(request, 'how'),
      action: `${path}/${person.id}/${one.area}/end`,
    });
  };
  const address = `${path}/:user_id/:area/end`;
  pages.get(address, { permission: 'record_trainings' }, async (request: FormRequest, reply, user) =>
    show(request, reply, user, await personOf(ctx, user, request)),
  );
  pages.post(address, changing, async (request: FormRequest, reply, user) => {
    const person = await personOf(ctx, user, request);
    if (!mayRecord(user, person)) throw new Refusal('not_permitted');
    const given = { area: request.params.area ?? '', why: typed(request, 'how') };
    const errors = await refusedFields(() => endTraining(ctx, authorityOf(user), person.id, given), endWords);
    if (errors !== undefined) return show(request, reply.status(422), user, person, errors);
    return reply.redirect(`${path}/${person.id}?done=ended`, 303);
  });
}

export function trainingPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { ...reading, menu: 'Training', menuGroup: 'desk' }, async (request, reply, user) =>
    renderPage(request, reply, 'desk/training/training.njk', { title: 'Training', ...(await listModel(ctx, user)) }),
  );
  pages.get(`${path}/file`, { ...reading, stepUp: 'exports' }, async (_request, reply, user) => {
    const people = await peopleOf(ctx, user);
    const all = await listTrainings(
      ctx,
      authorityOf(user),
      people.map(({ id }) => id),
    );
    const lines = people.flatMap((person) => entriesOf(all, person).map((entry) => ({ ...entry, person })));
    return sendCsv(reply, `training-${trainingDays(ctx).today}`, csvLines(columns, [lines]));
  });
  personPages(pages, ctx);
  endPages(pages, ctx);
}
