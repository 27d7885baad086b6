// Reads which job a referee may be told.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Order } from '../checks/check.ts';
import { jobOf } from '../checks/order-reference-rules.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';
import type { AskedForJob } from './told-rules.ts';

const asksAboutJob = (id: QuestionnaireId): boolean =>
  questionnaires[id].sections.some(({ questions }) => questions.some(({ labelOfJob }) => labelOfJob !== undefined));

/** The job that the order names; undefined where the client does not let referees learn it. */
export async function readJobToTell(
  ctx: Ctx,
  caller: Caller,
  order: Order,
  questionnaire: QuestionnaireId,
): Promise<AskedForJob | undefined> {
  demand(caller, 'ask_references');
  const { refereesLearnJob } = await readAccountSettings(ctx, caller.accountId);
  return refereesLearnJob ? { title: jobOf(order), isAskedAbout: asksAboutJob(questionnaire) } : undefined;
}
