// The register of breaches of personal data at the desk: its list and file, a breach with all its versions, and the form.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { breachCauses, breachRisks } from '../../../features/breaches/breach.ts';
import {
  type Breach,
  keepBreach,
  listBreaches,
  readBreachVersions,
} from '../../../features/breaches/breach-actions.ts';
import {
  breachFields,
  commissionerBy,
  openDuties,
  readBreach,
  type TypedBreach,
  typedBreach,
} from '../../../features/breaches/breach-rules.ts';
import { listTold, type ToldRow } from '../../../features/breaches/breach-telling-actions.ts';
import type { SeenEntry } from '../../../features/registers/register-actions.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf, ukMomentText } from '../../../lib/uk-times.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { britishDateTime, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { orderHref } from '../orders/order-address.ts';
import { breachesPath, breachHref } from './breach-address.ts';
import { breachTellPages } from './breach-tell-pages.ts';

const path = breachesPath;
const hrefOf = breachHref;
const reading = { permission: 'read_audit' } as const;
const recording = { permission: 'record_breaches' } as const;
const notices = {
  kept: 'The breach is saved.',
  told: 'The mails are written, and go out now. Whom they did not reach stands first in the list.',
};

/** `41 hours are left`, `8 hours late`. */
function leftUntil(by: Date, now: Date): string {
  const hours = Math.floor(Math.abs(by.getTime() - now.getTime()) / 3_600_000);
  const counted = hours === 1 ? '1 hour' : `${hours} hours`;
  if (by < now) return `${counted} late`;
  return hours === 0 ? 'less than an hour is left' : `${counted} ${hours === 1 ? 'is' : 'are'} left`;
}

/** Who has to be told still, as a sentence; late once the time is over. */
function dutiesOf(breach: Breach, now: Date) {
  return openDuties(breach).map(({ who, by }) => ({
    text:
      by === null
        ? who === 'clients'
          ? 'Tell the clients whose people it concerns without undue delay (Art. 33(2))'
          : 'Tell the people without undue delay (Art. 34)'
        : `${breach.risk === 'not_judged' ? 'Judge the risk; unless there is none, tell' : 'Tell'} the Information Commissioner by ${britishDateTime(by)} (72 hours; ${leftUntil(by, now)})`,
    who,
    isLate: by !== null && by < now,
  }));
}

const withWords = (breach: Breach, now: Date) => ({
  ...breach,
  ...{ causeText: breachCauses[breach.cause], riskText: breachRisks[breach.risk] },
  duties: dutiesOf(breach, now),
});

const columns: CsvColumns<Breach> = {
  id: ({ id }) => id,
  what: ({ name }) => name,
  cause: ({ cause }) => cause,
  known_at: ({ knownAt }) => knownAt.toISOString(),
  happened_from: ({ happenedFrom }) => happenedFrom,
  happened_until: ({ happenedUntil }) => happenedUntil,
  people: ({ people }) => people,
  data: ({ data }) => data,
  effects: ({ effects }) => effects,
  measures: ({ measures }) => measures,
  risk: ({ risk }) => risk,
  reasons: ({ reasons }) => reasons,
  commissioner_by: (breach) => commissionerBy(breach).toISOString(),
  told_commissioner_at: ({ toldCommissionerAt }) => toldCommissionerAt?.toISOString() ?? null,
  commissioner_reference: ({ commissionerReference }) => commissionerReference,
  told_clients_at: ({ toldClientsAt }) => toldClientsAt?.toISOString() ?? null,
  told_people_at: ({ toldPeopleAt }) => toldPeopleAt?.toISOString() ?? null,
  closed_on: ({ closedOn }) => closedOn,
  versions: ({ version }) => version,
};

function listPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { ...reading, menu: 'Breaches', menuGroup: 'records' }, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'desk/breaches/breaches.njk', {
      title: 'Breaches',
      done: noticeIn(request, notices),
      rows: (await listBreaches(ctx, authorityOf(user))).map((one) => ({
        ...withWords(one, ctx.now()),
        href: hrefOf(one.id),
      })),
      newHref: mayDo(user, 'record_breaches') ? `${path}/new` : undefined,
      fileHref: `${path}/file`,
    }),
  );
  pages.get(`${path}/file`, { ...reading, stepUp: 'exports' }, async (_request: FormRequest, reply, user) =>
    sendCsv(reply, `breaches-${ukDateOf(ctx.now())}`, csvLines(columns, [await listBreaches(ctx, authorityOf(user))])),
  );
}

const typedIn = (request: FormRequest): TypedBreach =>
  Object.fromEntries(
    breachFields.map((field) => [field, typed(request, field).replaceAll('\r\n', '\n')]),
  ) as TypedBreach;

const optionsOf = (words: Readonly<Record<string, string>>, chosen: string) => [
  { value: '', text: 'Choose', selected: chosen === '' },
  ...Object.entries(words).map(([value, text]) => ({ value, text, selected: value === chosen })),
];

interface Form {
  readonly title: string;
  readonly backHref: string;
  readonly action: string;
  readonly typed: TypedBreach;
  readonly version?: number;
  readonly errors?: FieldMessages | undefined;
}

const show = async (request: FormRequest, reply: FastifyReply, form: Form) =>
  renderPage(request, reply, 'desk/breaches/breach-form.njk', {
    ...form,
    causes: optionsOf(breachCauses, form.typed.cause),
    risks: Object.entries(breachRisks).map(([value, text]) => ({ value, text, checked: value === form.typed.risk })),
  });

/** The id of what was saved, or what is wrong with what was typed. */
async function keep(
  ctx: Ctx,
  user: UserOf<'desk'>,
  given: TypedBreach,
  of?: SeenEntry,
): Promise<string | FieldMessages> {
  const { facts, problems } = readBreach(given, ctx.now());
  if (problems.any) return problems.fields;
  try {
    return await keepBreach(ctx, authorityOf(user), facts, of);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return error.fields;
  }
}

function formPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const fresh = { title: 'Record a breach', backHref: path, action: `${path}/new` };
  pages.get(`${path}/new`, recording, (request: FormRequest, reply) => {
    const empty = Object.fromEntries(breachFields.map((field) => [field, ''])) as TypedBreach;
    return show(request, reply, {
      ...fresh,
      typed: { ...empty, risk: 'not_judged', known_at: ukMomentText(ctx.now()) },
    });
  });
  pages.post(`${path}/new`, recording, async (request: FormRequest, reply, user) => {
    const given = typedIn(request);
    const kept = await keep(ctx, user, given);
    if (typeof kept !== 'string') return show(request, reply.status(422), { ...fresh, typed: given, errors: kept });
    return reply.redirect(`${hrefOf(kept)}?done=kept`, 303);
  });

  const change = `${path}/:breachId/change`;
  const newestOf = async (request: FormRequest, user: UserOf<'desk'>) =>
    (await readBreachVersions(ctx, authorityOf(user), request.params.breachId ?? ''))[0];
  const formOf = ({ id, version }: Breach) => ({
    ...{ title: 'What is known of the breach', backHref: hrefOf(id), action: `${hrefOf(id)}/change`, version },
  });
  pages.get(change, recording, async (request: FormRequest, reply, user) => {
    const newest = await newestOf(request, user);
    return show(request, reply, { ...formOf(newest), typed: typedBreach(newest) });
  });
  pages.post(change, recording, async (request: FormRequest, reply, user) => {
    const newest = await newestOf(request, user);
    const given = typedIn(request);
    const seen = typed(request, 'version');
    const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
    const kept = await keep(ctx, user, given, { id: newest.id, version });
    if (typeof kept !== 'string')
      return show(request, reply.status(422), { ...formOf(newest), typed: given, errors: kept });
    return reply.redirect(`${hrefOf(newest.id)}?done=kept`, 303);
  });
}

/** Of those who were told; the failed ones come first. */
const TOLD_SHOWN = 500;

const mailStates: Readonly<Record<ToldRow['status'], string>> = {
  ...{ queued: 'Waits to be sent', sent: 'Sent', held: 'Not sent: no mail server is set', failed: 'Failed' },
};

const toldRow = (row: ToldRow) => ({
  who: row.order_id === null ? (row.user_name ?? 'Without an order') : orderNumber(Number(row.order_id)),
  kind: row.user_name === null ? 'Candidate' : 'Administrator',
  href: row.check_id === null ? undefined : orderHref(row.check_id),
  client: row.account_name,
  toldAt: row.told_at,
  mail: row.status === 'sent' && row.sent_at !== null ? `Sent ${britishDateTime(row.sent_at)}` : mailStates[row.status],
  hasFailed: row.status === 'failed',
});

const countOf = (told: readonly ToldRow[], status: ToldRow['status']) =>
  told.filter((row) => row.status === status).length;

/** What became of the mails that did not fail: only what was sent reached anybody. */
function unfailedText(told: readonly ToldRow[]): string {
  const [held, queued] = [countOf(told, 'held'), countOf(told, 'queued')];
  const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);
  const parts = [
    ...(held === 0 ? [] : [`${mails(held)} ${held === 1 ? 'was' : 'were'} not sent, because no mail server is set`]),
    ...(queued === 0 ? [] : [`${mails(queued)} ${queued === 1 ? 'waits' : 'wait'} to be sent`]),
  ];
  if (parts.length > 0) return `${parts.join('; ')}.`;
  return countOf(told, 'failed') === 0 ? 'Every mail was sent.' : '';
}

const toldCounts = (told: readonly ToldRow[]) => ({
  all: told.length,
  unfailed: unfailedText(told),
  candidates: told.filter((row) => row.user_name === null).length,
  clients: new Set(told.filter((row) => row.user_name !== null).map((row) => row.account_id)).size,
  failed: countOf(told, 'failed'),
});

export function breachPages(pages: Pages<'desk'>, ctx: Ctx): void {
  listPages(pages, ctx);
  formPages(pages, ctx);
  breachTellPages(pages, ctx);
  pages.get(`${path}/:breachId`, reading, async (request: FormRequest, reply, user) => {
    const versions = await readBreachVersions(ctx, authorityOf(user), request.params.breachId ?? '');
    const [newest] = versions;
    const { told, messages } = await listTold(ctx, user, newest.id);
    return renderPage(request, reply, 'desk/breaches/breach.njk', {
      title: newest.name,
      done: noticeIn(request, notices),
      breach: withWords(newest, ctx.now()),
      earlier: versions.slice(1).map((one) => withWords(one, ctx.now())),
      changeHref: mayDo(user, 'record_breaches') ? `${hrefOf(newest.id)}/change` : undefined,
      tellHref: mayDo(user, 'record_breaches') ? `${hrefOf(newest.id)}/tell` : undefined,
      toldRows: told.slice(0, TOLD_SHOWN).map(toldRow),
      ...{ toldCounts: toldCounts(told), messages },
      mailsHref: mayDo(user, 'read_mails') ? '/desk/mails' : undefined,
    });
  });
}
