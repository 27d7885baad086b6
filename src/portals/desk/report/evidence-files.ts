// The evidence on a report's page: its files in the order in which a screener needs them, and the file that is shown.
import { takesFiles } from '../../../features/attachments/attachment-rules.ts';
import type { CandidateMessage } from '../../../features/cases/candidate-message-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { servesReport } from '../../../features/results/report-evidence-rules.ts';
import type { OrderFile, OrderFiles } from '../../shared/files/order-files.ts';

interface EvidenceFile extends OrderFile {
  readonly isShown: boolean;
  /** Came from the candidate after the form, and nobody has dealt with it. */
  readonly isNew: boolean;
  /** Where the script finds what it shows. */
  readonly source: string;
}

export interface Evidence {
  /** Whether the reader may delete single files. */
  readonly mayDelete: boolean;
  /** What the candidate says that they do not have, and why. */
  readonly lacking: readonly { readonly title: string; readonly reason: string }[];
  readonly groups: readonly { readonly title: string; readonly files: readonly EvidenceFile[] }[];
  /** Undefined if there is no file. */
  readonly shown: (EvidenceFile & { readonly place: number; readonly count: number }) | undefined;
  /** What a file can be evidence for; empty where the reader may not say. */
  readonly choices: readonly { readonly value: string; readonly text: string }[];
}

interface Reading {
  /** The token of the file that the address names. */
  readonly wanted: unknown;
  readonly mayAssign: boolean;
  readonly mayDelete: boolean;
  readonly messages: readonly CandidateMessage[];
  readonly lacking: Evidence['lacking'];
}

export function evidenceOf(
  opened: OpenedReport,
  files: OrderFiles,
  { wanted, mayAssign, mayDelete, messages, lacking }: Reading,
): Evidence {
  const { check, report } = opened;
  const own = files.list.filter((file) => servesReport(file, report, check));
  const ofOrder = files.list.filter((file) => file.reportId === null && !own.includes(file));
  const ofOthers = files.list.filter((file) => !own.includes(file) && !ofOrder.includes(file));
  const inOrder = [...own, ...ofOrder, ...ofOthers];
  const viewable = inOrder.filter(({ kind }) => kind !== 'other');
  const among = viewable.length > 0 ? viewable : inOrder;
  const shown = among.find(({ fileToken }) => fileToken === wanted) ?? among[0];
  const unseen = new Set(messages.filter(({ handledAt }) => handledAt === null).map(({ fileToken }) => fileToken));
  const show = (file: OrderFile): EvidenceFile => {
    const { kind } = file;
    const at = `${files.base}/${file.fileToken}`;
    return {
      ...file,
      isShown: file === shown,
      isNew: unseen.has(file.fileToken),
      source: kind === 'image' ? `${at}/image` : at,
    };
  };
  return {
    mayDelete,
    lacking,
    groups: [
      { title: 'For this report', files: own.map(show) },
      { title: 'For the whole order', files: ofOrder.map(show) },
      { title: 'For other reports', files: ofOthers.map(show) },
    ].filter((group) => group.files.length > 0),
    shown: shown && { ...show(shown), place: among.indexOf(shown) + 1, count: among.length },
    choices:
      mayAssign && takesFiles(check.status)
        ? [
            { value: '', text: 'The whole order' },
            ...check.reports.map(({ id, reportTypeId }) => {
              const label = reportTypeById(reportTypeId)!.label;
              return { value: id, text: id === report.id ? `This report: ${label}` : label };
            }),
          ]
        : [],
  };
}
