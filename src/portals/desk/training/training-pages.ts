// In which areas the people of the desk are trained: the list for the team leader and the auditor, and the page of a person.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo, roles } from '../../../features/access/permissions.ts';
import { isWithin, sharesAccount } from '../../../features/accounts/people-rules.ts';
import { type DeskUserRow, listDeskUsers } from '../../../features/accounts/sign-in-actions.ts';
import { findTraineeFigures, type TraineeFigures } from '../../../features/quality/quality-figure-queries.ts';
import { listProgrammes } from '../../../features/quality/sample-actions.ts';
import { isReady, noProgramme } from '../../../features/quality/sample-rules.ts';
import { areas } from '../../../features/report-types/report-type.ts';
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
const changing = { permission: 'manage_desk_users', stepUp: 'roles' } as const;

const notices = { recorded: 'The training is recorded.', ended: 'The training does not count any more.' };

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

/** Whether the reader records what the person is trained in: never their own. */
const mayRecord = (user: DeskUser, person: DeskUserRow): boolean =>
  mayDo(user, 'manage_desk_users') && person.id !== user.userId && isWithin(user.accounts, person);

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
        until: untilText(one),
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
        ? [{ person, entry, what: one.label, until: untilText(one) }]
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

function personPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    person: DeskUserRow,
    errors?: FieldMessages,
  ) => {
    const entries = await listTrainings(ctx, authorityOf(user), [person.id]);
    const form = errors === undefined ? NO_FORM : typedTraining(request);
    return renderPage(request, reply, 'desk/training/person-training.njk', {
      title: `Training of ${person.name}`,
      back: { text: 'Training', href: path },
      done: noticeIn(request, notices),
      errors,
      form,
      rows: areasOf(entries, trainingDays(ctx)).map((one) => ({
        ...one,
        tag: stateTags[one.state],
        until: untilText(one),
      })),
      areaItems: areaNames.map((area) => ({ value: area, text: areas[area], checked: form.areas.includes(area) })),
      buddies: [{ id: '', name: 'Whoever takes it' }, ...(await listBuddies(ctx, authorityOf(user), person.id))].map(
        ({ id, name }) => ({ value: id, text: name, selected: id === form.buddy }),
      ),
      takes: takesText(entries, trainingDays(ctx).today),
      earlier: entries.toReversed().map((one) => ({
        ...one,
        label: areas[one.area],
        training: isOfTraining(one) ? trainingText(one) : undefined,
      })),
      mayRecord: mayRecord(user, person) && isActive(person),
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
  pages.get(address, { permission: 'manage_desk_users' }, async (request: FormRequest, reply, user) =>
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
