// `probity suppliers`: the register of outside sources to which work is sent out, read from a CSV file and printed as one.
import { readFileSync } from 'node:fs';
import { importSuppliers, listSuppliers } from '../../features/suppliers/supplier-actions.ts';
import { mostSupplierRows, supplierFileColumns } from '../../features/suppliers/supplier-file-rules.ts';
import { typedSupplier } from '../../features/suppliers/supplier-rules.ts';
import { CSV_START, csvLines } from '../../lib/csv.ts';
import { readCsv } from '../../platform/files/spreadsheet.ts';
import { describing } from '../subject-command.ts';
import { type LookedAfter, refusalOf } from './subject.ts';

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw refusalOf('path', `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

export const suppliers: LookedAfter = {
  section: 'suppliers',
  elsewhere: `The file has the columns ${Object.keys(supplierFileColumns).join(', ')}, as the list with --csv prints them. A line without a version is of a new supplier; one of a supplier that was changed or removed since the file was printed is refused. Suppliers that the file does not name stay.`,
  verbs: {
    import: {
      summary: 'add and change suppliers from a CSV file, completely or not at all',
      ofAccount: false,
      fields: [{ name: 'path', kind: 'text', required: true, isArgument: true, meaning: 'the CSV file' }],
      async run(ctx, _, { path }) {
        const rows = readCsv(contentOf(String(path)), mostSupplierRows);
        const done = await importSuppliers(ctx, 'system', rows === 'unreadable' ? undefined : rows);
        return done.map((one) => ({ name: one.supplier.name, done: one.done }));
      },
    },
    list: {
      summary: 'list those of the register',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['id', 'order_at', 'remarks'],
      fields: [{ name: 'csv', kind: 'flag', meaning: 'print a CSV file, which can be changed and imported' }],
      async run(ctx, _, { csv }) {
        const found = await listSuppliers(ctx, 'system');
        if (csv !== true)
          return found.map((one) => ({
            ...{ id: one.id, ...typedSupplier(one) },
            agreement: one.hasAgreementEnded ? 'ended' : '',
          }));
        process.stdout.write(CSV_START);
        for await (const line of csvLines(supplierFileColumns, [found])) process.stdout.write(line);
        return new Map();
      },
    },
  },
};

export const describe = describing(suppliers);
