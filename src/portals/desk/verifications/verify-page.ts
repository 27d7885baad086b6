// The page on which a screener records what confirms a period of the history beside references.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { readsHistory } from '../../../features/verifications/history-report-rules.ts';
import { readSheet } from '../../../features/verifications/sheet-actions.ts';
import type { SheetRow } from '../../../features/verifications/sheet-rules.ts';
import { rowName, statedPeriod } from '../../../features/verifications/sheet-words-rules.ts';
import { evidenceFor, recordVerification } from '../../../features/verifications/verification-actions.ts';
import type { TypedVerification } from '../../../features/verifications/verification-rules.ts';
import { typedSources } from '../../../features/verifications/verification-sources.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { downloadName } from '../../shared/files/download-name.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { mayVerify, type SheetRequest, sheetHref, sheetPath } from './sheet-address.ts';

const path = `${sheetPath}/new`;

interface Verified {
  readonly opened: OpenedReport;
  readonly row: SheetRow;
}

/** Refuses with `not_found` a period that the sheet does not have, and with `state_does_not_allow` a closed report. */
async function openPeriod(ctx: Ctx, user: UserOf<'desk'>, request: SheetRequest, period: unknown): Promise<Verified> {
  const opened = await openReport(ctx, user, request.params.reportId);
  const { check, report, key } = opened;
  const sheet = readsHistory(report) ? await readSheet(ctx, check, { key, reader: 'desk' }) : undefined;
  const row = sheet?.rows.find((one) => one.key === period);
  if (row === undefined) throw new Refusal('not_found');
  if (!allowsAction(report.status, 'verify_periods') || !mayVerify(user, check))
    throw new Refusal('state_does_not_allow');
  return { opened, row };
}

async function show(
  ctx: Ctx,
  request: SheetRequest,
  reply: FastifyReply,
  { opened, row }: Verified,
  typed: TypedVerification,
  errors?: FieldMessages,
) {
  const { report, check } = opened;
  const files = await evidenceFor(ctx, opened);
  return renderPage(request, reply, 'desk/verifications/verify.njk', {
    title: 'Record a verification',
    environment: check.tenant.environment,
    errors,
    backHref: sheetHref(report.id),
    action: `${sheetHref(report.id)}/new`,
    period: row.key,
    about: rowName(row),
    stated: statedPeriod(row),
    typed,
    sources: Object.entries(typedSources).map(([value, text]) => ({ value, text, checked: value === typed.source })),
    evidenceHref: `/desk/reports/${report.id}#evidence`,
    files: files.map(({ fileToken, fileName, description }) => ({
      value: fileToken,
      text: downloadName(fileName),
      hint: { text: description },
      checked: typed.fileTokens.includes(fileToken),
      // A picture has no pages.
      pages: /\.pdf$/i.test(fileName)
        ? { name: `pages_${fileToken}`, value: typed.pages?.[fileToken] ?? '' }
        : undefined,
    })),
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : '');

const typedIn = (body: Readonly<Record<string, unknown>>): TypedVerification => ({
  ...{ source: text(body.source), from: text(body.confirmed_from), to: text(body.confirmed_to) },
  ...{ by: text(body.confirmed_by), on: text(body.verified_on), note: text(body.verification_note) },
  fileTokens: [body.evidence ?? []].flat().map(text),
  pages: Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      name.startsWith('pages_') ? [[name.slice('pages_'.length), text(value)]] : [],
    ),
  ),
  isMeant: body.days_meant !== undefined,
});

export function verifyPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'ask_references' }, async (request: SheetRequest, reply, user) => {
    const found = await openPeriod(ctx, user, request, request.query.period);
    const today = todayFor(ctx, found.opened.caller);
    const { from, to } = found.row;
    const begun = { source: '', from, to, by: '', on: today, fileTokens: [], note: '' };
    return show(ctx, request, reply, found, begun);
  });

  pages.post(path, { permission: 'ask_references' }, async (request: SheetRequest, reply, user) => {
    const body = request.body ?? {};
    const found = await openPeriod(ctx, user, request, body.period);
    const typed = typedIn(body);
    try {
      await recordVerification(ctx, found.opened, found.row, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), found, typed, error.fields);
    }
    return reply.redirect(`${sheetHref(found.opened.report.id)}?done=recorded`, 303);
  });
}
