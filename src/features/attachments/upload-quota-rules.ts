// How many files, and how many bytes, a check, its candidate and an account may add; pure.
import { Refusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';

export interface StoredFiles {
  readonly files: number;
  readonly bytes: number;
}

export interface UploadRoom {
  readonly check: StoredFiles;
  /** Of the check, by its candidate. */
  readonly candidate: StoredFiles;
  readonly account_bytes: number;
}

export interface QuotaSettings {
  readonly attachmentFilesPerCheck: number;
  readonly attachmentBytesPerCheck: number;
  readonly attachmentBytesPerDay: number;
}

/** The rest of a check's room is for its client and the screeners. */
const CANDIDATE_SHARE = 5;

const RETRY_SECONDS = 3600;

const isFull = (
  { files, bytes }: StoredFiles,
  { attachmentFilesPerCheck, attachmentBytesPerCheck }: QuotaSettings,
  share = 1,
) => files >= attachmentFilesPerCheck / share || bytes >= attachmentBytesPerCheck / share;

/** The refusal of one more file; undefined if there is room for it. Files that arrive at once may pass it by a few. */
export function quotaRefusal(stored: UploadRoom, settings: QuotaSettings, isCandidate: boolean): Refusal | undefined {
  if (stored.account_bytes >= settings.attachmentBytesPerDay) return new Refusal('rate_limited', {}, RETRY_SECONDS);
  if (isFull(stored.check, settings) || (isCandidate && isFull(stored.candidate, settings, CANDIDATE_SHARE))) {
    return new Refusal('state_does_not_allow', { orderId: [problemSentence('order_full_of_files')] });
  }
  return undefined;
}
