// The mails of the last weeks that reached nobody: what each was, to whom, why it failed, and what to do.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { openCandidateNames } from '../../../features/lists/candidate-name-actions.ts';
import {
  listUndeliveredMails,
  readRetriedMails,
  sendUndeliveredAgain,
} from '../../../features/lists/undelivered-mail-actions.ts';
import type { UndeliveredRow } from '../../../features/lists/undelivered-mail-queries.ts';
import { isWorthSending } from '../../../features/lists/undelivered-mail-rules.ts';
import { openReferees } from '../../../features/references/listed-reference-actions.ts';
import { failureReason, SHOWN_DAYS } from '../../../lib/mail-failures.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { mailTexts } from '../../shared/mails/mail-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { statedHref } from '../stated/stated-pages.ts';

const path = '/desk/mails';
const PER_PAGE = 50;

type MailsRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Params: { id?: string } }>;

/** The mail is about an order, whose candidate the mail is sealed with. */
const isOfOrder = (row: UndeliveredRow) =>
  row.check_id !== null && row.account_id !== null && row.applicant_id !== null && row.sealed_order !== null
    ? [
        {
          ...{ environment: row.environment, clock_offset_seconds: 0, sealed_key: row.sealed_key },
          ...{ account_id: row.account_id, check_id: row.check_id },
          ...{ applicant_id: row.applicant_id, sealed_order: row.sealed_order },
          ...{ reference_id: row.reference_id, sealed_request: row.sealed_request },
        },
      ]
    : [];

/** Records that the reader saw the candidates. */
async function namesOf(ctx: Ctx, user: UserOf<'desk'>, rows: readonly UndeliveredRow[], page: number) {
  const ofOrders = mayDo(user, 'read_reports') ? rows.flatMap(isOfOrder) : [];
  const asked = ofOrders.flatMap(({ reference_id: id, sealed_request, ...row }) =>
    id !== null && sealed_request !== null ? [{ ...row, id, sealed_request }] : [],
  );
  return {
    candidates: await openCandidateNames(ctx, user, ofOrders, { list: 'mails', page }),
    referees: mayDo(user, 'ask_references') ? await openReferees(ctx, user, asked) : new Map(),
  };
}

type Names = Awaited<ReturnType<typeof namesOf>>;

/** Whom it did not reach, and the page on which that is mended. */
function recipientOf(row: UndeliveredRow, { candidates, referees }: Names) {
  const { user_id: userId, account_id: accountId, reference_id: referenceId, report_id: reportId } = row;
  if (userId !== null) {
    const href = accountId === null ? `/desk/people/${userId}` : `/desk/accounts/${accountId}/users/${userId}`;
    return { name: row.user_name, aside: row.user_email, href };
  }
  const candidate = candidates.get(row.check_id ?? '') ?? 'The candidate';
  const report = `/desk/reports/${reportId}`;
  if (referenceId !== null) {
    const { name, organisation } = referees.get(referenceId)?.referee ?? { name: '', organisation: '' };
    const referee = [name, organisation].filter((part) => part !== '').join(', ');
    return {
      name: referee || 'The referee',
      aside: `For ${candidate}`,
      href: `${report}/references/${referenceId}`,
    };
  }
  if (row.check_status === 'awaiting_applicant') return { name: candidate, href: `${report}/form` };
  const isOpen = row.check_id !== null && row.check_status !== null && isOngoing(row.check_status);
  return { name: candidate, href: isOpen ? statedHref(row.check_id!) : report };
}

async function mailsModel(ctx: Ctx, user: UserOf<'desk'>, query: Readonly<Record<string, unknown>>) {
  const asked = Number(query.page);
  const page = Number.isInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1;
  // One more tells whether there is a next page.
  const found = await listUndeliveredMails(ctx, user, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  const rows = found.slice(0, PER_PAGE);
  const names = await namesOf(ctx, user, rows, page);
  const mayResend = mayDo(user, 'manage_accounts');
  const hrefOf = (at: number) => listHref(path, listParameters({ page: at === 1 ? undefined : String(at) }));
  return {
    title: 'Mails that were not delivered',
    done: query.done === 'sent' ? 'The mail is on its way again. If it fails again, it appears here.' : undefined,
    days: SHOWN_DAYS,
    retried: await readRetriedMails(ctx, user),
    rows: rows.map((row) => ({
      text: mailTexts[row.template],
      to: recipientOf(row, names),
      orderId: row.order_id,
      accountName: row.account_name ?? 'The desk',
      failedAt: row.failed_at,
      reason: failureReason(row.failure),
      resendAction: mayResend && isWorthSending(row) ? `${path}/${row.id}/again` : undefined,
    })),
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf(page + 1) : undefined,
  };
}

export function mailsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    path,
    { permission: 'read_mails', menu: 'Mails', menuGroup: 'management' },
    async (request: MailsRequest, reply, user) =>
      renderPage(request, reply, 'desk/mails/mails.njk', await mailsModel(ctx, user, request.query)),
  );

  pages.post(`${path}/:id/again`, { permission: 'manage_accounts' }, async (request: MailsRequest, reply, user) => {
    await sendUndeliveredAgain(ctx, user, request.params.id ?? '');
    return reply.redirect(`${path}?done=sent`, 303);
  });
}
