// `probity invoices`: issues the invoices and credit notes of a month, of one account or of all, and lists them.
import type { Ctx } from '../../context.ts';
import type { Invoice } from '../../features/invoices/invoice.ts';
import { readInvoices } from '../../features/invoices/invoice-actions.ts';
import { settledOf, statusOf } from '../../features/invoices/invoice-rules.ts';
import { issueOfAccounts } from '../../features/invoices/issue-actions.ts';
import type { DeskAccounts } from '../../features/lists/work-queue-queries.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { monthFields as fields, monthIn } from './month-fields.ts';
import { findAccountId, type LookedAfter, textIn } from './subject.ts';

const accountsIn = async (ctx: Ctx, entry: Entry): Promise<DeskAccounts> => {
  const account = textIn(entry, 'account');
  return account === null ? 'all' : [await findAccountId(ctx, account)];
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
  settledPence: settledOf(invoice),
  status: statusOf(invoice, ukDateOf(ctx.now())),
});

const issued: Field = {
  name: 'issued',
  kind: 'flag',
  meaning: 'those issued in the month, for whichever month they are',
};

export const invoices: LookedAfter = {
  section: 'invoices',
  elsewhere:
    'Money is in pounds, with --json in whole pence, and negative on a credit note. Files for accounting software are at the desk.',
  verbs: {
    issue: {
      summary: 'issue the invoices of a month that is over, and credit notes for what was credited of earlier ones',
      ofAccount: false,
      onlyInJson: ['accountId'],
      fields,
      async run(ctx, _, entry) {
        const issued = await issueOfAccounts(ctx, 'system', await accountsIn(ctx, entry), monthIn(entry));
        return issued
          .filter(({ numbers, refused }) => numbers.length > 0 || refused !== undefined)
          .map(({ accountId, account: name, numbers, refused }) => ({
            account: name,
            accountId,
            issued: numbers.join(' '),
            refused:
              refused === undefined
                ? null
                : Object.entries(refused)
                    .flatMap(([field, told]) => told.map((one) => `${field} ${one}`))
                    .join('; '),
          }));
      },
    },
    list: {
      summary: 'list the invoices for a month with their credit notes, or what was issued in it',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['accountId', 'id', 'pence', 'feePence', 'vatPence', 'settledPence'],
      fields: [...fields, issued],
      async run(ctx, _, entry) {
        const asked = { month: monthIn(entry), by: entry.issued === true ? 'issued' : 'charged' } as const;
        const rows: Row[] = [];
        for await (const part of readInvoices(ctx, 'system', await accountsIn(ctx, entry), asked))
          rows.push(...part.map((invoice) => rowOf(ctx, invoice)));
        return rows;
      },
    },
  },
};

export const describe = describing(invoices);
