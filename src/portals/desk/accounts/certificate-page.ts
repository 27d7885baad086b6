// The certificate of deletion of a closed account: a page to print and a file, with what was erased, and what is kept and why.
import type { Ctx, Environment } from '../../../context.ts';
import {
  countKept,
  type ErasedPerson,
  type KeptPerson,
  listErased,
  listErasureCounts,
  listKept,
} from '../../../features/retention/erasure-actions.ts';
import { erasureReasons } from '../../../features/retention/erasure-reasons.ts';
import { openMatters } from '../../../features/retention/erasure-rules.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { closingMoments } from '../../shared/closing-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { britishDate, orderNumber } from '../../shared/page-filters.ts';
import { namesBy } from '../erasure/erasures-page.ts';
import { type AccountPages, closingPath, type OpenedAccount, renderAccountPage } from './account-request.ts';

const path = `${closingPath}/certificate`;
const permission = 'read_erasures' as const;
const AT_ONCE = 1000;
/** On a page; the file has all. */
export const KEPT_SHOWN = 200;

const keptBecause = {
  data_request: openMatters.data_request,
  message: openMatters.message,
  ongoing: 'an order of theirs is open',
  hold: 'a hold keeps their data',
  restriction: 'their data are restricted',
  legal_hold: 'the account has a legal hold',
} as const satisfies Readonly<Record<KeptPerson['because'][number], string>>;

/** Why somebody is kept, as it begins a sentence. */
export function keptWords({ because, hold_until: until }: KeptPerson): string {
  const words = because.map((one) =>
    one === 'hold' && until !== null ? `${keptBecause.hold} until ${britishDate(until)}` : keptBecause[one],
  );
  const text = words.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

interface Line {
  readonly environment: Environment;
  readonly orders: readonly number[];
  readonly applicant: string;
  readonly erasedAt: Date | null;
  readonly why: string;
  readonly by: string;
}

const columns: CsvColumns<Line> = {
  state: ({ erasedAt }) => (erasedAt === null ? 'kept' : 'erased'),
  erased_at: ({ erasedAt }) => erasedAt?.toISOString() ?? null,
  data: ({ environment }) => environment,
  orders: ({ orders }) => orders.map(orderNumber).join(', '),
  why: ({ why }) => why,
  by: ({ by }) => by,
  applicant: ({ applicant }) => applicant,
};

async function* linesOf(ctx: Ctx, { account, by }: OpenedAccount): AsyncGenerator<Line[]> {
  for (const environment of ['live', 'test'] as const) {
    for (let after: ErasedPerson | undefined; ; ) {
      const page = { since: new Date(0), after, limit: AT_ONCE };
      const batch = await listErased(ctx, by, [account.id], environment, page);
      const nameOf = await namesBy(ctx, batch);
      yield batch.map((one) => ({
        ...{ environment, orders: one.order_ids, applicant: one.applicant_id, erasedAt: one.erased_at },
        ...{ why: one.reason === null ? 'Not known' : erasureReasons[one.reason], by: nameOf(one) },
      }));
      if (batch.length < AT_ONCE) break;
      after = batch.at(-1);
    }
  }
  for (let after: KeptPerson | undefined; ; ) {
    const batch = await listKept(ctx, by, account.id, { after, limit: AT_ONCE });
    yield batch.map((one) => ({
      ...{ environment: one.environment, orders: one.order_ids, applicant: one.applicant_id, erasedAt: null },
      ...{ why: keptWords(one), by: '' },
    }));
    if (batch.length < AT_ONCE) break;
    after = batch.at(-1);
  }
}

/** There is none before everybody is erased whom nothing keeps. */
function erasedClosing({ account: { closing } }: OpenedAccount) {
  if (closing === null || closing.erasedAt === null) throw new Refusal('not_found');
  return closing;
}

export function certificatePages(pages: AccountPages, ctx: Ctx): void {
  pages.get(path, { permission }, async (request, reply, opened) => {
    const closing = erasedClosing(opened);
    const { account, by } = opened;
    const kept = await listKept(ctx, by, account.id, { limit: KEPT_SHOWN });
    return renderAccountPage(request, reply, 'certificate.njk', opened, {
      ...{ title: 'Certificate of deletion', section: 'Overview', closing: closingMoments(closing) },
      operator: ctx.settings.operatorName,
      today: ukDateOf(ctx.now()),
      counts: (await listErasureCounts(ctx, by, account.id)).map((one) => ({
        ...one,
        reasonText: one.reason === null ? 'Not known' : erasureReasons[one.reason],
      })),
      keptMore: (await countKept(ctx, by, account.id)) - kept.length,
      kept: kept.map((one) => ({
        orders: one.order_ids.map(orderNumber).join(', ') || 'None',
        because: keptWords(one),
      })),
      fileHref: `${opened.path}${path}/file`,
    });
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (_request, reply, opened) => {
    erasedClosing(opened);
    return sendCsv(reply, `deletion-${ukDateOf(ctx.now())}`, csvLines(columns, linesOf(ctx, opened)));
  });
}
