// Every form of the portals by the route that takes it: the page on which somebody types in it, or why it keeps no draft.

/** The things that the pages are about, as `typed-work.test.ts` makes them. */
export interface TypedWorld {
  readonly accountId: string;
  /** Of reports: one in work, one that awaits approval by somebody else, a complete one, and one whose candidate still answers. */
  readonly report: string;
  readonly proposed: string;
  readonly complete: string;
  readonly awaited: string;
  /** An employment report, and its reference, which is asked. */
  readonly employment: string;
  readonly reference: string;
  /** A report on the activity of five years, and what was recorded on its verification sheet. */
  readonly activity: string;
  readonly verification: string;
  /** Its other reference, which is answered by a referee whom nobody has authenticated. */
  readonly answered: string;
  /** The checks of `report` and of `awaited`. */
  readonly check: string;
  readonly awaitedCheck: string;
  /** A check whose results are complete and not clear. */
  readonly completeCheck: string;
  /** The check of `proposed`. */
  readonly reviewedCheck: string;
  /** Another, decided about with conditions to be met by a day. */
  readonly conditionedCheck: string;
  /** Somebody in the register of certified people, and their certificate. */
  readonly certified: string;
  readonly certificate: string;
  /** A breach of conduct rules of theirs. */
  readonly misconduct: string;
  /** References on them that their firm gives: one to be written, and one that a later breach may change. */
  readonly toWrite: string;
  readonly toUpdate: string;
  readonly letteredCheck: string;
  /** Another, about which a colleague has proposed a decision. */
  readonly proposedCheck: string;
  /** A report that is monitored, and that somebody must look at again. */
  readonly followUp: string;
  /** Reports of people whose request for a restriction is open, and in force. */
  readonly restricting: string;
  readonly restricted: string;
  /** What the candidate of `complete` asks about their data. */
  readonly dataRequest: string;
  /** A report about which the client and the candidate are asked, and its check. */
  readonly asked: string;
  readonly askedCheck: string;
  readonly clientQuery: string;
  readonly candidateQuery: string;
  readonly appointment: string;
  readonly ownRequest: string;
  readonly packageId: number;
  readonly groupId: number;
  readonly colleagueId: string;
  readonly deskUserId: string;
  /** Of the candidate of `report`, who says that something is wrong. */
  readonly message: string;
  readonly breach: string;
  /** A draft, and one that is accepted. */
  readonly quote: string;
  readonly acceptedQuote: string;
  readonly supplier: string;
  /** Of that supplier, with a line that differs. */
  readonly supplierInvoice: string;
  readonly sourceAnswered: string;
  readonly team: string;
  readonly rule: string;
  /** A report that was drawn and reviewed, and what the review found, which is appealed. */
  readonly reviewed: string;
  readonly finding: string;
  /** With that supplier, of `report`. */
  readonly sentOut: string;
  /** In the directory. */
  readonly organisation: string;
  readonly invoice: string;
  /** What the client asks about a charge, and another charge. */
  readonly dispute: string;
  readonly charge: string;
  readonly purchaseOrder: string;
  readonly subsidiaryId: string;
  readonly webhookId: string;
}

export type Typist = 'desk' | 'client' | 'candidate' | 'asked' | 'heard' | 'referee';

interface TypedForm {
  readonly by: Typist;
  /** Its page; of a mailed link, the path after the link. */
  readonly page: (world: TypedWorld) => string;
}

const desk = (page: TypedForm['page']): TypedForm => ({ by: 'desk', page });
const account = (path: string) => desk(({ accountId }) => `/desk/accounts/${accountId}${path}`);
const report = (path = '') => desk((world) => `/desk/reports/${world.report}${path}`);
const many = (act: string) => desk((world) => `/desk/many/${act}?reports=${world.report}`);
const client = (page: TypedForm['page']): TypedForm => ({ by: 'client', page });
const candidate = (page: string): TypedForm => ({ by: 'candidate', page: () => page });
const dataRequest = desk(({ dataRequest: id }) => `/desk/data-requests/${id}`);
const referee = (page: string): TypedForm => ({ by: 'referee', page: () => page });

/** Nothing is typed or chosen: one press of a button is the whole of it. */
const press = 'a press of a button';
const search = 'a search, which is asked for anew';
const proof = 'a password or a code';
const declaration = 'a declaration, which nobody finds ticked';
const selection = 'a selection from a list that changes meanwhile';

/** A new form is added here. */
export const typedForms: Readonly<Record<string, TypedForm | string>> = {
  // Signing in.
  '/sign-in': proof,
  '/sign-in/second-factor': proof,
  '/sign-in/set-up': proof,
  '/sign-in/organisation': proof,
  '/sign-in/forgotten': proof,
  '/form': proof,
  '/reference': proof,
  '/sign-in/passkey': proof,
  '/sign-in/link/:token': proof,
  '/sign-out': press,
  '/account/security/add': proof,
  '/account/security/password': proof,
  '/account/confirm': proof,
  '/account/security/remove': press,
  '/account/security/recovery-codes': press,
  '/account/security/end': press,
  '/portal/mails': 'a choice of one',
  '/portal/away': client(() => '/portal/away'),
  '/portal/away/end': press,
  '/portal/forms/reminders': selection,
  '/drafts': 'the drafts themselves',
  '/drafts/discard': 'the drafts themselves',

  // The desk.
  '/desk/search': search,
  '/desk/security/user': search,
  '/desk/register/user': search,
  '/desk/claims': selection,
  '/desk/assignments': selection,
  '/desk/next': press,
  '/desk/own-reports': selection,
  '/desk/hand-over': desk((world) => `/desk/hand-over?view=mine&reports=${world.report}`),
  '/desk/many': selection,
  '/desk/many/due': many('due'),
  '/desk/many/urgent': press,
  '/desk/many/usual': press,
  '/desk/many/ask': press,
  '/desk/many/unable': many('unable'),
  '/desk/many/note': many('note'),
  '/desk/many/message': many('message'),
  // Nothing need be typed: it pauses the report.
  '/desk/many/pause': desk(({ restricting }) => `/desk/many/pause?reports=${restricting}`),
  '/desk/many/resume': press,
  '/desk/many/assign': many('assign'),
  '/desk/many/withdraw': many('withdraw'),
  '/desk/many/cancel': many('cancel'),
  '/desk/away': desk(() => '/desk/away'),
  '/desk/away/end': press,
  '/desk/away/:user_id/hours': desk(({ deskUserId }) => `/desk/away/${deskUserId}/hours`),
  '/desk/orders/reopen': desk(({ completeCheck }) => `/desk/orders/reopen?orders=${completeCheck}`),
  '/desk/orders/:check_id/assignee': press,
  '/desk/orders/:check_id/notes': desk(({ check }) => `/desk/orders/${check}`),
  '/desk/orders/:check_id/stated/email': desk(({ check }) => `/desk/orders/${check}/stated/email`),
  '/desk/orders/:check_id/stated/:page': desk(({ check }) => `/desk/orders/${check}/stated/name`),
  '/desk/orders/:check_id/stated/:page/:entry': desk(
    ({ check }) => `/desk/orders/${check}/stated/previous-names-list/new`,
  ),
  '/desk/orders/:check_id/assignment': 'a choice of one',
  '/desk/orders/:check_id/change': desk(({ check }) => `/desk/orders/${check}/change`),
  '/desk/orders/:check_id/start': desk(({ check }) => `/desk/orders/${check}/start`),
  '/desk/orders/:check_id/approvals': desk(({ reviewedCheck }) => `/desk/orders/${reviewedCheck}/approvals`),
  '/desk/orders/:check_id/withdraw': desk(({ check }) => `/desk/orders/${check}/withdraw`),
  '/desk/orders/:check_id/start/remove': press,
  '/desk/orders/:check_id/urgent': press,
  '/desk/forms/reminders': selection,
  '/desk/views': desk(() => '/desk'),
  '/desk/views/change': 'one name in a list of forms with one address',
  '/desk/reports/:reportId': report(),
  '/desk/reports/:reportId/notes': report(),
  '/desk/reports/:reportId/tasks': report(),
  '/desk/reports/:reportId/messages': press,
  '/desk/reports/:reportId/messages/:messageId': desk((w) => `/desk/reports/${w.report}/messages/${w.message}`),
  '/desk/reports/:reportId/comments': report('/comments'),
  '/desk/reports/:reportId/comments/handled': press,
  // Where the page has the form of an outcome, the same form, with a file.
  '/desk/reports/:reportId/files': desk(({ complete }) => `/desk/reports/${complete}`),
  '/desk/reports/:reportId/work': report(),
  '/desk/reports/:reportId/application': report('/application'),
  '/desk/reports/:reportId/files/:file_token/delete': 'a choice of one',
  '/desk/reports/:reportId/files/:file_token/report': 'a choice of one',
  '/desk/reports/:reportId/assignee': press,
  '/desk/reports/:reportId/again': press,
  '/desk/reports/:reportId/close': report('/close?move=withdraw'),
  '/desk/reports/:reportId/erase': declaration,
  '/desk/earlier-cases/:applicant_id/erase': declaration,
  '/desk/reports/:reportId/hold': 'a choice of one, and one date',
  '/desk/reports/:reportId/hold/end': press,
  '/desk/accounts/:account_id/settings/mails': press,
  '/desk/data-requests': desk(({ report: id }) => `/desk/data-requests/new?report=${id}`),
  '/desk/data-requests/new/find': search,
  '/desk/data-requests/:id/files': 'a file',
  '/desk/data-requests/:id/files/:file_id/delete': press,
  '/desk/data-requests/:id/identity': 'a choice of one',
  '/desk/data-requests/:id/identity-confirmed': 'a choice of one, and one date',
  '/desk/data-requests/:id/acknowledge': 'a choice of one',
  '/desk/data-requests/:id/owner': 'two choices of one',
  '/desk/data-requests/:id/refer': 'a choice of one',
  '/desk/data-requests/:id/longer': dataRequest,
  '/desk/data-requests/:id/meaning': dataRequest,
  '/desk/data-requests/:id/meant': 'one date',
  '/desk/data-requests/:id/announce': 'a choice of one',
  '/desk/data-requests/:id/recipients-told': press,
  '/desk/data-requests/:id/close': dataRequest,
  '/desk/reports/:reportId/restriction': report('/restriction'),
  '/desk/reports/:reportId/restriction/:id/decide': desk(
    ({ restricting }) => `/desk/reports/${restricting}/restriction`,
  ),
  '/desk/reports/:reportId/restriction/:id/announce': desk(
    ({ restricted }) => `/desk/reports/${restricted}/restriction`,
  ),
  '/desk/reports/:reportId/restriction/:id/lift': press,
  '/desk/reports/:reportId/follow-up': desk(({ followUp }) => `/desk/reports/${followUp}`),
  '/desk/reports/:reportId/monitoring': 'one date',
  '/desk/reports/:reportId/result-holds': press,
  '/desk/sent-out/applications/:reportId/called-off': press,
  '/desk/reports/:reportId/identity': report('/identity'),
  '/desk/reports/:reportId/consent': press,
  '/desk/reports/:reportId/barred-lists': 'a choice of one',
  '/desk/reports/:reportId/law': 'a choice of one',
  '/desk/reports/:reportId/unable-to-verify': report('/unable-to-verify'),
  '/desk/reports/:reportId/stop-monitoring': press,
  '/desk/reports/:reportId/send-back': desk(({ proposed }) => `/desk/reports/${proposed}/send-back`),
  '/desk/reports/:reportId/reopen': desk(({ complete }) => `/desk/reports/${complete}/reopen`),
  '/desk/reports/:reportId/form/form-deadline': desk(({ awaited }) => `/desk/reports/${awaited}/form/form-deadline`),
  '/desk/reports/:reportId/form/form-deadline/day': desk(
    ({ awaited }) => `/desk/reports/${awaited}/form/form-deadline`,
  ),
  '/desk/reports/:reportId/form/form-deadline/reminder': press,
  '/desk/reports/:reportId/form/notes': desk(({ awaited }) => `/desk/reports/${awaited}/form`),
  '/desk/reports/:reportId/form/answers': desk(({ awaited }) => `/desk/reports/${awaited}/form/answers`),
  '/desk/reports/:reportId/form/details': desk(({ awaited }) => `/desk/reports/${awaited}/form/details`),
  '/desk/reports/:reportId/form/cancel': 'a choice of one',
  '/desk/reports/:reportId/queries/new': report('/queries/new'),
  '/desk/reports/:reportId/appointments/new': report('/appointments/new'),
  '/desk/reports/:reportId/appointments/:appointmentId/kept': press,
  '/desk/reports/:reportId/appointments/:appointmentId/missed': press,
  '/desk/reports/:reportId/appointments/:appointmentId/called_off': press,
  '/desk/reports/:reportId/queries/:queryId/answer': desk((w) => `/desk/reports/${w.asked}/queries/${w.clientQuery}`),
  '/desk/reports/:reportId/queries/:queryId/due': desk((w) => `/desk/reports/${w.asked}/queries/${w.clientQuery}`),
  '/desk/reports/:reportId/queries/:queryId/withdraw': press,
  '/desk/reports/:reportId/references/new': desk(
    (w) => `/desk/reports/${w.employment}/references/new?entry=activities-1`,
  ),
  '/desk/reports/:reportId/references/:referenceId/referee': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}/referee`,
  ),
  '/desk/reports/:reportId/references/:referenceId/telephone': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}/telephone`,
  ),
  '/desk/reports/:reportId/references/:referenceId/letter': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}/letter`,
  ),
  '/desk/reports/:reportId/references/:referenceId/update':
    'a message of the regulatory reference alone, which is sent at once',
  '/desk/reports/:reportId/references/:referenceId/attempts': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}/attempts`,
  ),
  '/desk/reports/:reportId/references/:referenceId/authentication': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}`,
  ),
  '/desk/reports/:reportId/references/:referenceId/reminder': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}`,
  ),
  '/desk/quality/settings': desk(() => '/desk/quality/settings'),
  '/desk/quality/types/new': desk(() => '/desk/quality/types/new'),
  '/desk/quality/types/:typeId': desk(() => '/desk/quality/types/01900000-0000-7000-8000-000000000001'),
  '/desk/quality/:reportId': desk(({ complete }) => `/desk/quality/${complete}`),
  '/desk/quality/:reportId/draw': press,
  '/desk/quality/:reportId/findings/:findingId': desk((w) => `/desk/quality/${w.reviewed}/findings/${w.finding}`),
  '/desk/texts/:kind/:subject': desk(() => '/desk/texts/sentences/all'),
  '/desk/sent-out/new': selection,
  '/desk/references/many': selection,
  '/desk/references/search': search,
  '/desk/sent-out/chases': desk(() => '/desk/sent-out?environment=test'),
  '/desk/sent-out/answers': 'a file',
  '/desk/sent-out/cancellations': selection,
  '/desk/reports/:reportId/result-stays': press,
  '/desk/reports/:reportId/sent-out/:requestId/answer-corrected': desk(
    (w) => `/desk/reports/${w.report}/sent-out/${w.sourceAnswered}`,
  ),
  '/desk/reports/:reportId/call': desk((w) => `/desk/reports/${w.report}/call`),
  '/desk/reports/:reportId/send-out': desk((w) => `/desk/reports/${w.report}/send-out?supplier=${w.supplier}`),
  '/desk/reports/:reportId/sent-out/:requestId/answer': desk((w) => `/desk/reports/${w.report}/sent-out/${w.sentOut}`),
  '/desk/reports/:reportId/sent-out/:requestId/chase': desk((w) => `/desk/reports/${w.report}/sent-out/${w.sentOut}`),
  '/desk/reports/:reportId/sent-out/:requestId/cancel': desk((w) => `/desk/reports/${w.report}/sent-out/${w.sentOut}`),
  '/desk/reports/:reportId/sent-out/:requestId/correct': desk((w) => `/desk/reports/${w.report}/sent-out/${w.sentOut}`),
  '/desk/breaches/new': desk(() => '/desk/breaches/new'),
  '/desk/quotes/new': desk(() => '/desk/quotes/new'),
  '/desk/quotes/:quoteId/change': desk(({ quote }) => `/desk/quotes/${quote}/change`),
  '/desk/quotes/:quoteId/account': desk(({ acceptedQuote }) => `/desk/quotes/${acceptedQuote}/account`),
  '/desk/quotes/:quoteId': press,
  '/desk/breaches/:breachId/change': desk(({ breach }) => `/desk/breaches/${breach}/change`),
  '/desk/breaches/:breachId/tell':
    'its words are kept on the page that shows the mails, of which a test of its own tells',
  '/desk/breaches/:breachId/tell/send': press,
  '/desk/suppliers/new': desk(() => '/desk/suppliers/new'),
  '/desk/suppliers/:supplierId/change': desk(({ supplier }) => `/desk/suppliers/${supplier}/change`),
  '/desk/suppliers/:supplierId/remove': press,
  '/desk/suppliers/:supplierId/invoices/new': 'a file',
  '/desk/suppliers/:supplierId/invoices/:invoiceId/decisions': desk(
    (w) => `/desk/suppliers/${w.supplier}/invoices/${w.supplierInvoice}`,
  ),
  '/desk/suppliers/:supplierId/invoices/:invoiceId/disputes': press,
  '/desk/suppliers/:supplierId/invoices/:invoiceId/marks': desk(
    (w) => `/desk/suppliers/${w.supplier}/invoices/${w.supplierInvoice}`,
  ),
  '/desk/subprocessors/new': desk(() => '/desk/subprocessors/new'),
  '/desk/subprocessors/:subprocessorId': 'as the form that adds one, with what is known',
  '/desk/maintenance/new': desk(() => '/desk/maintenance/new'),
  '/desk/maintenance/:noticeId/take-back': press,
  '/desk/working-days/new': desk(() => '/desk/working-days/new'),
  '/desk/working-days/add': 'a choice between two, whose page says what it is about',
  '/desk/working-days/:closingDaysId/remove': 'as above',
  '/desk/directory/new': desk(() => '/desk/directory/new'),
  '/desk/directory/:organisationId': desk(({ organisation }) => `/desk/directory/${organisation}`),
  '/desk/directory/:organisationId/remove': press,
  '/desk/reports/:reportId/references/:referenceId/directory': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.reference}/directory`,
  ),
  '/desk/reports/:reportId/verification-sheet/new': desk(
    (w) => `/desk/reports/${w.activity}/verification-sheet/new?period=activities-1`,
  ),
  '/desk/reports/:reportId/verification-sheet/:verificationId/take-back': desk(
    (w) => `/desk/reports/${w.activity}/verification-sheet/${w.verification}/take-back`,
  ),
  '/desk/reports/:reportId/references/:referenceId/again': press,
  '/desk/reports/:reportId/references/:referenceId/withdraw': press,
  '/desk/reports/:reportId/references/:referenceId/take-over': desk(
    (w) => `/desk/reports/${w.employment}/references/${w.answered}/take-over`,
  ),
  '/desk/people/new': desk(() => '/desk/people/new'),
  '/desk/people/:user_id': desk(({ deskUserId }) => `/desk/people/${deskUserId}`),
  '/desk/people/:user_id/email': desk(({ deskUserId }) => `/desk/people/${deskUserId}`),
  '/desk/people/:user_id/access': desk(({ deskUserId }) => `/desk/people/${deskUserId}`),
  '/desk/people/:user_id/languages': 'ticks alone',
  '/desk/people/:user_id/disable': press,
  '/desk/people/:user_id/enable': press,
  '/desk/people/:user_id/hand-over': desk(({ deskUserId }) => `/desk/people/${deskUserId}/hand-over`),
  '/desk/people/:user_id/invite': press,
  '/desk/people/:user_id/reset-second-factors': press,
  '/desk/people/end-sessions': press,
  '/desk/rules/new': desk(() => '/desk/rules/new'),
  '/desk/rules/:rule_id': desk(({ rule }) => `/desk/rules/${rule}`),
  '/desk/rules/:rule_id/up': press,
  '/desk/rules/:rule_id/remove': press,
  '/desk/rules/assign': press,
  '/desk/teams/new': desk(() => '/desk/teams/new'),
  '/desk/teams/:team_id': desk(({ team }) => `/desk/teams/${team}`),
  '/desk/teams/:team_id/remove': press,
  '/desk/training/:user_id': desk(({ deskUserId }) => `/desk/training/${deskUserId}`),
  '/desk/training/:user_id/new': 'a choice of one',
  '/desk/training/:user_id/give-back': press,
  '/desk/training/:user_id/:area/end': desk(({ deskUserId }) => `/desk/training/${deskUserId}/identity/end`),
  '/desk/mails/:id/again': press,
  '/desk/own-mails': 'a choice of any',
  '/desk/access/review/start': press,
  '/desk/access/review/keep': press,
  '/desk/access/review/end': press,
  '/desk/accounts/:account_id/users/review/start': press,
  '/desk/accounts/:account_id/users/review/keep': press,
  '/desk/accounts/:account_id/users/review/end': press,
  '/portal/users/review/start': press,
  '/portal/users/review/keep': press,
  '/portal/users/review/end': press,
  '/desk/accounts/new': desk(() => '/desk/accounts/new'),
  '/desk/first-days/put-away': press,
  '/desk/accounts/standard': 'a choice of one',
  '/desk/accounts/settings': 'one value and a selection',
  '/desk/accounts/prices/coming': selection,
  '/desk/accounts/prices': desk(() => '/desk/accounts/prices?report=1'),
  '/desk/accounts/:account_id/charges/price': press,
  // Before the list of them, which switches it off when it is sent empty.
  '/desk/accounts/:account_id/report-types/:report_type_id': account('/report-types/1'),
  '/desk/accounts/:account_id/report-types/:report_type_id/today': account('/report-types/1'),
  '/desk/accounts/:account_id/report-types/:report_type_id/volume': account('/report-types/1'),
  '/desk/accounts/:account_id/report-types': account('/report-types'),
  '/desk/accounts/:account_id/report-types/found': account('/report-types?q=identity'),
  '/desk/accounts/:account_id/report-types/template': account('/report-types'),
  '/desk/accounts/:account_id/report-types/file': 'a file',
  '/desk/suppliers/file': 'a file',
  '/desk/accounts/:account_id/report-types/copy': selection,
  '/desk/accounts/:account_id/packages/new': account('/packages/new'),
  '/desk/accounts/:account_id/packages/:item_id': desk((w) => `/desk/accounts/${w.accountId}/packages/${w.packageId}`),
  '/desk/accounts/:account_id/packages/:item_id/end': press,
  '/desk/accounts/:account_id/packages/adopt': account('/packages'),
  '/desk/accounts/:account_id/packages/rules': press,
  '/desk/accounts/:account_id/groups/new': account('/groups/new'),
  '/desk/accounts/:account_id/groups/:item_id': desk((w) => `/desk/accounts/${w.accountId}/groups/${w.groupId}`),
  '/desk/accounts/:account_id/groups/:item_id/end': press,
  '/desk/accounts/:account_id/job-roles/new': account('/job-roles/new'),
  '/desk/accounts/:account_id/job-roles/:job_role_id/retire': press,
  '/desk/accounts/:account_id/result-rules/draft': 'a choice of one',
  '/desk/accounts/:account_id/result-rules/draft/new': 'a choice and a few numbers',
  '/desk/accounts/:account_id/result-rules/draft/:number': 'a choice and a few numbers',
  '/desk/accounts/:account_id/result-rules/draft/discard': press,
  '/desk/accounts/:account_id/result-rules/publish': 'one date',
  '/desk/orders/:check_id/reports/new': selection,
  '/desk/accounts/:account_id/orders/new': account('/orders/new'),
  '/desk/accounts/:account_id/users': search,
  '/desk/accounts/:account_id/users/many': 'a spreadsheet, which whoever sends it has',
  '/desk/accounts/:account_id/users/:user_id/withdraw': press,
  '/desk/accounts/:account_id/users/new': account('/users/new'),
  '/desk/accounts/:account_id/users/:user_id': desk((w) => `/desk/accounts/${w.accountId}/users/${w.colleagueId}`),
  '/desk/accounts/:account_id/users/:user_id/email': desk(
    (w) => `/desk/accounts/${w.accountId}/users/${w.colleagueId}`,
  ),
  '/desk/accounts/:account_id/users/:user_id/access': desk(
    ({ accountId, colleagueId }) => `/desk/accounts/${accountId}/users/${colleagueId}`,
  ),
  '/desk/accounts/:account_id/users/:user_id/disable': 'a choice of one',
  '/desk/accounts/:account_id/users/:user_id/enable': press,
  '/desk/accounts/:account_id/users/:user_id/invite': press,
  '/desk/accounts/:account_id/users/:user_id/reset-second-factors': press,
  '/desk/accounts/:account_id/users/end-sessions': press,
  '/desk/accounts/:account_id/keys/new': account('/keys/new'),
  '/desk/accounts/:account_id/keys/:key_id/revoke': press,
  '/desk/accounts/:account_id/webhooks/:webhook_id/test': press,
  '/desk/accounts/:account_id/webhooks/:webhook_id/doctor': press,
  '/desk/accounts/:account_id/webhooks/:webhook_id/resend': press,
  '/desk/accounts/:account_id/webhooks/:webhook_id/notifications/:notification_id/resend': press,
  '/desk/accounts/:account_id/charges/add': account('/charges/add'),
  '/desk/accounts/:account_id/charges/added/:charge_id': 'a selection and an amount; a refusal gives them back',
  '/desk/accounts/:account_id/charges/credit': selection,
  '/desk/accounts/:account_id/charges/credit/lines': selection,
  '/desk/accounts/:account_id/charges/credit/part': 'a selection and an amount; a refusal gives them back',
  '/desk/charge-queries/:dispute_id': desk(({ dispute }) => `/desk/charge-queries/${dispute}`),
  '/portal/charges/queries/:about_id': client(({ charge }) => `/portal/charges/queries/${charge}`),
  '/desk/accounts/:account_id/purchase-orders': account('/purchase-orders'),
  '/desk/accounts/:account_id/purchase-orders/:purchase_order_id': desk(
    (w) => `/desk/accounts/${w.accountId}/purchase-orders/${w.purchaseOrder}`,
  ),
  '/desk/accounts/invoices/issue': press,
  '/desk/accounts/invoices/bank-file': 'a file',
  '/desk/accounts/:account_id/invoices': selection,
  '/desk/accounts/:account_id/invoices/:invoice_id/again': press,
  '/desk/accounts/:account_id/invoices/:invoice_id/mails': desk(
    (w) => `/desk/accounts/${w.accountId}/invoices/${w.invoice}`,
  ),
  '/desk/accounts/:account_id/invoices/:invoice_id/marks': desk(
    (w) => `/desk/accounts/${w.accountId}/invoices/${w.invoice}`,
  ),
  '/desk/accounts/:account_id/payments/new': account('/payments/new'),
  '/desk/accounts/money-approvals/:request_id': 'a note; a refusal gives it back',
  '/desk/accounts/:account_id/statement/mail': press,
  '/desk/accounts/:account_id/owed': account('/owed'),
  '/desk/accounts/:account_id/owed/remind': press,
  '/desk/accounts/:account_id/stop': account('/stop'),
  '/desk/accounts/:account_id/payments/:payment_id/set': 'a selection and an amount; a refusal gives them back',
  '/desk/accounts/:account_id/payments/:payment_id/undo': press,
  '/desk/accounts/:account_id/payments/:payment_id/take-back': selection,
  '/desk/accounts/:account_id/payments/:payment_id/move': selection,
  '/desk/accounts/:account_id/invoices/:invoice_id/write-off': selection,
  '/desk/accounts/:account_id/subsidiaries': account('/subsidiaries'),
  '/desk/accounts/:account_id/subsidiaries/many': 'a spreadsheet, which whoever sends it has',
  '/desk/accounts/:account_id/subsidiaries/:subsidiary_id/end': press,
  '/desk/accounts/:account_id/subsidiaries/:subsidiary_id': desk(
    (w) => `/desk/accounts/${w.accountId}/subsidiaries/${w.subsidiaryId}`,
  ),
  '/desk/accounts/:account_id/single-sign-on': account('/single-sign-on'),
  '/desk/accounts/:account_id/single-sign-on/passwords': press,
  '/desk/accounts/:account_id/single-sign-on/remove': press,
  '/desk/accounts/:account_id/providers': account('/providers'),
  '/desk/accounts/:account_id/providers/connect': account('/providers/connect'),
  '/desk/accounts/:account_id/providers/connections/:name/rotate': press,
  '/desk/accounts/:account_id/providers/connections/:name/disconnect': press,
  '/desk/accounts/:account_id/close': account('/close'),
  '/desk/accounts/:account_id/export': press,
  '/portal/export': press,
  '/desk/accounts/:account_id/closing/reopen': press,
  '/desk/accounts/:account_id/settings': account('/settings'),
  '/desk/accounts/:account_id/settings/erasing': press,
  '/desk/accounts/:account_id/settings/account': account('/settings'),
  '/desk/accounts/:account_id/settings/logo': 'a file',
  '/desk/accounts/:account_id/earlier-cases': 'a file',
  '/desk/accounts/:account_id/open-cases': 'a file, or rows that are pasted from one',
  '/desk/accounts/:account_id/open-cases/:bulk_order_id': press,
  '/desk/accounts/:account_id/settings/logo/remove': press,

  // The client's portal.
  '/portal': search,
  '/desk/accounts/:account_id/turnaround': selection,
  '/portal/clearance': search,
  '/portal/security/user': search,
  '/portal/orders/new': client(() => '/portal/orders/new'),
  '/portal/orders/new/bulk': client(() => '/portal/orders/new/bulk'),
  '/portal/orders/new/bulk/:id': press,
  '/portal/orders/new/links/:id': press,
  '/portal/checks/:check_id/comments': client(({ check }) => `/portal/checks/${check}`),
  '/portal/checks/:check_id/pass-on': client((w) => `/portal/checks/${w.check}/pass-on`),
  '/portal/agreement/mails': press,
  '/portal/complaints': client(() => '/portal/complaints'),
  '/portal/checks/:check_id/erasure': client((w) => `/portal/checks/${w.check}/erasure`),
  '/portal/checks/:check_id/right-to-work': client(
    ({ awaitedCheck }) => `/portal/checks/${awaitedCheck}/right-to-work`,
  ),
  '/portal/identities': client(() => '/portal/identities?environment=test'),
  '/portal/comparisons': 'a name and a way, chosen for who is ticked in a list',
  '/portal/checks/:check_id/identity': client(({ check }) => `/portal/checks/${check}/identity`),
  '/portal/checks/:check_id/start': client(({ check }) => `/portal/checks/${check}/start`),
  '/portal/checks/:check_id/start/remove': press,
  '/portal/checks/:check_id/urgent': press,
  '/portal/checks/:check_id/start/stopped': press,
  '/portal/checks/:check_id/start/started': press,
  '/portal/checks/:check_id/decision': client(({ completeCheck }) => `/portal/checks/${completeCheck}/decision`),
  '/portal/checks/:check_id/decision/confirm': press,
  '/portal/checks/:check_id/decision/return': client(({ proposedCheck }) => `/portal/checks/${proposedCheck}/decision`),
  '/portal/checks/:check_id/change': client(({ check }) => `/portal/checks/${check}/change`),
  '/portal/checks/:check_id/follow-up': client(
    ({ conditionedCheck }) => `/portal/checks/${conditionedCheck}/follow-up`,
  ),
  '/portal/checks/:check_id/hearing': client(({ completeCheck }) => `/portal/checks/${completeCheck}/decision`),
  '/portal/checks/:check_id/hearing/answer': client(({ letteredCheck }) => `/portal/checks/${letteredCheck}/decision`),
  '/portal/checks/:check_id/letters/:letter': client(({ letteredCheck }) => `/portal/checks/${letteredCheck}/decision`),
  '/portal/checks/:check_id/files': client(({ check }) => `/portal/checks/${check}`),
  '/portal/checks/:check_id/files/:file_token/remove': 'a choice of one',
  '/portal/checks/:check_id/reports/new': selection,
  '/portal/checks/:check_id/again': client(({ completeCheck }) => `/portal/checks/${completeCheck}/again`),
  '/portal/people': search,
  '/portal/people/record': search,
  '/portal/people/evidence': press,
  '/portal/people/earlier': search,
  '/portal/people/certified/people/:applicant_id/certificate': client(
    ({ certified }) => `/portal/people/certified/people/${certified}/certificate`,
  ),
  '/portal/people/certified/certificates/:certificate_id/withdraw': client(
    ({ certificate }) => `/portal/people/certified/certificates/${certificate}/withdraw`,
  ),
  '/portal/people/certified/people/:applicant_id/conduct': client(
    ({ certified }) => `/portal/people/certified/people/${certified}/conduct`,
  ),
  '/portal/people/conduct/:breach_id': client(({ misconduct }) => `/portal/people/conduct/${misconduct}`),
  '/portal/people/certified/people/:applicant_id/reference': client(
    ({ certified }) => `/portal/people/certified/people/${certified}/reference`,
  ),
  '/portal/people/references-given/:reference_id/answers': client(
    ({ toWrite }) => `/portal/people/references-given/${toWrite}/answers`,
  ),
  '/portal/people/references-given/:reference_id/approve': press,
  '/portal/people/references-given/:reference_id/given': 'one day, which stands there',
  '/portal/people/references-given/:reference_id/update': client(
    ({ toUpdate }) => `/portal/people/references-given/${toUpdate}`,
  ),
  '/portal/people/staff': 'a spreadsheet, which whoever sends it has',
  '/portal/people/staff/:applicant_id': 'a correction of what stands on the page',
  '/portal/people/staff/:applicant_id/remove': press,
  '/portal/people/renew': 'a few words for orders that are chosen in a list',
  '/portal/people/record/needs': 'a choice of what stands on the page',
  '/portal/people/renewal-months': client(() => '/portal/people/renewal-months'),
  '/portal/people/agency': 'people who are chosen in a list that changes meanwhile',
  '/portal/people/:applicant_id/files': 'a file',
  '/portal/people/:applicant_id/files/:file_id/delete': press,
  '/portal/people/:applicant_id/kind': 'a choice of one',
  '/portal/people/:applicant_id/places': 'a place, a job and two days',
  '/portal/people/:applicant_id/places/:subsidiary_id': 'a job and two days that stand on the page',
  '/portal/people/:applicant_id/places/:subsidiary_id/remove': press,
  '/portal/people/:applicant_id/renewals': 'a day that stands on the page',
  '/portal/people/leavers': 'a day that stands on the page',
  '/portal/checks/:check_id/sandbox': press,
  '/portal/checks/:check_id/form-deadline': client(
    ({ awaitedCheck }) => `/portal/checks/${awaitedCheck}/form-deadline`,
  ),
  '/portal/checks/:check_id/reminder': press,
  '/portal/checks/:check_id/form-deadline/day': client(
    ({ awaitedCheck }) => `/portal/checks/${awaitedCheck}/form-deadline`,
  ),
  '/portal/checks/:check_id/form-deadline/reminder': press,
  '/portal/checks/:check_id/details': client(({ awaitedCheck }) => `/portal/checks/${awaitedCheck}/details`),
  '/portal/checks/:check_id/cancel': 'a choice of one',
  '/portal/checks/:check_id/reports/:report_id/stop-monitoring': press,
  '/portal/checks/:check_id/queries/:query_id': client(
    (w) => `/portal/checks/${w.askedCheck}/queries/${w.clientQuery}`,
  ),
  '/portal/checks/:check_id/queries/:query_id/files': 'the same form, with a file',
  '/portal/agreement/settings': client(() => '/portal/agreement'),
  '/portal/keys/new': client(() => '/portal/keys/new'),
  '/portal/keys/:key_id/revoke': press,
  '/portal/owner': 'a choice of one',
  '/portal/withdraw': 'a choice of one',
  '/portal/subsidiary': 'a choice of one',
  '/portal/by-subsidiary/:subsidiary_id': client(({ subsidiaryId }) => `/portal/by-subsidiary/${subsidiaryId}`),
  '/portal/checks/:check_id/subsidiary': 'a choice of one',
  '/portal/users': search,
  '/portal/users/many': 'a spreadsheet, which whoever sends it has',
  '/portal/users/:user_id/withdraw': press,
  '/portal/users/new': client(() => '/portal/users/new'),
  '/portal/users/:user_id': client(({ colleagueId }) => `/portal/users/${colleagueId}`),
  '/portal/users/:user_id/email': client(({ colleagueId }) => `/portal/users/${colleagueId}`),
  '/portal/users/:user_id/access': client(({ colleagueId }) => `/portal/users/${colleagueId}`),
  '/portal/users/:user_id/disable': 'a choice of one',
  '/portal/users/:user_id/enable': press,
  '/portal/users/:user_id/invite': press,
  '/portal/users/:user_id/reset-second-factors': press,
  '/portal/users/end-sessions': press,
  '/portal/webhooks/new': client(() => '/portal/webhooks/new?interface=v2'),
  '/portal/webhooks/:webhook_id/change': client(({ webhookId }) => `/portal/webhooks/${webhookId}/change`),
  '/portal/single-sign-on': client(() => '/portal/single-sign-on'),
  '/portal/single-sign-on/try': press,
  '/portal/single-sign-on/passwords': press,
  '/portal/single-sign-on/remove': press,
  '/portal/webhooks/:webhook_id/secret': client(({ webhookId }) => `/portal/webhooks/${webhookId}/secret`),
  '/portal/webhooks/:webhook_id/delete': press,
  '/portal/webhooks/:webhook_id/test': press,
  '/portal/webhooks/:webhook_id/doctor': press,
  '/portal/webhooks/:webhook_id/resend': press,
  '/portal/webhooks/:webhook_id/notifications/:notification_id/resend': press,

  // The candidate's form.
  '/start/:token': 'names only, before any check exists: nothing is kept of what a stranger types',
  '/form/:token': press,
  '/form/:token/code': proof,
  '/form/:token/code/new': press,
  '/form/:token/code/link': press,
  '/form/:token/leave': press,
  '/form/:token/:page': candidate('/name'),
  '/form/:token/:page/new': candidate('/activities/new'),
  '/form/:token/:page/:key': candidate('/activities/1'),
  '/form/:token/:page/:key/dates': candidate('/addresses/1/dates'),
  '/form/:token/:page/:key/remove': press,
  '/form/:token/answers': declaration,
  '/form/:token/monitoring': press,
  '/form/:token/withdraw': press,
  '/form/:token/withdraw/part': candidate('/withdraw/part'),
  '/form/:token/problem': { by: 'asked', page: () => '/problem' },
  '/form/:token/telephone': { by: 'asked', page: () => '/telephone' },
  '/form/:token/email': { by: 'asked', page: () => '/email' },
  '/form/:token/rights/:request': { by: 'asked', page: ({ ownRequest }) => `/rights/${ownRequest}` },
  '/form/:token/rights/:request/withdraw': press,
  '/form/:token/rights': { by: 'asked', page: () => '/rights' },
  '/form/:token/hearing': { by: 'heard', page: () => '/status' },
  '/form/:token/restrict': { by: 'asked', page: () => '/restrict' },
  '/form/:token/documents': 'a file',
  '/form/:token/documents/:key/remove': press,
  '/form/:token/documents/slots/:key': 'a file',
  '/form/:token/documents/slots/:key/lack': candidate('/documents/slots/right_to_work'),
  '/form/:token/documents/slots/:key/applied': 'one day, beside the form that takes the file',
  '/form/:token/queries/:key': { by: 'asked', page: ({ candidateQuery }) => `/queries/${candidateQuery}` },
  '/form/:token/appointments/:key': { by: 'asked', page: ({ appointment }) => `/appointments/${appointment}` },
  '/form/:token/queries/:key/files': 'the same form, with a file',
  '/form/:token/queries/:key/renew': press,
  '/form/:token/drafts': 'the drafts themselves',
  '/form/:token/drafts/discard': 'the drafts themselves',

  // The referee's pages.
  '/reference/:token': press,
  '/reference/:token/code': proof,
  '/reference/:token/code/new': press,
  '/reference/:token/code/link': press,
  '/reference/:token/leave': press,
  '/reference/:token/willing': referee('/willing'),
  '/reference/:token/decline': referee('/decline'),
  '/reference/:token/complaint': 'a form that leaves the reference, and is sent at once',
  '/reference/:token/somebody-else': referee('/somebody-else'),
  '/reference/:token/questions/:page': referee('/questions/leaving'),
  '/reference/:token/letter': 'a file',
  '/reference/:token/letter/:key/remove': press,
  '/reference/:token/decline/undo': press,
  '/reference/:token/answers': declaration,
  '/reference/:token/mistake': 'a press of a button, or a message once a result rests on the reference',
  '/reference/:token/others': press,
  '/reference/:token/mistake/stop': press,
  '/reference/:token/update': 'a message of the regulatory reference alone, which is sent at once',
  '/reference/:token/mistake/withdraw': 'a form that ends the reference, and is sent at once',
  '/reference/:token/drafts': 'the drafts themselves',
  '/reference/:token/drafts/discard': 'the drafts themselves',
};
