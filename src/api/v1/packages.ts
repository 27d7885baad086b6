// Packages in interface v1: the groups of checks that the account agreed to order together (ours, with the names of
// the order body).
import { listOfferedPackages } from '../../features/report-types/agreement-actions.ts';
import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ok } from '../shared/route.ts';
import { integer, listOf, type Static, Type, text } from '../shared/schemas.ts';
import type { V1Route } from './route.ts';

const CheckGroup = Type.Object(
  {
    checkTypeId: integer({ description: 'Identifier of the type of check.', examples: [1] }),
    checkType: text({ description: 'Name of the type of check.', examples: ['identity'] }),
    quantity: integer({ description: 'Number of checks of this type.', examples: [1] }),
  },
  { title: 'PackageCheckGroup', description: 'Checks of one type.' },
);
const Package = Type.Object(
  {
    id: integer({ description: 'Identifier of the package: the PackageId of an order.', examples: [1] }),
    name: text({ description: 'Name of the package.', examples: ['Driver'] }),
    description: text({ description: 'Purpose of the package.', examples: ['Identity and right to work'] }),
    checkGroups: listOf(CheckGroup, { description: 'The checks of the package.' }),
  },
  { title: 'Package', description: 'Checks that are ordered together.' },
);
const PackageList = Type.Array(Package, { title: 'PackageList', description: 'The packages of the account.' });

type AgreedPackage = Awaited<ReturnType<typeof listOfferedPackages>>[number];

const presentPackage = ({ id, name, description, items }: AgreedPackage): Static<typeof Package> => ({
  id,
  name,
  description,
  checkGroups: items.map(({ report_type_id, quantity }) => {
    const type = reportTypeById(report_type_id);
    const variant = type?.variant ? `:${type.variant}` : '';
    return { checkTypeId: report_type_id, checkType: `${type?.name ?? ''}${variant}`, quantity };
  }),
});

const about = { permission: 'use_api', tag: 'Packages', method: 'GET' } as const;

export const packageRoutes: readonly V1Route[] = [
  {
    ...about,
    url: '/metadata/packages',
    operationId: 'listPackages',
    summary: 'List the packages of the account',
    answer: PackageList,
    handle: async ({ ctx, caller }) => ok((await listOfferedPackages(ctx, caller)).map(presentPackage)),
  },
  {
    ...about,
    url: '/metadata/packages/:id',
    operationId: 'readPackage',
    summary: 'Read a package',
    answer: Package,
    handle: async ({ ctx, caller, params }) => {
      const pack = (await listOfferedPackages(ctx, caller)).find(({ id }) => id === Number(params.id));
      if (pack === undefined) throw new Refusal('not_found');
      return ok(presentPackage(pack));
    },
  },
];
