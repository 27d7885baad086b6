// Says which documents a candidate is asked for by the saved answers, and whether one is lacking before the form is sent.
import type { Ctx } from '../../context.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import { draftFacts } from './form-page-rules.ts';
import type { OpenForm } from './open-form.ts';
import { isDocumentShown, type WantedDocuments, wantedDocuments } from './wanted-document-rules.ts';

/** What the ordered checks need of this candidate, by the answers that are saved; empty if they need no documents. */
export const wantedOf = ({ types, scope, order, saved }: OpenForm): WantedDocuments[] =>
  wantedDocuments({
    types,
    scope,
    facts: draftFacts(order.facts, scope, saved),
    placeOfWork: order.criminal_details?.place_of_work ?? null,
  });

/** Whether the form cannot be sent before the candidate has added a document. */
export const demandsDocuments = (form: OpenForm): boolean =>
  form.wantsDocumentsFirst && !form.isSubmitted && form.types.some(isDocumentShown) && wantedOf(form).length > 0;

/** Whether one is demanded, and the candidate has added none. */
export async function lacksDocuments(ctx: Ctx, form: OpenForm, orderId: number): Promise<boolean> {
  if (!demandsDocuments(form)) return false;
  return !(await listAttachments(ctx, form.caller, orderId)).some(({ uploadedBy }) => uploadedBy === 'candidate');
}
