// The candidate's agreement where somebody of the desk types for them: read out and answered on the telephone, or signed on paper.
import type { Ctx } from '../../../context.ts';
import {
  type Agreed,
  CONSENT_WORDING,
  consentText,
  markOf,
  wantsSignature,
} from '../../../features/candidate-form/consent.ts';
import { type SaveOutcome, saveAnswer, senderOf } from '../../../features/candidate-form/form-actions.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { formatLongDate, parseDate } from '../../../lib/dates.ts';
import { type FieldMessages, Problems } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { attachSentFile } from '../../shared/files/order-files.ts';
import type { FormRequest } from '../candidate-form-request.ts';

/** How they agreed, or what is missing of it. */
async function agreedIn(
  ctx: Ctx,
  request: FormRequest,
  form: OpenForm,
): Promise<{ readonly agreed: Agreed } | { readonly errors: FieldMessages }> {
  const by = form.typist!.name;
  const body = request.body ?? {};
  if (!wantsSignature(form)) {
    if (body.read_out === 'yes') return { agreed: { how: 'read_out', by } };
    return { errors: { read_out: ['Read the words out, and tick this once the candidate has said yes'] } };
  }
  const on = parseDate(String(body.signed_on ?? '').trim());
  const orderedOn = ukDateOf((await showCheck(ctx, form.caller, form.link.checkId)).createdAt);
  const problems = new Problems();
  if (on === undefined) problems.add('signed_on', 'Enter the day on which they signed');
  else if (on < orderedOn || on > form.scope.today)
    problems.add('signed_on', `They signed between ${formatLongDate(orderedOn)}, when it was ordered, and today`);
  const mark = typedMark(request);
  if (mark === '') problems.add('mark', 'Enter the mark that stands below the signature');
  else if (mark.toUpperCase() !== markOf(consentText(form)))
    problems.add(
      'mark',
      'This is not the mark of the words below. If the paper has it, they changed since it was printed: print the form again, and have the new words signed',
    );
  if (on === undefined || problems.any) return { errors: problems.fields };
  const file = ctx.newId();
  const description = 'Agreement signed by the candidate';
  const errors = await attachSentFile(ctx, senderOf(form), form.orderId, request, { fileToken: file, description });
  return errors === undefined ? { agreed: { how: 'signed', by, on, file } } : { errors };
}

const typedMark = ({ body }: FormRequest): string => String(body?.mark ?? '').trim();

/** What the candidate's own device would send. */
export const takenTicks = (form: OpenForm): Typed => ({
  agrees: 'yes',
  ...(consentText(form).criminalRecord !== undefined && { criminal_record: 'yes' }),
  wording: CONSENT_WORDING,
});

/** Saves the agreement once it is given; otherwise says what is missing. */
export async function saveTakenConsent(
  ctx: Ctx,
  request: FormRequest,
  form: OpenForm,
  seenVersion: number,
): Promise<SaveOutcome | FieldMessages> {
  // No second file is attached for what cannot be saved, such as a form that is sent twice.
  if (wantsSignature(form) && seenVersion !== (form.saved.get('consent')?.version ?? 0)) return 'changed_elsewhere';
  const given = await agreedIn(ctx, request, form);
  if ('errors' in given) return given.errors;
  return saveAnswer(ctx, form, 'consent', { answer: takenTicks(form), seenVersion, agreed: given.agreed });
}

/** For the template: what only paper will do for, and what was typed. */
export const takenConsentModel = (request: FormRequest, form: OpenForm) => ({
  wantsSignature: wantsSignature(form),
  signedOn: String(request.body?.signed_on ?? ''),
  mark: typedMark(request),
});

export const isFieldMessages = (outcome: SaveOutcome | FieldMessages): outcome is FieldMessages =>
  typeof outcome === 'object';
