// The references on the page of a report: those that it or another report of its order asked, and the entries of the history that lack one.
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { whereAsked } from '../../../features/references/asking-rules.ts';
import { entriesOf, entryLabel } from '../../../features/references/claim-rules.ts';
import { anythingElse } from '../../../features/references/questionnaire.ts';
import type { Reference } from '../../../features/references/reference.ts';
import { compareReference, listReferences } from '../../../features/references/reference-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { referenceTag } from '../../shared/status-tags.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { isOfOther } from './reference-request.ts';
import { standingOf } from './reference-words.ts';

/** Of another report: where it was asked too. */
const standingHere = (one: Reference, mostReminders: number) =>
  [...(isOfOther(one) ? [`Asked in ${whereAsked(one)}`] : []), standingOf(one, mostReminders)].join('. ');

const isAsked = (entryKey: string) => (one: Reference) =>
  one.status !== 'withdrawn' && one.request.entryKey === entryKey;

export const referencesPanel: ReportPanel = {
  place: 'evidence',
  template: 'desk/references/panel.njk',
  async model(ctx, { report, check }, user) {
    const entries = entriesOf(reportTypeById(report.reportTypeId)!, check.order.facts);
    const references = await listReferences(ctx, check.tenant, report.id);
    if (entries.length === 0 && references.length === 0) return undefined;
    const { referenceRemindersAtMost } = await readAccountSettings(ctx, check.tenant.accountId);
    const base = `/desk/reports/${report.id}/references`;
    const mayAsk =
      mayDo(user, 'ask_references') && allowsAction(report.status, 'use_references') && report.requestedAt !== null;
    return {
      references: await Promise.all(
        references.map(async (one) => {
          const comparisons = one.status === 'answered' ? await compareReference(ctx, one) : [];
          return {
            href: `${base}/${one.id}`,
            subject: entryLabel(one.request.claim, one.request.referee),
            standing: standingHere(one, referenceRemindersAtMost),
            tag: referenceTag(one),
            // Until they send it, it is a draft of the referee's own.
            saidBesides: one.status === 'answered' ? one.reply.answers[anythingElse.key] : undefined,
            differences: comparisons.filter(({ verdict }) => verdict === 'differs').length,
          };
        }),
      ),
      missing: mayAsk
        ? entries
            .filter(({ key }) => !references.some(isAsked(key)))
            .map(({ key, claim, referee }) => ({
              href: `${base}/new?entry=${key}`,
              subject: entryLabel(claim, referee),
            }))
        : [],
    };
  },
};
