// Writes the mail that asks a candidate for their form.

import { type Caller, type Ctx, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import type { OpenApplicant } from '../applicants/applicant-actions.ts';
import { candidateMailbox, emailTo, type NewEmail } from '../emails/email-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { atHandFor } from '../report-types/wanted-document-rules.ts';
import type { Report } from '../reports/report.ts';
import { askedInForm, formMinutes, timeOfEntries } from '../requirements/form-effort-rules.ts';
import { formUri } from './check-links.ts';
import { dayToSubmit } from './form-deadline-schedule.ts';

interface Invited {
  readonly checkId: string;
  readonly generation?: number;
  readonly activityYears: number | null;
  readonly reports: readonly Pick<Report, 'reportTypeId' | 'name'>[];
  readonly deadlines: Parameters<typeof dayToSubmit>[0];
  /** The planned first day of work. */
  readonly startsOn?: IsoDate | undefined;
  readonly again?: EmailTemplates['check_invitation']['again'];
}

export async function invitation(
  ctx: Ctx,
  caller: Caller,
  { id, key, facts }: Pick<OpenApplicant, 'id' | 'key' | 'facts'>,
  { checkId, generation = 0, activityYears, reports, deadlines, startsOn, again }: Invited,
): Promise<NewEmail> {
  const name = fullName(facts.first_name, facts.last_name);
  const types = reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const asked = askedInForm(requiresOf(types, activityYears));
  return emailTo(ctx, caller, { id, key, checkId }, 'check_invitation', {
    to: candidateMailbox(facts),
    values: {
      candidateName: name,
      formUri: await formUri(ctx, { ...caller, checkId, generation }),
      reports: reports.map((report) => reportTypeById(report.reportTypeId)?.label ?? report.name),
      // Answers that are filled in take no time.
      effort: again?.isFilledIn
        ? undefined
        : {
            minutes: formMinutes(asked),
            entries: timeOfEntries(asked),
            atHand: atHandFor({ types, asked, today: todayFor(ctx, caller) }),
          },
      submitBy: dayToSubmit(deadlines),
      startsOn,
      again,
    },
  });
}
