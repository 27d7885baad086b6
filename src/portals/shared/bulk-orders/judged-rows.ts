// Judges every row of a spreadsheet as an order would be judged.
import { homeOf } from '../../../features/access/scope-rules.ts';
import { readAccount } from '../../../features/accounts/account-actions.ts';
import type { BulkRow } from '../../../features/orders/bulk-order-actions.ts';
import { readStated } from '../../../features/stated-staff/stated-staff-actions.ts';
import type { SheetRow } from '../../../lib/sheet-rows.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { orderBodyOf, typedText } from '../orders/order-form.ts';
import { type AskedOrder, judged } from '../orders/order-submission.ts';
import { rowOrderOf } from './bulk-row-orders.ts';
import { columnTitleOf, repeatedRows } from './bulk-rows.ts';
import type { Problem } from './sent-table.ts';

export interface JudgedRow extends BulkRow {
  readonly problems: readonly Problem[];
}

export const itemsOf = (chosen: AskedOrder['chosen']) =>
  chosen.map(({ type, quantity }) => ({ report_type_id: type.id, quantity }));

/** Where a cell is empty, what was given for all holds. @param employer the name of the account */
async function judgeRow(one: AskedOrder, row: SheetRow, employer: string): Promise<JudgedRow> {
  const { typed, chosen, hasOwn, errors: ofCells } = rowOrderOf(one.typed, row.typed, { ...one, employer });
  const { errors, caller, submission } = await judged({ ...one, typed, chosen }, '');
  // A cell that names nothing we know is the reason of what else is missing there.
  const problems = Object.entries({ ...errors, ...ofCells }).flatMap(([input, texts]) =>
    texts.map((text) => ({ column: columnTitleOf(input, one.orderer.units), text })),
  );
  const items = hasOwn ? itemsOf(chosen) : null;
  const { rowNumber } = row;
  const [startsOn, isUrgent] = [submission.startsOn ?? null, submission.isUrgent === true];
  const named = typedText(row.typed, 'staff');
  const statedId = isUuid(named) ? named : null;
  return {
    rowNumber,
    subsidiaryId: homeOf(caller),
    statedId,
    items,
    body: orderBodyOf(typed, chosen, one.orderable),
    startsOn,
    workKind: submission.workKind,
    isUrgent,
    listGrounds: submission.listGrounds,
    law: submission.law,
    problems,
  };
}

/** Rows that are judged at once: each may ask a name server about the domain of its email address. */
const judgedAtOnce = 20;

/**
 * Every row as an order would be judged. @param repeated what is wrong with rows because of others, by their numbers: a candidate who
 * stands there twice, or with the address of another
 */
export async function judgeRows(
  one: AskedOrder,
  rows: readonly SheetRow[],
  repeated = repeatedRows(rows),
): Promise<JudgedRow[]> {
  const withRepeated = (row: JudgedRow) => {
    const text = repeated.get(row.rowNumber);
    return text === undefined ? row : { ...row, problems: [...row.problems, { column: '', text }] };
  };
  const { name: employer } = await readAccount(one.ctx, one.orderer.caller.accountId);
  const read: JudgedRow[] = [];
  for (let at = 0; at < rows.length; at += judgedAtOnce) {
    const some = rows.slice(at, at + judgedAtOnce);
    read.push(...(await Promise.all(some.map((row) => judgeRow(one, row, employer)))));
  }
  const named = read.flatMap(({ statedId }) => statedId ?? []);
  const seen = await readStated(one.ctx, one.orderer.caller, named);
  // Who is not seen, or was removed, is nobody.
  return read.map(({ statedId, ...row }) =>
    withRepeated({ ...row, statedId: statedId !== null && seen.has(statedId) ? statedId : null }),
  );
}
