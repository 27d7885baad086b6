// The house rules, held against everything in src/ and against planted violations: a rule that cannot fail proves nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dayRule } from './support/architecture/day-rule.ts';
import { demandRule } from './support/architecture/demand-rule.ts';
import { effectRules } from './support/architecture/effect-rules.ts';
import { importRules } from './support/architecture/import-rules.ts';
import { loopRule } from './support/architecture/loop-rule.ts';
import { ringRule } from './support/architecture/ring-rule.ts';
import type { Rule } from './support/architecture/rule.ts';
import { shapeRules } from './support/architecture/shape-rules.ts';
import { parseSource, readSources } from './support/architecture/sources.ts';
import { startRule } from './support/architecture/start-rule.ts';
import { tenantRule, tenantTables } from './support/architecture/tenant-rules.ts';
import { undemanding } from './support/architecture/undemanding-actions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Functions that may look across accounts, each with the reason. */
const acrossAccounts = {
  'src/features/working-days/closing-day-store.ts:findReportsDueFrom': 'the calendar is of all accounts',
  'src/features/working-days/closing-day-store.ts:lockChecksOf':
    'the calendar is of all accounts, each report with its own',
  'src/features/working-days/closing-day-store.ts:updateDueDays':
    'the calendar is of all accounts, each report with its own',
  'src/features/lists/queue-due-queries.ts:isInTimes': 'a condition, of the reports that the statement has found',
  'src/features/lists/queue-due-queries.ts:isBegun': 'a condition, of the reports that the statement has found',
  'src/features/lists/queue-due-queries.ts:dueCounts': 'conditions, of the reports that the statement has found',
  'src/features/lists/queue-due-queries.ts:bandCounts': 'conditions, of the reports that the statement has found',
  'src/features/lists/work-queue-queries.ts:isOpenTo': 'a condition, of the reports that the statement has found',
  'src/features/lists/work-queue-queries.ts:isInFilter': 'a condition, of the reports that the statement has found',
  'src/features/lists/work-queue-queries.ts:queueOrders': 'an order, of the reports that the statement has found',
  'src/features/lists/team-queries.ts:isReviewOf': 'a part of statements that found the reviews',
  'src/features/lists/turnaround-queries.ts:author': 'a part of statements that found the reports',
  'src/features/lists/turnaround-queries.ts:waitsForCandidate': 'a part of statements that found the reports',
  'src/features/quality/quality-list-queries.ts:newestReview': 'a part of statements that found the samples',
  'src/features/quality/quality-list-queries.ts:lastStep': 'a part of statements that found the findings',
  'src/features/quality/quality-list-queries.ts:countedFindings': 'a part of statements that found the samples',
  'src/features/quality/sample-store.ts:findDrawable': 'the job of all accounts',
  'src/features/training/training-queries.ts:countProgress': 'of people of the desk, who belong to no account',
  'src/features/provider-requests/connection-store.ts:findConnectionById': 'tells whose reports a callback may answer',
  'src/features/provider-requests/connection-store.ts:findConnectedNames': 'names that a new release may have taken',
  'src/features/provider-requests/connection-store.ts:findConnectedUrls':
    'addresses whose certificates the operator watches',
  'src/features/provider-requests/request-store.ts:deleteExchangesBefore': 'age alone decides',
  'src/features/orders/bulk-order-store.ts:deleteUnplacedBulkOrders': 'age alone decides',
  'src/features/order-links/order-link-store.ts:forgetOrdered': 'whoever has an order is in it',
  'src/features/order-links/order-link-store.ts:deleteCandidatesGivenBefore': 'age alone decides',
  'src/features/order-links/order-link-store.ts:forgetErased': 'whoever is erased leaves no mark in any account',
  'src/features/suppliers/supplier-queries.ts:findLastSent': 'suppliers belong to no account',
  'src/features/access-reviews/access-review-queries.ts:findAccessChanges': 'by ids of users and keys that were found',
  'src/features/access-reviews/access-review-queries.ts:findReviewStates': 'a job looks for accounts to mail',
  'src/features/access-reviews/access-review-queries.ts:findDeskReviewState': 'the desk belongs to no account',
  'src/features/accounts/api-key-store.ts:findApiKeyByHash': 'tells whose data a request may see',
  'src/features/accounts/api-key-store.ts:markApiKeysUsed': 'by ids of keys that were found by their hash',
  'src/features/accounts/api-key-store.ts:markApiKeysExposed': 'by the hash of what came over plain HTTP',
  'src/features/accounts/old-row-queries.ts:findOldRows': 'the audit, of all accounts',
  'src/features/accounts/old-row-queries.ts:findStateNow': 'of a user or a screener, who belongs to no account',
  'src/features/accounts/cover-queries.ts:coverOf': 'a part of statements that found the users',
  'src/features/accounts/order-mail-queries.ts:orderMailsOf': 'a part of statements that found the users',
  'src/features/accounts/old-row-queries.ts:isOldKey': 'a part of statements that found the key',
  'src/features/accounts/old-row-queries.ts:oldRowOf': 'of a user or a screener, who belongs to no account',
  'src/features/accounts/old-row-queries.ts:findOldRowOf': 'of a user or a screener, who belongs to no account',
  'src/features/accounts/old-row-queries.ts:isOldSession': 'a part of the statement that found the session',
  'src/features/accounts/old-row-queries.ts:oldRowOfAccount': 'a part of statements that found the account',
  'src/features/accounts/old-row-queries.ts:accountRows': 'a part of statements that found the accounts',
  'src/features/accounts/old-row-queries.ts:findAccountRows': 'of accounts that their callers name',
  'src/features/emails/undelivered-queries.ts:isNotDelivered': 'a part of statements that found the mails',
  'src/features/emails/undelivered-queries.ts:isNewestAndFailed': 'a part of statements that found the mails',
  'src/features/emails/undelivered-queries.ts:reachedNobody': 'a part of statements that found the mails',
  'src/features/reports/report-history-queries.ts:durations': 'a part of statements that found the reports',
  'src/features/accounts/sign-in-store.ts:findPortalUser': 'tells whose data a user may see',
  'src/features/accounts/sign-in-store.ts:findOpenSession': 'tells whose data a user may see',
  'src/features/accounts/sign-in-store.ts:findPortalUserByEmail': 'tells whose data a user may see',
  'src/features/accounts/single-sign-on-store.ts:findSingleSignOnOf': 'tells whose provider answers for a domain',
  'src/features/accounts/sign-in-store.ts:isEmailInUse': 'an address belongs to one user of all accounts',
  'src/features/accounts/access-end-queries.ts:findOverUsers': 'a job disables users of all accounts',
  'src/features/accounts/order-mail-queries.ts:findMailReaders': 'a job looks for users to mail',
  'src/features/accounts/order-mail-queries.ts:findSummaryReaders': 'a job looks for users to mail',
  'src/features/accounts/single-sign-on-queries.ts:findEndingSecrets': 'a job looks for accounts to mail',
  'src/features/accounts/access-end-queries.ts:findAccountsWithEnds': 'a job looks for accounts to mail',
  'src/features/accounts/desk-user-store.ts:findDeskUsers': 'screeners belong to no account',
  'src/features/accounts/desk-user-store.ts:insertDeskUser': 'screeners belong to no account',
  'src/features/accounts/desk-user-store.ts:replaceDeskAccounts': 'screeners belong to no account',
  'src/features/access/place-queries.ts:isOfPlace': 'a part of statements that found the person',
  'src/features/applicants/person-place-queries.ts:fromPlacesOf': 'a part of statements that found the person',
  'src/features/applicants/person-place-queries.ts:isPersonSeen': 'a part of statements that found the person',
  'src/features/applicants/person-place-queries.ts:isOfScopeOrPlace': 'a part of statements that found the person',
  'src/features/lists/central-record-queries.ts:leftPlacesAt': 'a part of statements that found the person',
  'src/features/lists/central-record-queries.ts:isStaff': 'a part of statements that found the person',
  'src/features/lists/central-record-queries.ts:leftAt': 'a part of statements that found the person',
  'src/features/retention/erasure-queries.ts:openMattersSql': 'a part of statements that found the person',
  'src/features/applicants/restriction-queries.ts:hasRestriction': 'a part of statements that found the person',
  'src/features/applicants/restriction-queries.ts:isRestrictedSql': 'a part of statements that found the person',
  'src/features/applicants/restriction-queries.ts:isCheckRestricted': 'a part of statements that found the check',
  'src/features/applicants/applicant-list-queries.ts:findApplicantListsToFold': 'the job of all accounts',
  'src/features/deadlines/deadline-store.ts:findDueDeadlines': 'the job of all accounts',
  'src/features/monitoring/monitor-store.ts:findReportsOnLists': 'the job of all accounts',
  'src/features/housekeeping/operator-queries.ts:findOperatorFigures': 'counts for the operator, of all accounts',
  'src/features/events/evidence-queries.ts:findKeyFacts': 'counts for auditors, of all accounts',
  'src/features/events/evidence-queries.ts:countChained': 'the chain is one of all accounts',
  'src/features/invoices/volume-part-queries.ts:isCreditedWhole': 'of one order, which names its account',
  'src/features/invoices/volume-part-queries.ts:partsOf': 'of one report, which names its account',
  'src/features/reports/charged-amount-queries.ts:laterPrice': 'a part of statements that found the charges',
  'src/features/credit-limits/credit-use-queries.ts:findCreditUse': 'of accounts that its callers name',
  'src/features/credit-limits/money-move-queries.ts:moves': 'a part of statements that name the accounts',
  'src/features/data-requests/data-request-queries.ts:findDueRequests': 'the job of all accounts',
  'src/features/data-requests/data-request-store.ts:forgetAnswered': 'the job of all accounts',
  'src/features/lists/permission-end-queries.ts:findEndingAccounts': 'the job of all accounts',
  'src/features/lists/renewal-queries.ts:findRenewingAccounts': 'the job of all accounts',
  'src/features/certification/certificate-store.ts:findCertifyingAccounts': 'the job of all accounts',
  'src/features/certification/kept-register-queries.ts:registeredUntil': 'a part of statements that found the person',
  'src/features/certification/certificate-store.ts:leftOnSql': 'a part of statements that found the person',
  'src/features/lists/start-queries.ts:findStartingAccounts': 'the job of all accounts',
  'src/features/events/audit-store.ts:sealBatch': 'one chain over all accounts',
  'src/features/events/audit-store.ts:readChain': 'one chain over all accounts',
  'src/features/events/audit-store.ts:findEventsInserted': 'one chain over all accounts',
  'src/features/events/audit-store.ts:readUnsealed': 'one chain over all accounts',
  'src/features/events/audit-store.ts:findRemovedReports': 'the audit of all accounts',
  'src/features/results/outcome-check-queries.ts:readCheckIds': 'the audit of all accounts',
  'src/features/drafts/draft-store.ts:findDrafts': 'a person’s own, who is one user, candidate or referee',
  'src/features/drafts/draft-store.ts:upsertDraft': 'a person’s own, of which many belong to no account',
  'src/features/drafts/draft-store.ts:deleteDraft': 'a person’s own, who is one user, candidate or referee',
  'src/features/drafts/draft-store.ts:endDraft': 'a person’s own, who is one user, candidate or referee',
  'src/features/drafts/draft-store.ts:deleteDraftsBy': 'a person’s own, who is one user, candidate or referee',
  'src/features/drafts/draft-store.ts:deleteOldDrafts': 'age alone decides',
  'src/features/sent-forms/sent-form-store.ts:deleteLapsedForms': 'age alone decides',
  'src/features/accounts/rate-limit-store.ts:deleteWindowsStartedBefore': 'age alone decides',
  'src/features/mailed-links/access-store.ts:deleteCodesSentBefore': 'age alone decides',
  'src/features/mailed-links/access-store.ts:deleteSessionsEndedBefore': 'age alone decides',
  'src/features/idempotency/idempotency-store.ts:deleteKeysClaimedBefore': 'age alone decides',
  'src/features/security-alerts/alert-store.ts:findPatterns': 'the alerts of the operator, over all accounts',
  'src/features/forwarding/forwarding-store.ts:findEventsToSend': 'the operator, for all accounts',
  'src/features/forwarding/forwarding-store.ts:findOldestWaiting': 'the operator, for all accounts',
  'src/features/api-requests/api-request-store.ts:deleteApiRequestsBefore': 'age alone decides',
  'src/features/quotes/quote-store.ts:deleteQuotesOver': 'age alone decides',
  'src/features/security-events/security-event-store.ts:deleteSecurityEventsBefore': 'age alone decides',
  'src/features/account-exports/account-export-store.ts:deleteExportsBegunBefore': 'age alone decides',
  'src/features/account-exports/account-export-store.ts:findExportFiles': 'the sweep of all accounts, by names of ours',
  'src/features/results/results-document-store.ts:deleteBundlesMadeBefore': 'age alone decides',
  'src/features/results/results-document-store.ts:deleteLinksClosedBefore': 'age alone decides',
  'src/features/earlier-cases/earlier-case-store.ts:findEarlierFiles': 'the sweep of all accounts, by names of ours',
  'src/features/attachments/attachment-store.ts:findAttachedFiles': 'the sweep of all accounts, by names of ours',
  'src/features/data-requests/request-file-store.ts:findStoredRequestFiles':
    'the sweep of all accounts, by names of ours',
  'src/features/person-files/person-file-store.ts:findStoredPersonFiles': 'the sweep of all accounts, by names of ours',
  'src/features/attachments/attachment-store.ts:findQuarantinedFiles': 'the sweep of all accounts, by names of ours',
  'src/features/results/results-document-store.ts:findResultsFiles': 'the sweep of all accounts, by names of ours',
  'src/features/webhooks/delivery-claim-store.ts:claimDeliveries': 'the worker of all accounts',
  'src/features/webhooks/delivery-claim-store.ts:claimDeliveriesToGiveUp': 'the worker of all accounts',
  'src/features/webhooks/delivery-clock-store.ts:shiftDeliveries': 'the clock of all accounts',
  'src/features/webhooks/endpoint-health-store.ts:updateHealth':
    'outcomes of a batch of deliveries, each with its account',
  'src/features/webhooks/endpoint-health-store.ts:readDeliveryMetrics': 'metrics of the whole program',
  'src/features/webhooks/delivery-store.ts:isNextOfCheck': 'a condition, of the delivery that the statement has found',
  'src/features/webhooks/delivery-store.ts:storeBodies': 'a batch of claimed deliveries, each with its account',
  'src/features/webhooks/delivery-store.ts:recordDeliveries': 'a batch of claimed deliveries, each with its account',
  'src/features/webhooks/alert-store.ts:findFailingEndpoints': 'the job of all accounts',
  'src/features/webhooks/alert-store.ts:recordAlert': 'one of the endpoints that were just found, with its account',
  'src/features/webhooks/delivery-store.ts:releaseUntracked': 'the leases of one worker, in all accounts',
  'src/features/webhooks/worker-heartbeat-store.ts:reapWorkers': 'the leases of a worker, in all accounts',
  'src/features/webhooks/history-store.ts:deleteFinishedDeliveries': 'age alone decides',
  'src/features/webhooks/webhook-deletion-store.ts:purgeDeletedWebhooks': 'the pruning of all accounts',
  'src/features/webhooks/failed-delivery-queries.ts:findEndpointsWithFailed': 'the operator, after an outage',
  'src/features/webhooks/failed-delivery-queries.ts:findFailed': 'the operator, after an outage',
  'src/features/webhooks/failed-delivery-queries.ts:countEndpoints': 'what the operator must look after',
  'src/features/webhooks/failed-delivery-queries.ts:findDelivery': 'the operator, after an outage',
  'src/features/webhooks/failed-delivery-queries.ts:isKnownEndpoint': 'the operator, after an outage',
  'src/features/webhooks/delivery-store.ts:releaseDeliveries': 'a batch of claimed deliveries, each with its account',
  'src/platform/encryption/account-key-store.ts:findKeysOfOtherMasters': 'wrapping knows no tenant',
  'src/platform/encryption/account-key-store.ts:replaceWrapping': 'a row that was just read, with its account',
  'src/platform/encryption/account-key-store.ts:usedMasterKeyIds': 'wrapping knows no tenant',
};

const tables = tenantTables(root);
const rules: readonly Rule[] = [
  ...importRules,
  ringRule,
  ...effectRules,
  dayRule,
  ...shapeRules,
  startRule,
  tenantRule({ tables, acrossAccounts }),
  demandRule(undemanding),
];

const head = '// Says what it is responsible for.\n';
const long = `${head}${'const a = 1;\n'.repeat(350)}`;
const store = "import { type Db, sql } from '../../platform/db/database.ts';\n";

type PlantedSource = readonly [path: string, text: string, ...beside: (readonly [path: string, text: string])[]];

/** By rule: sources that break it, each as its path and text, with the others that it takes to break it. */
const planted: Readonly<Record<string, readonly PlantedSource[]>> = {
  'imports point to the left': [
    ['src/lib/dates.ts', "import { sql } from '../platform/db/database.ts';"],
    ['src/platform/jobs.ts', "import type { Ctx } from '../context.ts';"],
    ['src/context.ts', "import type { CheckState } from './features/checks/check-states.ts';"],
    ['src/features/checks/check-actions.ts', "export type { A } from '../../api/v2/checks.ts';"],
    ['src/portals/desk/queue-page.ts', "const main = await import('../../main.ts');"],
    ['src/main.ts', "let demo: import('./cli/demo.ts').Demo;"],
    ['src/services/email.ts', ''],
  ],
  'surfaces never import each other': [
    ['src/portals/desk/queue-page.ts', "import { statusOf } from '../../api/v2/checks.ts';"],
    ['src/api/v2/checks.ts', "import { layout } from '../../portals/shared/layout.ts';"],
    ['src/portals/client/check-page.ts', "import { light } from '../desk/report/report-words.ts';"],
    ['src/portals/shared/layout.ts', "import { queue } from '../desk/queue-page.ts';"],
    ['src/providers/sandbox/sandbox-provider.ts', "import { ask } from '../manual/manual-provider.ts';"],
  ],
  'lib does no I/O': [
    ['src/lib/dates.ts', "import { readFileSync } from 'node:fs';"],
    ['src/lib/keys.ts', "import { createHash, randomBytes } from 'node:crypto';"],
  ],
  'rules, states and schedules import only what is pure': [
    ['src/features/checks/check-rules.ts', "import { sql } from '../../platform/db/database.ts';"],
    ['src/features/checks/check-states.ts', "import { placeCheck } from './check-store.ts';"],
    ['src/features/webhooks/delivery-schedule.ts', "import { setTimeout } from 'node:timers/promises';"],
  ],
  "a feature never uses another feature's store": [
    ['src/features/checks/check-actions.ts', "import { findApplicant } from '../applicants/applicant-store.ts';"],
    ['src/features/checks/check-store.ts', "import type { EmailRow } from '../emails/email-store.ts';"],
    ['src/api/v2/checks.ts', "import { findCheck } from '../../features/checks/check-store.ts';"],
  ],
  'features form no ring': [
    [
      'src/features/checks/check-actions.ts',
      "import type { OrderEntry } from '../orders/order-body.ts';",
      ['src/features/orders/order-actions.ts', "import { readCheck } from '../checks/check-actions.ts';"],
    ],
    [
      'src/features/applicants/applicant-actions.ts',
      "import { placeCheck } from '../checks/check-actions.ts';",
      ['src/features/checks/check.ts', "import type { Report } from '../reports/report.ts';"],
      ['src/features/reports/report-actions.ts', "const vault = await import('../applicants/applicant-vault.ts');"],
    ],
  ],
  'SQL lives in stores, queries and the database platform': [
    ['src/features/checks/check-actions.ts', 'await db.run(sql`delete from checks`);'],
    ['src/api/v2/checks.ts', "await pool.query('select * from checks');"],
    ['src/portals/desk/queue-page.ts', 'await pool.query(`update checks set status = null`);'],
  ],
  'only config.ts reads the environment': [['src/platform/log.ts', 'const level = process.env.LEVEL;']],
  'only main.ts knows the time, and only it and encryption draw at random': [
    ['src/features/checks/check-actions.ts', 'const at = new Date();'],
    ['src/lib/dates.ts', 'const at = Date.now();'],
    ['src/features/checks/check-rules.ts', 'const jitter = Math.random();'],
    ['src/portals/shared/tokens.ts', "import { randomBytes } from 'node:crypto';"],
    ['src/platform/files/names.ts', "import crypto from 'node:crypto';\nconst name = crypto.randomUUID();"],
  ],
  'the day of a moment is its day in the UK': [
    [
      'src/features/checks/check-actions.ts',
      "import { addDays, dateOf } from '../../lib/dates.ts';\nconst today = dateOf(timeFor(ctx, caller));",
    ],
    ['src/features/applicants/applicant-actions.ts', 'const on = timeFor(ctx, caller).toISOString().slice(0, 10);'],
    ['src/providers/credit/credit-provider.ts', "const [today] = ctx.now().toISOString().split('T');"],
    ['src/portals/desk/queue-page.ts', 'const year = ctx.now().getFullYear();'],
    ['src/portals/desk/queue-page.ts', 'const label = at.toLocaleDateString();'],
  ],
  'only outgoing-http, mail and the database connect to the outside': [
    ['src/providers/credit/credit-provider.ts', "const answer = await fetch('https://bureau.example');"],
    ['src/providers/credit/credit-provider.ts', 'const answer = await globalThis.fetch(url);'],
    ['src/providers/credit/credit-provider.ts', "import { request } from 'undici';"],
    ['src/features/webhooks/webhook-actions.ts', "import { request } from 'node:https';"],
    ['src/platform/http/probe.ts', "import net from 'node:net';\nnet.connect(80);"],
    ['src/features/emails/email-jobs.ts', "import { createTransport } from 'nodemailer';"],
    ['src/features/checks/check-store.ts', "import pg from 'pg';"],
  ],
  'rules, states and schedules wait for nothing': [
    ['src/features/checks/check-rules.ts', 'export async function judge() {}'],
    ['src/features/checks/check-rules.ts', 'export const judge = (): Promise<void> => ask();'],
  ],
  'nothing is exported by default or passed on wholesale': [
    ['src/lib/dates.ts', 'export default 1;'],
    ['src/features/checks/index.ts', "export * from './check-rules.ts';"],
    ['src/features/checks/index.ts', "export { judge } from './check-rules.ts';"],
  ],
  'files are named in kebab case by what they hold': [
    ['src/lib/dateUtils.ts', ''],
    ['src/lib/date-helpers.ts', ''],
    ['src/features/checks/check-service.ts', ''],
    ['src/features/checks/check-repository.ts', ''],
  ],
  'roles are for features; what talks to the database has one': [['src/features/checks/checks.ts', store]],
  'no file but data is over 350 lines': [['src/lib/dates.ts', long]],
  'a file opens with what it is responsible for': [['src/lib/dates.ts', "import { a } from './a.ts';"]],
  'classes are errors or the few known values': [['src/features/checks/check-actions.ts', 'class CheckService {}']],
  'a start loads only the libraries that are listed for it, and makes no formats': [
    ['src/main-serving.ts', "import { Registry } from 'prom-client';"],
    ['src/cli/serve.ts', "import { http } from 'node:http';"],
    [
      'src/main-serving.ts',
      "import { deskPortal } from './portals/desk/desk-portal.ts';",
      ['src/portals/desk/desk-portal.ts', "export { render } from 'nunjucks';"],
    ],
    ['src/cli/demo.ts', "export const pounds = new Intl.NumberFormat('en-GB');"],
  ],
  "every finder of a tenant's rows takes the account first": [
    [
      'src/features/checks/check-store.ts',
      `${store}export const find = (db: Db, id: string) => db.row(sql\`select * from checks where id = \${id}\`);`,
    ],
    [
      'src/features/checks/check-store.ts',
      `${store}const source = sql\`from checks c\`;
       export function find(db: Db, id: string) { return db.row(sql\`select c.account_id \${source} where c.id = \${id}\`); }`,
    ],
    [
      'src/features/checks/check-store.ts',
      `${store}export const close = (db: Db, id: string, account: string) =>
         db.run(sql\`update checks set status = 'complete' where id = \${id} and account_id = \${account}\`);`,
    ],
  ],
  'an action or query that a surface calls demands a permission': [
    [
      'src/api/v2/checks.ts',
      "import { listNotes } from '../../features/checks/note-actions.ts';",
      [
        'src/features/checks/note-actions.ts',
        'export const listNotes = (ctx: Ctx, caller: Caller) => findNotes(ctx.db);',
      ],
    ],
    [
      'src/portals/desk/queue-page.ts',
      "import { findTotals } from '../../features/checks/total-queries.ts';",
      ['src/features/checks/total-queries.ts', 'export function findTotals(db: Db) { return db.rows(totals); }'],
    ],
  ],
};

/** Sources close to the planted ones that keep every rule. */
const kept: readonly (readonly [path: string, text: string])[] = [
  ['src/features/checks/check-rules.ts', "import type { Db } from '../../platform/db/database.ts';"],
  ['src/features/checks/check-rules.ts', "import { createHash } from 'node:crypto';"],
  ['src/features/checks/check-actions.ts', "const at = new Date('2026-03-04');"],
  ['src/features/checks/check-actions.ts', "import { readApplicant } from '../applicants/applicant-actions.ts';"],
  [
    'src/portals/desk/queue-page.ts',
    "import { layout } from '../shared/layout.ts';\nconst label = 'Select the result';",
  ],
  ['src/providers/credit/credit-provider.ts', 'const answer = await repository.fetch(1);'],
  ['src/providers/credit/credit-provider.ts', 'const at = ctx.now().toISOString().slice(0, 19);'],
  [
    'src/features/checks/check-actions.ts',
    "import { addDays } from '../../lib/dates.ts';\nconst dueOn = addDays(todayFor(ctx, caller), 7);",
  ],
  ['src/features/checks/check-actions.ts', 'class CheckError extends Error {}'],
  ['src/main-serving.ts', "import type { Registry } from 'prom-client';\nconst loaded = await import('nunjucks');"],
  [
    'src/features/checks/check-store.ts',
    `${store}export const find = (db: Db, tenant: Tenant, id: string) =>
       db.row(sql\`select * from checks where account_id = \${tenant.accountId} and id = \${id}\`);`,
  ],
];

describe('the architecture', () => {
  const sources = readSources(root, 'src');

  it('has sources and tenant tables to look at', () => {
    assert.ok(sources.length > 150);
    for (const table of ['users', 'applicants', 'checks', 'webhooks']) assert.ok(tables.has(table), table);
    for (const table of ['accounts', 'desk_users', 'migrations']) assert.ok(!tables.has(table), table);
  });

  for (const rule of rules) {
    it(`holds that ${rule.name}`, () => {
      const violations = rule.check(sources).map(({ path, line, message }) => `${path}:${line} ${message}`);
      assert.deepEqual(violations, []);
    });

    it(`sees where it does not hold that ${rule.name}`, () => {
      for (const [path, text, ...beside] of planted[rule.name] ?? []) {
        const source = parseSource(path, text.startsWith('//') ? text : `${head}${text}`);
        const others = beside.map(([otherPath, otherText]) => parseSource(otherPath, `${head}${otherText}`));
        const found = rule.check([rule.name.startsWith('a file opens') ? parseSource(path, text) : source, ...others]);
        assert.ok(found.length > 0, `${path}: ${text.slice(0, 200)}`);
      }
      assert.ok((planted[rule.name] ?? []).length > 0, 'nothing is planted for this rule');
    });
  }

  it('names the import that closes a ring of features', () => {
    const files = [
      ['src/features/checks/check-actions.ts', "import type { OrderEntry } from '../orders/order-body.ts';"],
      ['src/features/orders/order-actions.ts', "import { readCheck } from '../checks/check-actions.ts';"],
      ['src/features/orders/order-body.ts', "import type { Check } from '../checks/check.ts';"],
    ] as const;
    const message = 'imports src/features/orders/order-body.ts, which closes the ring orders → checks → orders';
    assert.deepEqual(ringRule.check(files.map(([path, text]) => parseSource(path, `${head}${text}`))), [
      { path: 'src/features/checks/check-actions.ts', line: 2, message },
    ]);
  });

  it('lets through what keeps the rules', () => {
    for (const [path, text] of kept) {
      const source = parseSource(path, `${head}${text}`);
      assert.deepEqual(
        rules.flatMap((rule) => rule.check([source])),
        [],
      );
    }
  });

  it('has no exception for what is no longer there', () => {
    const isThere = ([path = '', name = '']: readonly string[]) =>
      sources.some((source) => source.path === path && new RegExp(`\\b${name}\\b`).test(source.text));
    const excused = [...Object.keys(acrossAccounts), ...Object.keys(undemanding)];
    assert.deepEqual(
      excused.filter((entry) => !isThere(entry.split(':'))),
      [],
    );
  });
});

describe('the tests', () => {
  const linesFound = (text: string) => loopRule.check([parseSource('test/a.test.ts', text)]).map(({ line }) => line);

  it(`hold that ${loopRule.name}`, () => {
    const violations = loopRule.check(readSources(root, 'test'));
    assert.deepEqual(violations, []);
  });

  it('have a rule that finds a loop without a limit', () => {
    for (const text of [
      'for (;;) work();',
      'while (true) await sleep(5);',
      'while (!isDone());',
      'while (queue.length > 0) await sleep(5);',
      'do await sleep(5); while (isBusy());',
      'for (let n = 0; !isDone(); n += 1) await sleep(5);',
      'for (let n = 0; count < size; n += 1) await sleep(5);',
    ]) {
      assert.deepEqual(linesFound(text), [1], text);
    }
  });

  it('have a rule that accepts a loop with a limit', () => {
    for (const text of [
      'for (const n of upTo(10, "the end")) work(n);',
      'for (let n = 0; n < 10 && !isDone(); n += 1) work(n);',
      'for (let n = 10; n > 0; n--) work(n);',
      'while (isBusy() && performance.now() < deadline) await sleep(5);',
    ]) {
      assert.deepEqual(linesFound(text), [], text);
    }
  });
});
