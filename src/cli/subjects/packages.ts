// `probity packages`: packages, which clients of the orders interface order by name.
import {
  changePackage,
  createPackage,
  endPackage,
  listPackages,
  readPackage,
} from '../../features/report-types/agreement-actions.ts';
import { adoptStandard } from '../../features/report-types/standard-actions.ts';
import { type StandardId, standardIds } from '../../features/report-types/standards.ts';
import type { Entry, Field } from '../fields.ts';
import { describing } from '../subject-command.ts';
import { idField, namedType, reportsField, reportsOf, typeName } from './report-names.ts';
import { note } from './set-up.ts';
import { listing, type Subject, subsidiariesIn } from './subject.ts';

const itemsOf = (entry: Entry) => reportsOf(entry, true);

const description: Field = { name: 'description', kind: 'text', meaning: 'for people who order it' };
const pence: Field = {
  name: 'pence',
  kind: 'number',
  meaning: 'what a live order of it costs without VAT and fees, in whole pence, instead of the prices of its reports',
};
const subsidiary: Field = {
  name: 'subsidiary',
  kind: 'texts',
  meaning: 'name or id of a subsidiary that orders it; without any, everybody does',
};
const penceOf = ({ pence }: Entry) => pence as number | undefined;

export const packages: Subject = {
  createsInAccount: true,
  creation: {
    section: 'packages',
    fields: [
      { name: 'name', kind: 'text', required: true, meaning: 'unique in the account' },
      description,
      pence,
      subsidiary,
      reportsField,
    ],
    ownNameOf: (refused) => (refused === 'pricePence' ? 'pence' : refused),
    async create(setUp, accountId, entry) {
      const name = String(entry.name);
      const description = (entry.description as string | undefined) ?? '';
      const subsidiaryIds = await subsidiariesIn(setUp.ctx, accountId!, entry.subsidiary);
      const pack = { name, description, pricePence: penceOf(entry), reports: itemsOf(entry), subsidiaryIds };
      const id = await createPackage(setUp.ctx, 'system', accountId!, pack);
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
    change: {
      summary: 'change one for later orders; what is left out stays',
      ofAccount: true,
      fields: [
        idField,
        { name: 'name', kind: 'text', meaning: 'its new name' },
        description,
        pence,
        subsidiary,
        { name: 'everybody', kind: 'flag', meaning: 'not only some subsidiaries order it any more' },
        { name: 'ownPrices', kind: 'flag', meaning: 'the prices of its reports apply again' },
        { ...reportsField, required: undefined, meaning: `instead of its reports: ${reportsField.meaning}` },
      ],
      async run(ctx, accountId, entry) {
        const before = await readPackage(ctx, accountId, Number(entry.id));
        const kept = before.items.map((item) => ({ ...namedType(typeName(item.report_type_id)), ...item }));
        const pack = {
          name: (entry.name as string | undefined) ?? before.name,
          description: (entry.description as string | undefined) ?? before.description,
          pricePence: penceOf(entry) ?? (entry.ownPrices === true ? undefined : (before.price_pence ?? undefined)),
          subsidiaryIds:
            entry.everybody === true
              ? null
              : ((await subsidiariesIn(ctx, accountId, entry.subsidiary)) ?? before.subsidiary_ids),
          reports: entry.reports === undefined ? kept : itemsOf(entry),
        };
        await changePackage(ctx, 'system', accountId, before.id, pack);
        return [{ id: before.id, name: pack.name }];
      },
    },
    end: {
      summary: 'accept no more orders for one',
      ofAccount: true,
      fields: [idField],
      async run(ctx, accountId, { id }) {
        const { name } = await readPackage(ctx, accountId, Number(id));
        await endPackage(ctx, 'system', accountId, Number(id));
        return [{ id: Number(id), name, ended: true }];
      },
    },
    list: listing('list those of the account', async (ctx, accountId) =>
      (await listPackages(ctx, accountId)).map(({ id, name, description, price_pence, subsidiary_ids, items }) => ({
        id,
        name,
        description,
        pence: price_pence,
        subsidiaryIds: subsidiary_ids,
        reports: items.map(({ report_type_id, quantity }) =>
          quantity === 1 ? typeName(report_type_id) : `${quantity} × ${typeName(report_type_id)}`,
        ),
      })),
    ),
  },
};

export const describe = describing(packages);
