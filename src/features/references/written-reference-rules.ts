// Which references that were taken by telephone still lack the written one that has to follow; pure.
import type { Attachment } from '../attachments/attachment.ts';
import { questionnaires } from './questionnaires.ts';
import type { Reference } from './reference.ts';

type Taken = Pick<Reference, 'questionnaire' | 'status' | 'reply' | 'repliedAt'>;

/** Why the written one has to follow; undefined where it need not, and of references that nobody took by telephone. */
export const inWritingOf = ({ questionnaire, status, reply }: Omit<Taken, 'repliedAt'>): string | undefined => {
  const { inWriting }: { readonly inWriting?: string } = questionnaires[questionnaire];
  return status === 'answered' && reply.call !== undefined ? inWriting : undefined;
};

/** Whether a file has come since the call with which the written reference may have followed. @param files of the report */
export const hasFollowed = (
  { repliedAt }: Pick<Taken, 'repliedAt'>,
  files: readonly Pick<Attachment, 'createdAt'>[],
): boolean => files.some(({ createdAt }) => repliedAt !== null && createdAt >= repliedAt);
