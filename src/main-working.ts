// Starts jobs and deliveries.

import { notificationFormat as v1Format } from './api/v1/notification-format.ts';
import { notificationFormat as v2Format } from './api/v2/notification-format.ts';
import { accessReviewCrontab, accessReviewJobs } from './features/access-reviews/access-review-jobs.ts';
import { accountExportJobs } from './features/account-exports/account-export-jobs.ts';
import { rowCheckCrontab, rowCheckJobs } from './features/accounts/row-check-jobs.ts';
import { SEND_SIGN_IN_LINK, sendSignInLinkJob } from './features/accounts/sign-in-link-actions.ts';
import { foldApplicantLists } from './features/applicants/applicant-list-jobs.ts';
import { appointmentJobs } from './features/appointments/appointment-jobs.ts';
import { assignmentCrontab, assignmentJobs } from './features/assignments/assignment-jobs.ts';
import { SEND_LOST_LINKS, sendLostLinksJob } from './features/candidate-form/lost-link-actions.ts';
import { certificateCrontab, certificateJobs } from './features/certification/certificate-jobs.ts';
import { contractCrontab, contractJobs } from './features/client-care/contract-jobs.ts';
import { closingCrontab, closingJobs } from './features/closings/closing-jobs.ts';
import { dueRequestCrontab, dueRequestJobs } from './features/data-requests/data-request-due-jobs.ts';
import { deadlineCrontab, deadlineJobs } from './features/deadlines/deadline-jobs.ts';
import { sendEmailJob, sendTextJob } from './features/emails/email-jobs.ts';
import { startSealer } from './features/events/sealer.ts';
import { openDestination } from './features/forwarding/destinations.ts';
import { startForwarding } from './features/forwarding/forwarding-actions.ts';
import { deadlineHandlers } from './features/housekeeping/deadlines.ts';
import { expiryCrontab, expiryJobs } from './features/housekeeping/expiry-actions.ts';
import { housekeepingCrontab, housekeepingJobs } from './features/housekeeping/housekeeping-jobs.ts';
import {
  outgoingCertificateCrontab,
  outgoingCertificateJobs,
} from './features/housekeeping/outgoing-certificate-jobs.ts';
import { pastMonthCrontab, pastMonthJobs } from './features/invoices/past-month-jobs.ts';
import { deskMailCrontab, deskMailJobs } from './features/lists/desk-mail-jobs.ts';
import { lateCheckCrontab, lateCheckJobs } from './features/lists/late-check-jobs.ts';
import { serviceReviewCrontab, serviceReviewJobs } from './features/lists/month-review-jobs.ts';
import { summaryCrontab, summaryJobs } from './features/lists/order-summary-jobs.ts';
import { permissionEndCrontab, permissionEndJobs } from './features/lists/permission-end-jobs.ts';
import { renewalCrontab, renewalJobs } from './features/lists/renewal-jobs.ts';
import { startCrontab, startJobs } from './features/lists/start-jobs.ts';
import { moneyMailJobs } from './features/money-approvals/money-mail-jobs.ts';
import { accessEndCrontab, accessEndJobs } from './features/orders/access-end-jobs.ts';
import { PLACE_BULK_ORDER } from './features/orders/bulk-order-actions.ts';
import { placeBulkOrderJob } from './features/orders/bulk-order-placing-actions.ts';
import { reminderCrontab, reminderJobs } from './features/payments/reminder-jobs.ts';
import { paymentAttachments } from './features/payments/statement-actions.ts';
import { statementCrontab, statementJobs } from './features/payments/statement-jobs.ts';
import { monitoringJobs } from './features/provider-requests/recheck-jobs.ts';
import { requestReportJob } from './features/provider-requests/request-jobs.ts';
import { sampleCrontab, sampleJobs } from './features/quality/sample-jobs.ts';
import { SEND_LOST_REFERENCES, sendLostReferencesJob } from './features/references/lost-reference-actions.ts';
import { referenceJobs } from './features/references/reference-jobs.ts';
import { settleRequest } from './features/references/reference-mail-actions.ts';
import { resultsJobs } from './features/results/results-document-jobs.ts';
import { contentCrontab, contentJobs } from './features/retention/content-jobs.ts';
import { erasureJobs } from './features/retention/erasure-jobs.ts';
import { erasureCrontab } from './features/retention/erasure-rules.ts';
import { securityAlertCrontab, securityAlertJobs } from './features/security-alerts/alert-actions.ts';
import { supplierChaseJobs } from './features/supplier-batches/chase-actions.ts';
import { supplierInvoiceJobs } from './features/supplier-invoices/supplier-invoice-jobs.ts';
import { alertCrontab, alertJobs } from './features/webhooks/alert-jobs.ts';
import { startDeliveryWorker } from './features/webhooks/delivery-worker.ts';
import { now, type Opened, outgoingOptions } from './main.ts';
import { startJobRunner } from './platform/jobs.ts';
import { repeat } from './platform/periodic.ts';
import { readStoragePlace } from './platform/storage-place.ts';
import { providerUrls, startProviders } from './providers/built-in.ts';
import { sanctionsCrontab, sanctionsJobs } from './providers/sanctions/sanctions-jobs.ts';

/** Runs jobs, deliveries and the sealer until it is stopped. */
export async function work(opened: Opened): Promise<{ stop(): Promise<void> }> {
  const { ctx, database, connection, deliverySteps: steps, log } = opened;
  const { baseUrl, clientUrl } = ctx.settings;
  const metrics = await opened.metrics();
  const providers = await startProviders(ctx, outgoingOptions(ctx.settings));
  const runner = await startJobRunner({
    connectionPool: database.pool,
    handlers: {
      send_email: sendEmailJob(ctx, settleRequest, paymentAttachments),
      send_text: sendTextJob(ctx),
      [SEND_SIGN_IN_LINK]: sendSignInLinkJob(ctx),
      [SEND_LOST_LINKS]: sendLostLinksJob(ctx),
      [SEND_LOST_REFERENCES]: sendLostReferencesJob(ctx),
      request_report: requestReportJob(ctx, providers),
      [PLACE_BULK_ORDER]: placeBulkOrderJob(ctx),
      ...monitoringJobs(ctx, providers),
      ...resultsJobs(ctx),
      ...appointmentJobs(ctx),
      ...referenceJobs(ctx),
      ...deadlineJobs(ctx, deadlineHandlers),
      ...housekeepingJobs(ctx),
      ...expiryJobs(ctx),
      ...outgoingCertificateJobs(ctx, { urls: providerUrls(ctx.settings), outgoing: providers.outgoing }),
      ...erasureJobs(ctx),
      ...contentJobs(ctx),
      ...closingJobs(ctx),
      ...accountExportJobs(ctx),
      ...alertJobs(ctx),
      ...rowCheckJobs(ctx),
      ...securityAlertJobs(ctx),
      ...renewalJobs(ctx),
      ...serviceReviewJobs(ctx),
      ...summaryJobs(ctx),
      ...lateCheckJobs(ctx),
      ...accessEndJobs(ctx),
      ...accessReviewJobs(ctx),
      ...statementJobs(ctx),
      ...pastMonthJobs(ctx),
      ...reminderJobs(ctx),
      ...startJobs(ctx),
      ...permissionEndJobs(ctx),
      ...certificateJobs(ctx),
      ...deskMailJobs(ctx),
      ...contractJobs(ctx),
      ...moneyMailJobs(ctx),
      ...assignmentJobs(ctx),
      ...sampleJobs(ctx),
      ...dueRequestJobs(ctx),
      ...supplierChaseJobs(ctx),
      ...supplierInvoiceJobs(ctx),
      ...sanctionsJobs(ctx, providers.outgoing),
    },
    crontab: [
      deadlineCrontab,
      housekeepingCrontab,
      expiryCrontab,
      outgoingCertificateCrontab,
      erasureCrontab,
      contentCrontab,
      closingCrontab,
      alertCrontab,
      rowCheckCrontab,
      securityAlertCrontab,
      renewalCrontab,
      certificateCrontab,
      serviceReviewCrontab,
      summaryCrontab,
      lateCheckCrontab,
      accessEndCrontab,
      accessReviewCrontab,
      statementCrontab,
      pastMonthCrontab,
      reminderCrontab,
      startCrontab,
      permissionEndCrontab,
      deskMailCrontab,
      contractCrontab,
      assignmentCrontab,
      sampleCrontab,
      dueRequestCrontab,
      sanctionsCrontab,
    ].join('\n'),
    concurrency: 4,
    log,
    now,
    observe: metrics.observeJob,
  });
  const delivering = startDeliveryWorker(ctx, {
    place: readStoragePlace(ctx.settings, { mayMake: true }),
    formats: { v1: v1Format(clientUrl), v2: v2Format(baseUrl) },
    connection,
    observer: metrics.deliveries,
    steps,
  });
  const headDestinations = ctx.settings.auditHeadsTo.map((target) => openDestination(ctx, target));
  const sealing = startSealer(ctx, database, headDestinations);
  const forwarding = startForwarding(ctx);
  const folding = repeat(2000, log, 'fold_applicant_lists', () => foldApplicantLists(database));
  return {
    async stop() {
      await Promise.all([runner.stop(), delivering.stop(), sealing.stop(), folding.stop(), forwarding.stop()]);
      providers.outgoing.close();
    },
  };
}
