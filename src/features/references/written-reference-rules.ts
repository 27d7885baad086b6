// Which references that were taken by telephone still lack the written one that has to follow; pure.
import type { Attachment } from '../attachments/attachment.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import type { ActivityHistoryParams } from '../requirements/activity-history-requirement.ts';
import { askedBy } from '../requirements/requirement-rules.ts';
import type { Questionnaire } from './questionnaire.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';
import type { Reference } from './reference.ts';

type Taken = Pick<Reference, 'questionnaire' | 'status' | 'reply' | 'repliedAt'>;
type Ordered = readonly Pick<Report, 'reportTypeId'>[];

/** The standards by which these reports ask for a history, each by itself: together they may have none in common. */
const standardsOf = (reports: Ordered) =>
  reports.flatMap(({ reportTypeId }) =>
    askedBy(reportTypeById(reportTypeId)?.requires ?? []).flatMap(({ id, params }) =>
      id === 'activity_history' ? ((params as ActivityHistoryParams).standard ?? []) : [],
    ),
  );

/** Why an answer by telephone to this questionnaire is not enough; undefined where it is. @param reports all of the order */
export function whyInWriting(id: QuestionnaireId, reports: Ordered): string | undefined {
  const { inWriting, inWritingBy = {} }: Questionnaire = questionnaires[id];
  return inWriting ?? standardsOf(reports).flatMap((standard) => inWritingBy[standard] ?? [])[0];
}

/** Why the written one has to follow; undefined where it need not, and of references that nobody took by telephone. */
export const inWritingOf = (
  { questionnaire, status, reply }: Omit<Taken, 'repliedAt'>,
  reports: Ordered,
): string | undefined =>
  status === 'answered' && reply.call !== undefined ? whyInWriting(questionnaire, reports) : undefined;

/** Whether a file has come since the call with which the written reference may have followed. @param files of the report */
const hasFollowed = (
  { repliedAt }: Pick<Taken, 'repliedAt'>,
  files: readonly Pick<Attachment, 'createdAt'>[],
): boolean => files.some(({ createdAt }) => repliedAt !== null && createdAt >= repliedAt);

/** Whether the written one has to follow, and has not. @param files of the order */
export const lacksWriting = (
  reference: Taken & Pick<Reference, 'reportId'>,
  reports: Ordered,
  files: readonly Pick<Attachment, 'createdAt' | 'reportId'>[],
): boolean =>
  inWritingOf(reference, reports) !== undefined &&
  !hasFollowed(
    reference,
    files.filter(({ reportId }) => reportId === reference.reportId),
  );
