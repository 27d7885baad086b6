// The client's page of a report: what was stated and found, by what source, with its notes, versions and files.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { readOutdatedResults } from '../../../features/fact-corrections/outdated-result-actions.ts';
import { readAwaitedAnswers } from '../../../features/queries/awaited-answer-actions.ts';
import { monitorPlans } from '../../../features/report-types/monitoring.ts';
import { optionTexts, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import { versionRows } from '../../../features/results/document-version-rules.ts';
import { statedBy } from '../../../features/results/report-document.ts';
import { reportSection } from '../../../features/results/report-section-rules.ts';
import { readResults } from '../../../features/results/results-actions.ts';
import { documentOf } from '../../../features/results/results-document-rules.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { downloadName } from '../../shared/files/download-name.ts';
import { lateSince } from '../../shared/late-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { correctedWords } from '../../shared/requirement-titles.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { outcomeTag } from '../../shared/status-tags.ts';
import { verdictRows } from '../../shared/verdicts/verdict-rows.ts';
import { reportTag } from '../check/check-facts.ts';
import { referencesIn } from '../check/client-references.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { callerFor } from '../client-caller.ts';
import { resultRulesPath } from '../result-rules/result-rules-page.ts';
import { waitingWords } from './waiting-words.ts';

/** Everything of the report that the results document prints, so that both say the same. */
async function modelOf(ctx: Ctx, user: UserOf<'client'>, check: Check, reportId: string) {
  const { tenant, id: checkId } = check;
  const results = await readResults(ctx, callerFor(user, tenant.environment), tenant, checkId);
  const index = results.check.reports.findIndex(({ id }) => id === reportId);
  const report = results.check.reports[index];
  if (report === undefined) throw new Refusal('not_found');
  const document = documentOf(results);
  const { versions } = document;
  const documented = document.reports[index]!;
  const section = reportSection(documented);
  const outdated = await readOutdatedResults(ctx, callerFor(user, tenant.environment), check);
  const caller = callerFor(user, tenant.environment);
  const late = (await readExpectedDates(ctx, caller, checkId)).late.get(reportId);
  const awaited = await readAwaitedAnswers(ctx, caller, checkId);
  const corrected = outdated.find((one) => one.reportId === reportId);
  return {
    title: section.title,
    environment: tenant.environment,
    back: {
      text: `${orderNumber(results.check.orderId)}, ${document.candidateName}`,
      href: `/portal/checks/${checkId}`,
    },
    status: reportTag(report),
    outcome: report.status === 'complete' && report.result !== null ? outcomeTag(section.outcome) : undefined,
    corrected: corrected && { what: correctedWords(corrected.requirements), at: corrected.correctedAt },
    requestedAt: report.createdAt,
    completedAt: report.completedAt,
    expectedOn: report.completedAt === null ? documented.expectedOn : null,
    overdueSince: late && lateSince(late),
    waitingFor: documented.waitingFor === null ? undefined : waitingWords[documented.waitingFor],
    answerBy: awaited.find(({ report_id, addressee }) => report_id === reportId && addressee === documented.waitingFor)
      ?.due_on,
    options: optionTexts(reportTypeById(report.reportTypeId)!, report.options ?? []).join('; '),
    monitor: report.monitor === null ? undefined : monitorPlans[report.monitor].label,
    statedBy: statedBy(document),
    section,
    references: await referencesIn(ctx, user, check, reportId),
    mayComment: mayDo(user, 'answer_queries'),
    rulesHref: mayDo(user, 'read_agreement') ? resultRulesPath : undefined,
    rows: section.rows.map(({ outcome, ...row }) => ({
      ...row,
      tag: outcome.word === '' ? undefined : outcomeTag(outcome),
    })),
    hasDetails: section.rows.some(({ details }) => details.length > 0),
    verdicts: report.status === 'complete' ? verdictRows(documented.verdicts, 'client') : [],
    versions: versionRows(versions.filter((version) => version.reportId === reportId)).map((version) => ({
      ...version,
      tag: outcomeTag(version.outcome),
    })),
    files: results.files
      .filter((file) => file.reportId === reportId)
      .map(({ fileToken, fileName, description, createdAt }) => ({
        name: downloadName(fileName),
        href: `/portal/checks/${checkId}/files/${fileToken}`,
        description,
        createdAt,
      })),
  };
}

type ReportRequest = FastifyRequest<{ Params: { check_id: string; report_id: string } }>;

export function reportPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(
    `${checkPath}/reports/:report_id`,
    { permission: 'read_results' },
    async (request: ReportRequest, reply, user) => {
      const check = await requestedCheck(ctx, user, request);
      const reportId = request.params.report_id.toLowerCase();
      const model = await modelOf(ctx, user, check, reportId);
      const look = { resourceId: check.id, status: check.status, applicantId: check.applicantId, checkId: check.id };
      await storeEvents(
        ctx,
        callerFor(user, check.tenant.environment),
        (['check.results_read', 'check.answers_read'] as const).map((type) => ({ ...look, type, reportId })),
      );
      return renderPage(request, reply, 'client/report/report.njk', model);
    },
  );
}
