// The report types of an account as a CSV file: every type of the catalogue, to change in a spreadsheet and send back.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import {
  agreementFile,
  changeText,
  mostAgreementRows,
  readAgreementFile,
} from '../../../features/report-types/agreement-text-rules.ts';
import {
  type AgreementChange,
  availableById,
  changeAgreements,
  listAvailableTypes,
} from '../../../features/report-types/availability-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { readCsv } from '../../../platform/files/spreadsheet.ts';
import { refusedFields } from '../../shared/field-words.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { readAtMost, sentFile } from '../../shared/files/file-forms.ts';
import { type AccountPages, type FormRequest, type OpenedAccount, renderAccountPage } from './account-request.ts';

/** The catalogue takes less than a tenth of it. */
const largestBytes = 1_000_000;

export type ShowProblems = (
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenedAccount,
  errors: FieldMessages,
) => Promise<FastifyReply>;

export function reportTypeFilePages(pages: AccountPages, ctx: Ctx, show: ShowProblems): void {
  pages.get(
    '/report-types/file',
    { permission: 'read_accounts', stepUp: 'exports' },
    async (_request, reply, { account }) =>
      sendCsv(reply, 'report-types', [agreementFile(availableById(await listAvailableTypes(ctx, account.id)))]),
  );

  pages.post('/report-types/file', { permission: 'manage_agreements' }, async (request, reply, opened) => {
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), opened, errors);
    const { fileName, content } = sentFile(request);
    if (fileName === '') return refuse({ file: ['Choose the CSV file'] });
    const bytes = await readAtMost(content, largestBytes);
    if (bytes === undefined) return refuse({ file: ['The file must be smaller than 1 MB'] });
    const rows = readCsv(bytes, mostAgreementRows);
    let changes: readonly AgreementChange[] = [];
    const errors = await refusedFields(
      async () => {
        const lines = readAgreementFile(rows === 'unreadable' ? undefined : rows);
        const change = {
          agreed: lines
            .filter(({ isOn }) => isOn)
            .map(({ type: { name, variant }, terms }) => ({ name, variant, ...terms })),
          ended: lines.filter(({ isOn }) => !isOn).map(({ type }) => type),
        };
        changes = await changeAgreements(ctx, opened.by, opened.account.id, change);
      },
      { file: { input: 'file', begins: 'The file:' } },
    );
    if (errors !== undefined) return refuse(errors);
    return showChanges(request, reply, opened, { title: 'The file is imported', changes, added: [], notes: [] });
  });
}

interface Changed {
  readonly title: string;
  readonly changes: readonly AgreementChange[];
  /** What else changed. */
  readonly added: readonly string[];
  /** What did not. */
  readonly notes: readonly string[];
  /** Set while it is not done yet: what the form to do it sends. */
  readonly toConfirm?: {
    readonly from: string;
    readonly what: string;
    readonly shown: string;
    readonly button: string;
  };
}

/** The answer to the form itself: nothing else remembers what it changed. Sending it again changes nothing. */
export function showChanges(
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenedAccount,
  { title, changes, added, notes, toConfirm }: Changed,
): FastifyReply {
  const count = changes.length;
  return renderAccountPage(request, reply, 'agreement-changes.njk', opened, {
    title,
    section: 'Report types',
    changed: count === 0 ? 'no report type' : count === 1 ? '1 report type' : `${count} report types`,
    rows: changes.map(({ type, before, after }) => ({ label: type.label, text: changeText(before, after) })),
    added,
    notes,
    toConfirm,
    isSame: count + added.length === 0,
  });
}
