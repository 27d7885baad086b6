// The page of a verification sheet: every period of the asked time, what verifies it, and what was taken back.

import type { Ctx } from '../../../context.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import type { Confirmation } from '../../../features/verifications/confirmation-rules.ts';
import { awaitsApproval, readsHistory, sendBackFirst } from '../../../features/verifications/history-report-rules.ts';
import { readSheet } from '../../../features/verifications/sheet-actions.ts';
import { fileText, sourceText, unplacedText } from '../../../features/verifications/sheet-words-rules.ts';
import { readVerifications } from '../../../features/verifications/verification-actions.ts';
import { sourceWords } from '../../../features/verifications/verification-sources.ts';
import { formatPeriod } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { downloadName } from '../../shared/files/download-name.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type ShownConfirmation, sheetView } from '../../shared/verifications/sheet-view.ts';
import { orderHref } from '../orders/order-address.ts';
import { typeOf } from '../report/report-moves.ts';
import { mayVerify, recordingReport, type SheetRequest, sheetHref, sheetPath } from './sheet-address.ts';
import { takeBackPages } from './take-back-page.ts';
import { verifyPages } from './verify-page.ts';

const doneWords: Readonly<Record<string, string>> = {
  recorded: 'The verification is recorded.',
  taken_back: 'The verification is taken back.',
};

/** With names, files, notes and where it is taken back. */
async function confirmationShown(
  ctx: Ctx,
  user: UserOf<'desk'>,
  { check, report }: OpenedReport,
  authors: Parameters<typeof readActorNames>[2],
): Promise<(one: Confirmation) => ShownConfirmation> {
  const nameOf = await readActorNames(ctx.db, check.tenant.accountId, authors);
  const files = await listAttachments(ctx, { ...check.tenant, subsidiaryIds: null }, check.orderId);
  const isOpen = (id: string) =>
    check.reports.some((one) => one.id === id && allowsAction(one.status, 'verify_periods'));
  return (one) => {
    const { recorded, fileTokens } = one;
    const mayTakeBack =
      recorded !== undefined && mayVerify(user, check) && isOpen(recorded.reportId) && !awaitsApproval(check);
    return {
      source: sourceText(one),
      by: one.by,
      files: files
        .filter(({ fileToken }) => fileTokens.includes(fileToken))
        .map(({ fileToken, fileName }) => ({
          name: fileText(downloadName(fileName), fileToken, one),
          href: `/desk/reports/${report.id}/files/${fileToken}`,
        })),
      ...(recorded && { note: recorded.note, recordedBy: nameOf(recorded.author).name }),
      takeBackHref: mayTakeBack ? `${sheetHref(report.id)}/${recorded.id}/take-back` : undefined,
    };
  };
}

async function modelOf(ctx: Ctx, user: UserOf<'desk'>, opened: OpenedReport) {
  const { check, report, key, accountName } = opened;
  const sheet = readsHistory(report) ? await readSheet(ctx, check, { key, reader: 'desk' }) : undefined;
  if (sheet === undefined) throw new Refusal('not_found');
  const verifications = await readVerifications(ctx, check, key);
  const authors = verifications.flatMap(({ author, takenBack }) => [author, takenBack?.author ?? []].flat());
  const nameOf = await readActorNames(ctx.db, check.tenant.accountId, authors);
  const shown = await confirmationShown(ctx, user, opened, authors);
  const at = mayVerify(user, check) ? recordingReport(check, report) : undefined;
  const { first_name, last_name } = check.order.facts;
  return {
    title: 'Verification sheet',
    environment: check.tenant.environment,
    back: { text: typeOf(report).label, href: `/desk/reports/${report.id}` },
    caption: fullName(first_name, last_name),
    ...{ order: orderNumber(check.orderId), orderHref: orderHref(check.id), accountName },
    isClosed: mayVerify(user, check) && at === undefined,
    sendBackFirst: mayVerify(user, check) && awaitsApproval(check) ? sendBackFirst : undefined,
    sheet: sheetView(sheet, {
      confirmation: shown,
      verifyHref: (row) => at && `${sheetHref(at.id)}/new?period=${row.key}`,
    }),
    unplaced: sheet.unplaced.map((one) => ({ what: unplacedText(one), ...shown(one) })),
    takenBack: verifications.flatMap(({ source, from, to, on, author, takenBack }) =>
      takenBack === undefined
        ? []
        : {
            what: `${sourceWords[source]}, ${formatPeriod({ from, to })}`,
            recorded: { by: nameOf(author).name, on },
            ...{ reason: takenBack.reason, by: nameOf(takenBack.author).name, at: takenBack.at },
          },
    ),
  };
}

export function sheetPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(sheetPath, { permission: 'read_reports' }, async (request: SheetRequest, reply, user) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    return renderPage(request, reply, 'desk/verifications/sheet.njk', {
      ...(await modelOf(ctx, user, opened)),
      done: doneWords[String(request.query.done ?? '')],
    });
  });
  verifyPages(pages, ctx);
  takeBackPages(pages, ctx);
}
