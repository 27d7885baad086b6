// The page on which a drawn report is reviewed, on which its screener reads what was found, and on which appeals are shown.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { readTasks } from '../../../features/cases/task-actions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { type ErrorType, errorTypeText } from '../../../features/error-types/error-type-rules.ts';
import {
  isCorrectable,
  openQuality,
  type QualityFinding,
  type QualityReview,
  type ReportQuality,
  recordQualityReview,
} from '../../../features/quality/review-actions.ts';
import { decisionsOn, type GivenQualityReview, mayAppeal } from '../../../features/quality/review-rules.ts';
import { drawByHand, isDrawable } from '../../../features/quality/sample-actions.ts';
import { guidanceFor } from '../../../features/report-types/report-type-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { noticeIn, typed } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { shownVersions } from '../approval/outcome-versions.ts';
import { outcomeWords } from '../report/outcome-view.ts';
import { typeOf } from '../report/report-moves.ts';
import { appealPages } from './appeal-page.ts';
import {
  countsOf,
  findingTag,
  foundTag,
  myWorkPath,
  periodText,
  qualityHref,
  qualityListPath,
  severityTag,
} from './quality-words.ts';
import { noReview, reviewAsTyped, reviewFormModel, reviewWords, typedReview } from './review-form.ts';

const path = `${qualityListPath}/:reportId`;

const notices = {
  drawn: 'The report is drawn: it waits for a review.',
  recorded: 'The review is recorded. Its screener reads it under My work.',
  appealed: 'The appeal is recorded. Somebody else decides about it.',
  upheld: 'The finding is upheld.',
  withdrawn: 'The finding is withdrawn, and counts no more.',
};

const stepTexts = { appealed: 'Appealed', upheld: 'Upheld', withdrawn: 'Withdrawn' } as const;

const findingModel =
  (
    user: UserOf<'desk'>,
    {
      screenerId,
      reviewerId,
      reportId,
    }: { readonly screenerId: string; readonly reviewerId: string; readonly reportId: string },
    types: readonly ErrorType[],
    isRestricted: boolean,
  ) =>
  (finding: QualityFinding) => {
    const { id, code, severity, text, state, steps } = finding;
    const type = types.find((one) => one.code === code);
    const of = { screenerId, reviewerId, state };
    const action = mayAppeal(user.userId, of)
      ? 'Appeal'
      : mayDo(user, 'approve_outcomes') && decisionsOn(user.userId, of).length > 0
        ? 'Decide about the appeal'
        : undefined;
    return {
      ...{ text, action: isRestricted ? undefined : action },
      name: type === undefined ? code : errorTypeText(type),
      severity: severityTag(severity),
      tag: findingTag(state),
      steps: steps.map((one) => ({ ...one, step: stepTexts[one.step] })),
      href: `${qualityHref(reportId)}/findings/${id}`,
    };
  };

/** What a reviewer looks at besides the outcome itself. */
async function toLookAt(ctx: Ctx, { caller, report }: ReportQuality['opened']) {
  const tasks = await readTasks(ctx, caller, report);
  return {
    tasks: tasks.map(({ text, done }) => ({ text, isDone: done !== undefined })),
    toKnow: guidanceFor(report.reportTypeId).toKnow.map(({ value }) => value),
  };
}

export function qualityPages(pages: Pages<'desk'>, ctx: Ctx): void {
  async function modelOf(
    user: UserOf<'desk'>,
    { opened, sample, reviews }: ReportQuality,
    sent?: { readonly given: GivenQualityReview; readonly errors: FieldMessages },
  ) {
    const { report, check } = opened;
    const newest = reviews.at(-1);
    const isOwn = sample?.screener_id === user.userId;
    // Of a restricted person nothing is written: no form is filled in for nothing.
    const mayReview = sample !== undefined && !isOwn && mayDo(user, 'approve_outcomes') && !check.isRestricted;
    const isToFill = mayReview && (newest === undefined || isCorrectable(newest));
    const types = await listErrorTypes(ctx, authorityOf(user));
    const kept = newest?.findings.map(({ code }) => code) ?? [];
    const versions = await shownVersions(ctx, opened);
    const shown = versions.find(({ number }) => number === sample?.version) ?? versions.at(-1);
    const reviewModel = (review: QualityReview) => ({
      ...{ version: review.version, by: review.reviewer, at: review.at, praise: review.praise },
      found: foundTag(countsOf(review)),
      findings: review.findings.map(
        findingModel(
          user,
          { screenerId: sample?.screener_id ?? '', reviewerId: review.reviewerId, reportId: report.id },
          types,
          check.isRestricted,
        ),
      ),
    });
    const hasCritical = newest?.findings.some((one) => one.severity === 'critical' && one.state !== 'withdrawn');
    return {
      title: `${typeOf(report).label} – ${orderNumber(check.orderId)}`,
      environment: check.tenant.environment,
      back: isOwn ? { text: 'My work', href: myWorkPath } : { text: 'Quality', href: qualityListPath },
      label: typeOf(report).label,
      order: orderNumber(check.orderId),
      accountName: opened.accountName,
      completedAt: report.completedAt,
      reportHref: `/desk/reports/${report.id}`,
      action: qualityHref(report.id),
      isOwn,
      sample: sample && { ...sample, period: periodText(sample.period_from, sample.period_to) },
      isRestricted: check.isRestricted,
      mayDraw: sample === undefined && (await isDrawable(ctx, user, report.id)),
      outcome: shown,
      known: outcomeWords(opened),
      isNewer: shown !== undefined && versions.at(-1) !== shown,
      look: mayReview ? await toLookAt(ctx, opened) : undefined,
      newest: newest && reviewModel(newest),
      earlier: reviews.slice(0, -1).toReversed().map(reviewModel),
      reopenHref:
        hasCritical && report.status === 'complete' && mayDo(user, 'reopen_reports')
          ? `/desk/reports/${report.id}/reopen`
          : undefined,
      form: isToFill
        ? reviewFormModel(
            sent?.given ?? (newest === undefined ? noReview : reviewAsTyped(newest)),
            types.filter((one) => one.isInUse || kept.includes(one.code)),
          )
        : undefined,
      seenVersion: newest?.version ?? 0,
      errors: sent?.errors,
    };
  }

  async function show(
    request: FormRequest,
    reply: FastifyReply,
    user: UserOf<'desk'>,
    sent?: Parameters<typeof modelOf>[2],
  ) {
    const quality = await openQuality(ctx, user, request.params.reportId ?? '');
    const erased = await erasedOrder(ctx, quality.opened.check, { text: 'Quality', href: qualityListPath });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    const model = await modelOf(user, quality, sent);
    return renderPage(request, reply, 'desk/quality/report.njk', { ...model, done: noticeIn(request, notices) });
  }

  pages.get(path, { permission: 'read_reports' }, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(path, { permission: 'approve_outcomes' }, async (request: FormRequest, reply, user) => {
    const id = request.params.reportId ?? '';
    const given = typedReview(request);
    const seen = typed(request, 'version');
    const version = /^\d{1,4}$/.test(seen) ? Number(seen) : 0;
    const errors = await refusedFields(() => recordQualityReview(ctx, user, id, given, version), reviewWords);
    if (errors !== undefined) return show(request, reply.status(422), user, { given, errors });
    return reply.redirect(`${qualityHref(id.toLowerCase())}?done=recorded`, 303);
  });
  pages.post(`${path}/draw`, { permission: 'approve_outcomes' }, async (request: FormRequest, reply, user) => {
    const id = request.params.reportId ?? '';
    await drawByHand(ctx, user, id);
    return reply.redirect(`${qualityHref(id.toLowerCase())}?done=drawn`, 303);
  });
  appealPages(pages, ctx);
}
