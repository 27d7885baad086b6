// The notes of an order as pages of the desk show them, and the note that a form sends.
import type { Ctx } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { readNotes } from '../../../features/reports/note-actions.ts';
import { typeOf } from './report-moves.ts';

/** Without its key nothing can be written about an erased person. */
export const mayAddNotes = (user: Permitted, key: OpenedReport['key']) =>
  mayDo(user, 'write_notes') && key !== undefined;

export const orderNoteKept = 'It is about the order: the page of each report shows it.';

/** The model of `notes.njk`, with those of all reports of the order. @param action where a new note is sent */
export async function notesModel(
  ctx: Ctx,
  user: Permitted,
  { check, caller, key, action }: Pick<OpenedReport, 'check' | 'caller' | 'key'> & { readonly action: string },
) {
  const labels = new Map(check.reports.map((report) => [report.id, typeOf(report).label]));
  const reportIds = [...labels.keys()];
  const notes = await readNotes(ctx, caller, { reportIds, audience: 'desk', key });
  const nameOf = await readActorNames(
    ctx.db,
    caller.accountId,
    notes.flatMap(({ author, handedTo }) => [author, ...(handedTo === null ? [] : [`user:${handedTo}` as const])]),
  );
  return {
    notes: notes.map((note) => ({
      ...note,
      by: nameOf(note.author).name,
      handedTo: note.handedTo === null ? undefined : nameOf(`user:${note.handedTo}`).name,
      about: note.isOfOrder ? 'Order' : labels.get(note.reportId),
    })),
    action: mayAddNotes(user, key) ? action : undefined,
  };
}

/** The note that a form sent. */
export const noteIn = (body: Readonly<Record<string, unknown>> | null | undefined) => ({
  audience: body?.audience === 'client' ? ('client' as const) : ('desk' as const),
  text: typedText(body?.note),
});

/** A typed text with one form of line ends. */
export const typedText = (value: unknown) => (typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : '');
