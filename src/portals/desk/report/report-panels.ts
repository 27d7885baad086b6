// The panels that other parts of the desk add to the page of a report, in the order in which each place shows them.
import type { Ctx } from '../../../context.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import type { UserOf } from '../../shared/shell.ts';
import { appointmentAction, appointmentPanel } from '../appointments/appointment-panels.ts';
import {
  approvalPanel,
  openAgainPanel,
  reopenAction,
  reviewsPanel,
  unableAction,
  versionsPanel,
} from '../approval/approval-panels.ts';
import { commentAction, commentsPanel } from '../comments/comments-pages.ts';
import { requestAction } from '../data-requests/new-request-page.ts';
import { orderAgainPanel } from '../deadlines/order-again.ts';
import { copyAction } from '../erasure/copy-page.ts';
import { eraseAction } from '../erasure/erase-page.ts';
import { holdAction, holdPanel } from '../erasure/hold-page.ts';
import { messagesPanel } from '../messages/messages-page.ts';
import { foundChangePanel, monitoringPanel } from '../monitoring/monitoring-pages.ts';
import { qualityAction, qualityPanel } from '../quality/quality-panels.ts';
import { queryLink, queryPanel } from '../queries/query-panel.ts';
import { claimPanel } from '../queue/claim-panel.ts';
import { referencesPanel } from '../references/references-panel.ts';
import { restrictedPanel, restrictionAction } from '../restrictions/restriction-page.ts';
import { resultsPanel } from '../results/results-panel.ts';
import { correctedPanel, sendOutAction, sentOutPanel } from '../sent-out/sent-out-panel.ts';
import { outdatedPanel } from '../stated/outdated-panel.ts';
import { sheetPanel } from '../verifications/sheet-panel.ts';
import { applicationPanel } from './application.ts';
import { clientInstructionsPanel } from './client-instructions.ts';
import { comparisonPanel } from './comparison.ts';
import { listGroundsPanel } from './list-grounds.ts';
import { orderLawPanel } from './order-law.ts';
import { otherReports } from './other-reports.ts';
import { pauseEndPanel } from './pause.ts';
import { recordsAbroadPanel } from './records-abroad.ts';
import { refusedPanel } from './refused.ts';
import { reportHistory } from './report-history.ts';
import { noteLink, notesPanel, tasksPanel } from './report-notes.ts';
import type { OrderPanel, PanelPlace, ReportPanel, ShownPanel } from './report-panel.ts';
import { seenConsentPanel } from './seen-consent.ts';
import { workStartPanel } from './work-start.ts';

const panels: readonly (ReportPanel | OrderPanel)[] = [
  restrictedPanel,
  workStartPanel,
  pauseEndPanel,
  refusedPanel,
  clientInstructionsPanel,
  applicationPanel,
  recordsAbroadPanel,
  comparisonPanel,
  seenConsentPanel,
  listGroundsPanel,
  orderLawPanel,
  claimPanel,
  holdPanel,
  tasksPanel,
  messagesPanel,
  commentsPanel,
  queryLink,
  sendOutAction,
  noteLink,
  queryPanel,
  appointmentPanel,
  referencesPanel,
  sheetPanel,
  sentOutPanel,
  approvalPanel,
  openAgainPanel,
  foundChangePanel,
  outdatedPanel,
  correctedPanel,
  reopenAction,
  appointmentAction,
  unableAction,
  qualityAction,
  commentAction,
  requestAction,
  copyAction,
  holdAction,
  restrictionAction,
  eraseAction,
  notesPanel,
  reportHistory,
  reviewsPanel,
  qualityPanel,
  versionsPanel,
  monitoringPanel,
  resultsPanel,
  otherReports,
  orderAgainPanel,
];

/** Every place has its list: the page shows them one after the other, and a missing one would show the last again. */
export type PanelsByPlace = Readonly<Record<PanelPlace, readonly ShownPanel[]>>;

export async function panelsOf(ctx: Ctx, opened: OpenedReport, user: UserOf<'desk'>): Promise<PanelsByPlace> {
  const shown = await Promise.all(
    panels.map(async ({ place, template, model }) => ({ place, template, panel: await model(ctx, opened, user) })),
  );
  const at = (wanted: PanelPlace) =>
    shown.flatMap(({ place, template, panel }) =>
      place === wanted && panel !== undefined ? [{ template, panel }] : [],
    );
  return {
    work: at('work'),
    actions: at('actions'),
    more: at('more'),
    facts: at('facts'),
    evidence: at('evidence'),
    outcome: at('outcome'),
    below: at('below'),
  };
}
