// All pages of the account managers: the accounts, and the pages of each.
import type { Ctx } from '../../../context.ts';
import type { TestFormats } from '../../../features/webhooks/notification-format.ts';
import type { ApiBases } from '../../shared/keys/keys-pages.ts';
import type { ApiErrors } from '../../shared/requests/request-page.ts';
import type { Pages } from '../../shared/shell.ts';
import { accountExportPage } from './account-export-page.ts';
import { accountPagesOf } from './account-request.ts';
import { accountStatementPage } from './account-statement-page.ts';
import { accountsPage } from './accounts-page.ts';
import { addedChargePages } from './added-charge-pages.ts';
import { agedDebtsPage } from './aged-debts-page.ts';
import { allChargesPage } from './all-charges-page.ts';
import { allInvoicesPage } from './all-invoices-page.ts';
import { certificatePages } from './certificate-page.ts';
import { changePricePage } from './change-price-page.ts';
import { chargesPage } from './charges-page.ts';
import { closingPages } from './closing-pages.ts';
import { comingPricesPage } from './coming-prices-page.ts';
import { creditLinesPage } from './credit-lines-page.ts';
import { creditPage } from './credit-page.ts';
import { earlierCasesPage } from './earlier-cases-page.ts';
import { historyPage } from './history-page.ts';
import { invoiceAgainPage } from './invoice-again-page.ts';
import { invoicePages } from './invoice-pages.ts';
import { jobRolesPage } from './job-roles-page.ts';
import { keysPage } from './keys-page.ts';
import { accountMailPreviewPage } from './mail-preview-page.ts';
import { manySubsidiariesPage } from './many-subsidiaries-page.ts';
import { moneyPeriodPage } from './money-period-page.ts';
import { newAccountPage } from './new-account-page.ts';
import { newOrderPage } from './new-order-page.ts';
import { oneSettingPage } from './one-setting-page.ts';
import { openCasesPages } from './open-cases-page.ts';
import { orderStopPage } from './order-stop-page.ts';
import { overviewPage } from './overview-page.ts';
import { owedPage } from './owed-page.ts';
import { packagesPage } from './packages-page.ts';
import { paymentPages } from './payment-pages.ts';
import { priceListPage } from './price-list-page.ts';
import { processingPage } from './processing-page.ts';
import { type ListedProvider, providersPage } from './providers-page.ts';
import { purchaseOrdersPages } from './purchase-orders-page.ts';
import { receiptFilePage } from './receipt-file-page.ts';
import { reportTypesPage } from './report-types-page.ts';
import { accountRequestsPages } from './requests-page.ts';
import { resultRulesPage } from './result-rules-page.ts';
import { settingsCopyPage } from './settings-copy-page.ts';
import { settingsPage } from './settings-page.ts';
import { singleSignOnPage } from './single-sign-on-page.ts';
import { standardPage } from './standard-page.ts';
import { subsidiariesPage } from './subsidiaries-page.ts';
import { turnaroundPage } from './turnaround-page.ts';
import { unpaidInvoicesPage } from './unpaid-invoices-page.ts';
import { accountReviewPage, usersPage } from './users-page.ts';
import { webhooksPage } from './webhooks-page.ts';
import { writeOffPage } from './write-off-page.ts';

export interface AccountsOptions {
  /** The providers that are built in, configured or not. */
  readonly providers: readonly ListedProvider[];
  readonly testFormats: TestFormats;
  readonly apiErrors: ApiErrors;
  readonly apiBases: ApiBases;
}

export function accountsPages(
  pages: Pages<'desk'>,
  ctx: Ctx,
  { providers, testFormats, apiErrors, apiBases }: AccountsOptions,
): void {
  accountsPage(pages, ctx);
  newAccountPage(pages, ctx);
  standardPage(pages, ctx);
  oneSettingPage(pages, ctx);
  changePricePage(pages, ctx);
  comingPricesPage(pages, ctx);
  allInvoicesPage(pages, ctx);
  allChargesPage(pages, ctx);
  moneyPeriodPage(pages, ctx);
  unpaidInvoicesPage(pages, ctx);
  agedDebtsPage(pages, ctx);
  receiptFilePage(pages, ctx);
  const ofAccount = accountPagesOf(pages, ctx);
  for (const add of [
    overviewPage,
    orderStopPage,
    closingPages,
    certificatePages,
    accountExportPage,
    earlierCasesPage,
    openCasesPages,
    newOrderPage,
    reportTypesPage,
    priceListPage,
    packagesPage,
    jobRolesPage,
    resultRulesPage,
    usersPage,
    accountReviewPage,
    singleSignOnPage,
    keysPage(apiBases),
    manySubsidiariesPage,
    subsidiariesPage,
    accountRequestsPages(apiErrors),
    webhooksPage(testFormats),
    providersPage(providers),
    processingPage(providers),
    settingsPage,
    accountMailPreviewPage,
    settingsCopyPage,
    turnaroundPage,
    chargesPage,
    creditPage,
    creditLinesPage,
    addedChargePages,
    invoicePages,
    invoiceAgainPage,
    paymentPages,
    writeOffPage,
    owedPage,
    accountStatementPage,
    purchaseOrdersPages,
    historyPage,
  ])
    add(ofAccount, ctx);
}
