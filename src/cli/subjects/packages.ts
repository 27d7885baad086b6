// `probity packages`: packages, which clients of the orders interface order by name.
import { createPackage, listPackages } from '../../features/report-types/agreement-actions.ts';
import { adoptStandard } from '../../features/report-types/standard-actions.ts';
import { type StandardId, standardIds } from '../../features/report-types/standards.ts';
import { describing } from '../subject-command.ts';
import { reportsField, reportsOf, typeName } from './report-names.ts';
import { note } from './set-up.ts';
import { listing, type Subject } from './subject.ts';

export const packages: Subject = {
  createsInAccount: true,
  creation: {
    section: 'packages',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'unique in the account' },
      { name: 'description', kind: 'text', meaning: 'for people who order it' },
      reportsField,
    ],
    async create(setUp, accountId, entry) {
      const name = String(entry.name);
      const description = (entry.description as string | undefined) ?? '';
      const reports = reportsOf(entry, 'quantity').map(({ more, ...type }) =>
        more === undefined ? type : { ...type, quantity: more as number },
      );
      const id = await createPackage(setUp.ctx, 'system', accountId!, { name, description, reports });
      note(setUp, 'packages', { id, name });
    },
  },
  verbs: {
    adopt: {
      summary: 'make the package and the group of a standard, and switch their report types on',
      ofAccount: true,
      fields: [{ name: 'standard', kind: 'text', required: true, oneOf: standardIds, meaning: 'the standard' }],
      async run(ctx, accountId, { standard }) {
        const { packageId, groupId, name } = await adoptStandard(ctx, 'system', accountId, standard as StandardId);
        return [{ id: packageId, group: groupId, name }];
      },
    },
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listPackages(ctx, accountId)).map(({ id, name, description, items }) => ({
        id,
        name,
        description,
        reports: items.map(({ report_type_id, quantity }) =>
          quantity === 1 ? typeName(report_type_id) : `${quantity} × ${typeName(report_type_id)}`,
        ),
      })),
    ),
  },
};

export const describe = describing(packages);
