// The erasures at the desk: who is due, whom a hold keeps, and who was erased, with a file of these.

import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { type NameActor, readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { readCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import {
  type Deletion,
  type DueContents,
  listDeletions,
  listDueContents,
} from '../../../features/retention/content-actions.ts';
import {
  type ContentKind,
  contentKinds,
  type FileDeletionReason,
  fileDeletionReasons,
} from '../../../features/retention/content-kinds.ts';
import {
  type AccountRetention,
  type DuePerson,
  type ErasedPerson,
  listDueForErasure,
  listErased,
  listRetention,
} from '../../../features/retention/erasure-actions.ts';
import { erasureReasons } from '../../../features/retention/erasure-reasons.ts';
import { nextErasure, openMatters } from '../../../features/retention/erasure-rules.ts';
import { listHeld } from '../../../features/retention/hold-actions.ts';
import { holdReasons } from '../../../features/retention/hold-reasons.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { keptFor } from '../../shared/about/about-pages.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { pageOf } from '../deadlines/order-again.ts';

export const erasuresPath = '/desk/erasures';
const permission = 'read_erasures' as const;
const WITHIN_DAYS = 30;
const ERASED_DAYS = 365;
const DAY_MS = 86_400_000;
const MOST_SHOWN = 200;
const exportedAtOnce = 1000;

const notices = { erased: 'The person’s data are erased.' };

const environmentOf = ({ query }: FormRequest): Environment => (query.environment === 'test' ? 'test' : 'live');

/** The names of who acted, by account. */
export async function namesBy(
  ctx: Ctx,
  rows: readonly { readonly account_id: string; readonly actor: string | null }[],
): Promise<(row: { readonly account_id: string; readonly actor: string | null }) => string> {
  const names = new Map<string, NameActor>();
  for (const [accountId, some] of Map.groupBy(rows, (row) => row.account_id))
    names.set(
      accountId,
      await readActorNames(
        ctx.db,
        accountId,
        some.flatMap(({ actor }) => actor ?? []),
      ),
    );
  return ({ account_id, actor }) => (actor === null ? 'Not known' : names.get(account_id)!(actor).name);
}

const reasonOf = ({ reason }: ErasedPerson) => (reason === null ? 'Not known' : erasureReasons[reason]);
const ordersOf = ({ order_ids }: ErasedPerson) => order_ids.map(orderNumber).join(', ');

const dueDay = (
  now: Date,
  { due_at, clock_offset_seconds: offset }: Pick<DuePerson, 'due_at' | 'clock_offset_seconds'>,
) => ({
  dueAt: due_at,
  isTonight: due_at.getTime() < nextErasure(now).getTime() + offset * 1000,
});

/** What of an order is deleted, without its candidate. */
const contentRow = (now: Date, one: DueContents) => ({
  ...dueDay(now, one),
  order: orderNumber(one.order_id),
  href: pageOf({ reportId: one.report_id ?? one.first_report_id, isRequested: one.is_requested }),
  accountName: one.account_name,
  what: contentKinds[one.kind].what,
  files: one.files,
  notes: one.notes,
  because: one.open_matters.map((matter) => openMatters[matter]),
});

/** @param now of the clock, which the data of tests are ahead of */
export const dueRow = (now: Date, one: DuePerson) => ({ endedAt: one.ended_at, ...dueDay(now, one) });

/** What of an order is deleted before the person is. */
const partsOf = (one: AccountRetention) =>
  [
    { what: 'Contents of certificates', days: one.certificate_days },
    { what: 'Right to work papers', days: one.right_to_work_days },
    { what: 'Other files', days: one.other_days },
  ].filter(({ days }) => days > 0);

async function modelOf(ctx: Ctx, user: UserOf<'desk'>, environment: Environment) {
  const by = authorityOf(user);
  const since = new Date(ctx.now().getTime() - ERASED_DAYS * DAY_MS);
  const window = { withinDays: WITHIN_DAYS, limit: MOST_SHOWN };
  const [due, contents, waiting, held, erased, retention] = await Promise.all([
    listDueForErasure(ctx, by, user.accounts, environment, window),
    listDueContents(ctx, by, user.accounts, environment, window),
    listDueForErasure(ctx, by, user.accounts, environment, { ...window, areKept: true }),
    listHeld(ctx, by, user.accounts, environment, MOST_SHOWN),
    listErased(ctx, by, user.accounts, environment, { since, limit: MOST_SHOWN }),
    listRetention(ctx, by, user.accounts, MOST_SHOWN),
  ]);
  const names = await readCandidateNames(ctx, user, [...due, ...waiting, ...held], { list: 'due_for_erasure' });
  const nameOf = await namesBy(ctx, [...held, ...erased]);
  const person = (one: (typeof due)[number] | (typeof held)[number]) => ({
    order: orderNumber(one.order_id),
    href: pageOf({ reportId: one.report_id, isRequested: one.is_requested }),
    name: names.get(one.check_id)!,
    accountName: one.account_name,
  });
  return {
    title: 'Erasures',
    mayErase: mayDo(user, 'erase_applicants'),
    environment,
    withinDays: WITHIN_DAYS,
    mostShown: MOST_SHOWN,
    due: due.map((one) => ({ ...person(one), ...dueRow(ctx.now(), one) })),
    waiting: waiting.map((one) => ({
      ...person(one),
      ...dueRow(ctx.now(), one),
      because: one.open_matters.map((matter) => openMatters[matter]),
    })),
    contents: contents.map((one) => contentRow(ctx.now(), one)),
    held: held.map((one) => ({
      ...person(one),
      href: `/desk/reports/${one.report_id}/hold`,
      reason: holdReasons[one.reason],
      until: one.until,
      heldAt: one.held_at,
      by: nameOf(one),
    })),
    erased: erased.map((one) => ({
      ...one,
      orders: ordersOf(one),
      reasonText: reasonOf(one),
      by: nameOf(one),
    })),
    retention: retention.map((one) => ({ ...one, parts: partsOf(one), href: `/desk/accounts/${one.id}/settings` })),
    kept: keptFor(ctx.settings),
    deletionsHref: listHref(`${erasuresPath}/deletions`, listParameters({ environment })),
    fileHref: listHref(`${erasuresPath}/file`, listParameters({ environment })),
  };
}

const columns: CsvColumns<{ readonly one: ErasedPerson; readonly by: string }> = {
  erased_at: ({ one }) => one.erased_at.toISOString(),
  account: ({ one }) => one.account_name,
  orders: ({ one }) => ordersOf(one),
  reason: ({ one }) => reasonOf(one),
  by: ({ by }) => by,
  applicant: ({ one }) => one.applicant_id,
};

/** Everybody who was ever erased. */
async function* everyErased(ctx: Ctx, user: UserOf<'desk'>, environment: Environment) {
  for (let after: ErasedPerson | undefined; ; ) {
    const page = { since: new Date(0), after, limit: exportedAtOnce };
    const batch = await listErased(ctx, authorityOf(user), user.accounts, environment, page);
    const nameOf = await namesBy(ctx, batch);
    yield batch.map((one) => ({ one, by: nameOf(one) }));
    if (batch.length < exportedAtOnce) return;
    after = batch.at(-1);
  }
}

const deletionColumns: CsvColumns<{ readonly one: Deletion; readonly by: string }> = {
  deleted_at: ({ one }) => one.occurred_at.toISOString(),
  account: ({ one }) => one.account_name,
  order: ({ one }) => orderNumber(one.order_id),
  what: ({ one: { detail } }) =>
    detail.kind === undefined ? 'A single file' : contentKinds[detail.kind as ContentKind].what,
  files: ({ one: { detail } }) => Number(detail.files ?? 1),
  findings: ({ one: { detail } }) => (detail.findings === true ? 'yes' : 'no'),
  rule: ({ one }) => ruleOf(one),
  by: ({ by }) => by,
};

const ruleOf = ({ detail }: Deletion): string =>
  detail.kind === undefined
    ? fileDeletionReasons[detail.reason as FileDeletionReason]
    : `${detail.days} days after ${contentKinds[detail.kind as ContentKind].countedFrom}`;

/** Everything that was ever deleted of an order whose person stayed then. */
async function* everyDeletion(ctx: Ctx, user: UserOf<'desk'>, environment: Environment) {
  for (let after: string | undefined; ; ) {
    const page = { after, limit: exportedAtOnce };
    const batch = await listDeletions(ctx, authorityOf(user), user.accounts, environment, page);
    const nameOf = await namesBy(ctx, batch);
    yield batch.map((one) => ({ one, by: nameOf(one) }));
    if (batch.length < exportedAtOnce) return;
    after = batch.at(-1)!.id;
  }
}

export function erasuresPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const options = { permission, menu: 'Erasures', menuGroup: 'records', byEnvironment: true } as const;
  pages.get(erasuresPath, options, async (request: FormRequest, reply, user) => {
    const model = await modelOf(ctx, user, environmentOf(request));
    return renderPage(request, reply, 'desk/erasure/erasures.njk', { ...model, done: noticeIn(request, notices) });
  });

  const exported = { permission, stepUp: 'exports' } as const;
  pages.get(`${erasuresPath}/deletions`, exported, async (request: FormRequest, reply, user) =>
    sendCsv(
      reply,
      `deletions-${ukDateOf(ctx.now())}`,
      csvLines(deletionColumns, everyDeletion(ctx, user, environmentOf(request))),
    ),
  );

  pages.get(`${erasuresPath}/file`, exported, async (request: FormRequest, reply, user) =>
    sendCsv(
      reply,
      `erasures-${ukDateOf(ctx.now())}`,
      csvLines(columns, everyErased(ctx, user, environmentOf(request))),
    ),
  );
}
