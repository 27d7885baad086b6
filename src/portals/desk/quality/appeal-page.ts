// The page of one finding: its screener appeals it with words, and somebody else decides about that.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { listErrorTypes } from '../../../features/error-types/error-type-actions.ts';
import { errorTypeText } from '../../../features/error-types/error-type-rules.ts';
import { appealFinding, decideAppeal, openQuality } from '../../../features/quality/review-actions.ts';
import {
  type AppealDecision,
  appealDecisions,
  decisionsOn,
  LONGEST_QUALITY_TEXT,
  mayAppeal,
} from '../../../features/quality/review-rules.ts';
import { type FieldMessages, Refusal, restrictedRefusal } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { typed } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { typeOf } from '../report/report-moves.ts';
import { qualityHref, qualityListPath, severityTag } from './quality-words.ts';

const words: FormWords = { text: { input: 'text', begins: 'Why', empty: 'Write why' } };

const decisionTexts: Readonly<Record<AppealDecision, string>> = {
  upheld: 'Uphold it: the finding counts',
  withdrawn: 'Withdraw it: the finding counts no more',
};

export function appealPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = `${qualityListPath}/:reportId/findings/:findingId`;
  const idsIn = ({ params }: FormRequest) => ({ reportId: params.reportId ?? '', findingId: params.findingId ?? '' });

  /** What the reader may do with the finding. Refuses with `not_found` what is none, or of an earlier version. */
  async function find(request: FormRequest, user: UserOf<'desk'>) {
    const { reportId, findingId } = idsIn(request);
    const { opened, sample, reviews } = await openQuality(ctx, user, reportId);
    const newest = reviews.at(-1);
    const finding = newest?.findings.find(({ id }) => id === findingId.toLowerCase());
    if (newest === undefined || finding === undefined || sample === undefined) throw new Refusal('not_found');
    const of = { screenerId: sample.screener_id, reviewerId: newest.reviewerId, state: finding.state };
    const decisions = mayDo(user, 'approve_outcomes') ? decisionsOn(user.userId, of) : [];
    return { opened, newest, finding, isToAppeal: mayAppeal(user.userId, of), decisions };
  }

  async function show(request: FormRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
    const { opened, newest, finding, isToAppeal, decisions } = await find(request, user);
    if (!isToAppeal && decisions.length === 0) throw new Refusal('not_permitted');
    const { report, check } = opened;
    if (check.isRestricted) throw restrictedRefusal();
    const type = (await listErrorTypes(ctx, authorityOf(user))).find((one) => one.code === finding.code);
    const chosen = typed(request, 'decision');
    return renderPage(request, reply, 'desk/quality/finding.njk', {
      title: isToAppeal ? 'Appeal this finding' : 'Decide about this appeal',
      environment: check.tenant.environment,
      back: { text: 'Back to the review', href: qualityHref(report.id) },
      errors,
      label: typeOf(report).label,
      order: orderNumber(check.orderId),
      finding: { ...finding, name: type === undefined ? finding.code : errorTypeText(type) },
      severity: severityTag(finding.severity),
      reviewer: newest.reviewer,
      reviewedAt: newest.at,
      appeal: finding.steps[0],
      decisions: decisions.map((value) => ({ value, text: decisionTexts[value], checked: value === chosen })),
      // Who found it does not confirm themselves.
      isOnlyWithdrawn: decisions.length === 1,
      isToAppeal,
      text: typed(request, 'text'),
      longest: LONGEST_QUALITY_TEXT,
      action: `${qualityHref(report.id)}/findings/${finding.id}`,
    });
  }

  pages.get(path, { permission: 'read_reports' }, (request: FormRequest, reply, user) => show(request, reply, user));
  pages.post(path, { permission: 'record_outcomes' }, async (request: FormRequest, reply, user) => {
    const { isToAppeal } = await find(request, user);
    const { reportId, findingId } = idsIn(request);
    const said = { findingId: findingId.toLowerCase(), text: typed(request, 'text').replaceAll('\r\n', '\n') };
    const decision = typed(request, 'decision');
    if (!isToAppeal && !Object.hasOwn(appealDecisions, decision))
      return show(request, reply.status(422), user, { decision: ['Choose what you decide'] });
    const errors = await refusedFields(
      () =>
        isToAppeal
          ? appealFinding(ctx, user, reportId, said)
          : decideAppeal(ctx, user, reportId, { ...said, decision: decision as AppealDecision }),
      words,
    );
    if (errors !== undefined) return show(request, reply.status(422), user, errors);
    return reply.redirect(`${qualityHref(reportId.toLowerCase())}?done=${isToAppeal ? 'appealed' : decision}`, 303);
  });
}
