// The register of suppliers as a CSV file: downloaded, changed in a spreadsheet and sent back, as by `probity suppliers`.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { type ImportedSupplier, importSuppliers, listSuppliers } from '../../../features/suppliers/supplier-actions.ts';
import { mostSupplierRows, supplierFileColumns } from '../../../features/suppliers/supplier-file-rules.ts';
import { supplierChangeText } from '../../../features/suppliers/supplier-rules.ts';
import { csvLines } from '../../../lib/csv.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { readCsv } from '../../../platform/files/spreadsheet.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';
import { suppliersPath } from './supplier-words.ts';

export const supplierFilePath = `${suppliersPath}/file`;

/** Thousands of suppliers with long remarks take less. */
const largestBytes = 5_000_000;

const words: FormWords = {
  file: { input: 'file', begins: 'The file:' },
  name: { input: 'file', begins: 'The file:' },
};

type ShowProblems = (
  request: FormRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors: FieldMessages,
) => Promise<FastifyReply>;

export function supplierImport(pages: Pages<'desk'>, ctx: Ctx, show: ShowProblems): void {
  pages.get(supplierFilePath, { permission: 'read_suppliers', stepUp: 'exports' }, async (_request, reply, user) =>
    sendCsv(
      reply,
      `suppliers-${ukDateOf(ctx.now())}`,
      csvLines(supplierFileColumns, [await listSuppliers(ctx, authorityOf(user))]),
    ),
  );

  pages.post(supplierFilePath, { permission: 'manage_suppliers' }, async (request: FormRequest, reply, user) => {
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), user, errors);
    const { fileName, content } = sentFile(request);
    if (fileName === '') return refuse({ file: ['Choose the CSV file'] });
    const bytes = await readAtMost(content, largestBytes);
    if (bytes === undefined) return refuse({ file: ['The file must be smaller than 5 MB'] });
    const rows = readCsv(bytes, mostSupplierRows);
    let done: readonly ImportedSupplier[] = [];
    const errors = await refusedFields(async () => {
      done = await importSuppliers(ctx, authorityOf(user), rows === 'unreadable' ? undefined : rows);
    }, words);
    return errors === undefined ? showDone(request, reply, done) : refuse(errors);
  });
}

const textOf = ({ before, supplier }: ImportedSupplier) =>
  before === undefined ? 'Added' : `Changed: ${supplierChangeText(before, supplier)}`;

/** The answer to the form itself: nothing else remembers what the file changed. Sending it again changes nothing. */
function showDone(request: FormRequest, reply: FastifyReply, done: readonly ImportedSupplier[]): FastifyReply {
  const countOf = (what: ImportedSupplier['done']) => done.filter((one) => one.done === what).length;
  return renderPage(request, reply, 'desk/suppliers/imported.njk', {
    title: 'The file is imported',
    back: { text: 'Suppliers', href: suppliersPath },
    counts: { added: countOf('added'), changed: countOf('changed'), unchanged: countOf('unchanged') },
    rows: done.filter((one) => one.done !== 'unchanged').map((one) => ({ name: one.supplier.name, text: textOf(one) })),
  });
}
