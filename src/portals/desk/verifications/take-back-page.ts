// The page on which a screener takes a verification of a period back, with the reason; it stays in the sheet as taken back.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { awaitsApproval, sendBackFirst } from '../../../features/verifications/history-report-rules.ts';
import {
  readVerifications,
  takeBackVerification,
  type Verification,
} from '../../../features/verifications/verification-actions.ts';
import { sourceWords } from '../../../features/verifications/verification-sources.ts';
import { formatPeriod } from '../../../lib/dates.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { type SheetRequest, sheetHref, sheetPath } from './sheet-address.ts';

const path = `${sheetPath}/:verificationId/take-back`;

interface Found {
  readonly opened: OpenedReport;
  readonly verification: Verification;
}

/** Refuses with `not_found`, and with `state_does_not_allow` what was taken back before. */
async function openVerification(ctx: Ctx, user: UserOf<'desk'>, { params }: SheetRequest): Promise<Found> {
  const opened = await openReport(ctx, user, params.reportId);
  const verifications = await readVerifications(ctx, opened.check, opened.key);
  const verification = verifications.find(({ id }) => id === params.verificationId);
  if (verification === undefined) throw new Refusal('not_found');
  if (verification.takenBack !== undefined) throw new Refusal('state_does_not_allow');
  return { opened, verification };
}

function show(
  request: SheetRequest,
  reply: FastifyReply,
  { opened, verification }: Found,
  sent?: { readonly reason: string; readonly errors: FieldMessages },
) {
  const { source, from, to } = verification;
  const page = sheetHref(opened.report.id);
  return renderPage(request, reply, 'desk/verifications/take-back.njk', {
    title: 'Take a verification back',
    environment: opened.check.tenant.environment,
    errors: sent?.errors,
    sendBackFirst: awaitsApproval(opened.check) ? sendBackFirst : undefined,
    reason: sent?.reason ?? '',
    backHref: page,
    action: `${page}/${verification.id}/take-back`,
    what: `${sourceWords[source]}, ${formatPeriod({ from, to })}`,
  });
}

export function takeBackPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'ask_references' }, async (request: SheetRequest, reply, user) =>
    show(request, reply, await openVerification(ctx, user, request)),
  );

  pages.post(path, { permission: 'ask_references' }, async (request: SheetRequest, reply, user) => {
    const found = await openVerification(ctx, user, request);
    const reason = String(request.body?.reason ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    if (awaitsApproval(found.opened.check)) return show(request, reply.status(409), found);
    try {
      await takeBackVerification(ctx, found.opened, found.verification.id, reason);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), found, { reason, errors: error.fields });
    }
    return reply.redirect(`${sheetHref(found.opened.report.id)}?done=taken_back`, 303);
  });
}
