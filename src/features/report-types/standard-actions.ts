// Makes the package and the group of a standard for an account, with their report types switched on.

import { type Ctx, inTransaction } from '../../context.ts';
import type { Asker } from '../access/permissions.ts';
import { createGroup, createPackage } from './agreement-actions.ts';
import { switchOnTypes } from './availability-actions.ts';
import { namedType } from './report-type-rules.ts';
import { type Standard, type StandardId, standards } from './standards.ts';

function typeNamed(report: string) {
  const found = namedType(report);
  if (!('type' in found)) throw new Error(`a standard names ${report}, which is not in the catalogue`);
  return found.type;
}

/** The report types of a standard, with the options that it demands. */
const reportsOf = ({ clauses }: Standard) =>
  clauses.map(({ report, options = [] }) => {
    const { name, variant } = typeNamed(report);
    return { name, variant, options: options.map((option) => ({ name: option, options: null })) };
  });

/** For the client: one line for each report. */
const descriptionOf = ({ basis, clauses }: Standard) =>
  [
    basis.value,
    ...clauses.map(
      ({ clause, demands, report }) => `${typeNamed(report).label}: ${demands}${clause === null ? '' : ` (${clause})`}`,
    ),
  ].join('\n');

/** Named as the standard is; refuses `name` where the account has one of that name. */
export function adoptStandard(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  id: StandardId,
): Promise<{ readonly packageId: number; readonly groupId: number; readonly name: string }> {
  const standard: Standard = standards[id];
  const reports = reportsOf(standard);
  const name = standard.label;
  return inTransaction(ctx, async (tx) => {
    await switchOnTypes(tx, by, accountId, reports);
    const packageId = await createPackage(tx, by, accountId, {
      name,
      description: descriptionOf(standard),
      standard: id,
      reports,
    });
    return { packageId, groupId: await createGroup(tx, by, accountId, { name, reports }), name };
  });
}
