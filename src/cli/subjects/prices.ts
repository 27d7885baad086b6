// `probity prices`: what an account pays for live reports.
import { listPrices, setPrices } from '../../features/report-types/agreement-actions.ts';
import { describing } from '../subject-command.ts';
import { namedType, typeName } from './report-names.ts';
import { note } from './set-up.ts';
import { listing, type Subject } from './subject.ts';

export const prices: Subject = {
  createsInAccount: true,
  creation: {
    section: 'prices',
    fields: [
      { name: 'report', kind: 'text', required: true, meaning: 'name or name:variant' },
      { name: 'pence', kind: 'number', required: true, meaning: 'whole pence' },
    ],
    // The action takes a list of prices; the command sets one.
    ownNameOf: (refused) => (refused.endsWith('.amountPence') ? 'pence' : 'report'),
    async create(setUp, accountId, entry) {
      const { report, pence } = entry as { report: string; pence: number };
      await setPrices(setUp.ctx, 'system', accountId!, [{ ...namedType(report), amountPence: pence }]);
      note(setUp, 'prices', { report, pence });
    },
  },
  verbs: {
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listPrices(ctx, accountId)).map((row) => ({
        report: typeName(row.report_type_id),
        pence: row.amount_pence,
      })),
    ),
  },
};

export const describe = describing(prices);
