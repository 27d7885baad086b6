// `probity invoices`: issues the invoices and credit notes of a month, of one account or of all, and lists them.
import type { Ctx } from '../../context.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import type { Invoice } from '../../features/invoices/invoice.ts';
import { listInvoices } from '../../features/invoices/invoice-actions.ts';
import { lastMonth, statusOf } from '../../features/invoices/invoice-rules.ts';
import { issueOfAccounts } from '../../features/invoices/issue-actions.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Entry } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { monthFields as fields, monthIn } from './month-fields.ts';
import { findAccountId, type LookedAfter, refusalOf, textIn } from './subject.ts';

const accountIn = async (ctx: Ctx, entry: Entry): Promise<string | undefined> => {
  const account = textIn(entry, 'account');
  return account === null ? undefined : findAccountId(ctx, account);
};

const rowOf = (ctx: Ctx, invoice: Invoice): Row => ({
  number: invoice.number,
  account: invoice.buyer.account,
  accountId: invoice.accountId,
  id: invoice.id,
  subsidiary: invoice.buyer.subsidiary,
  month: invoice.month,
  credits: invoice.credits?.number ?? null,
  issuedOn: invoice.issuedOn,
  dueOn: invoice.dueOn,
  pence: invoice.netPence,
  feePence: invoice.feesPence,
  vatPence: invoice.vatPence,
  totalPence: invoice.totalPence,
  status: statusOf(invoice, ukDateOf(ctx.now())),
});

export const invoices: LookedAfter = {
  section: 'invoices',
  elsewhere: 'Money is in whole pence, and negative on a credit note. Files for accounting software are at the desk.',
  verbs: {
    issue: {
      summary: 'issue the invoices of a month that is over, and credit notes for what was credited of earlier ones',
      ofAccount: false,
      onlyInJson: ['accountId'],
      fields,
      async run(ctx, _, entry) {
        const month = monthIn(entry);
        if (month > lastMonth(ukDateOf(ctx.now()))) throw refusalOf('month', 'must be over before it is invoiced');
        const account = await accountIn(ctx, entry);
        const all = await listAccounts(ctx, 'system');
        const asked = all.filter(({ id }) => account === undefined || id === account);
        const issued = await issueOfAccounts(ctx, 'system', asked, month);
        return issued
          .filter(({ numbers, refused }) => numbers.length > 0 || refused !== undefined)
          .map(({ accountId, account: name, numbers, refused }) => ({
            account: name,
            accountId,
            issued: numbers.join(' '),
            refused:
              refused === undefined
                ? null
                : Object.entries(refused.fields ?? {})
                    .flatMap(([field, told]) => told.map((one) => `${field} ${one}`))
                    .join('; '),
          }));
      },
    },
    list: {
      summary: 'list the invoices and credit notes of a month',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['accountId', 'id', 'pence', 'feePence', 'vatPence'],
      fields,
      async run(ctx, _, entry) {
        const account = await accountIn(ctx, entry);
        const found = await listInvoices(ctx, 'system', account === undefined ? 'all' : [account], monthIn(entry));
        return found.map((invoice) => rowOf(ctx, invoice));
      },
    },
  },
};

export const describe = describing(invoices);
