// How far the candidate has come with the form: how many of its steps, and when they were last at it; never what they answered.
import type { Authority, Ctx, Tenant } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { findFilledForm } from './form-actions.ts';
import { formStandings } from './form-page-rules.ts';

export interface FormProgress {
  readonly complete: number;
  readonly steps: number;
  /** When an answer was last saved; null before the first. */
  readonly lastSavedAt: Date | null;
}

/** Undefined once nothing is known of the person. */
export async function readFormProgress(
  ctx: Ctx,
  reader: Tenant & Authority,
  checkId: string,
): Promise<FormProgress | undefined> {
  demand(reader, 'read_checks', 'read_reports');
  const form = await findFilledForm(ctx, reader, checkId);
  if (form === undefined) return undefined;
  const standings = formStandings(form.order.facts, form.scope, form.saved);
  const complete = standings.filter(({ status }) => status === 'complete').length;
  return { complete, steps: standings.length, lastSavedAt: form.lastSavedAt };
}
