// How many files, and how many bytes, a check, its candidate, its referees and an account may add; pure.
import type { Actor } from '../../context.ts';
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
  /** Of the check, by all its referees. */
  readonly referees: StoredFiles;
  readonly account_bytes: number;
}

export interface QuotaSettings {
  readonly attachmentFilesPerCheck: number;
  readonly attachmentBytesPerCheck: number;
  readonly attachmentBytesPerDay: number;
}

/** The candidate may use a fifth of a check's room, and so may the referees; the rest is for its client and the screeners. */
const LINK_SHARE = 5;

const RETRY_SECONDS = 3600;

const isFull = (
  { files, bytes }: StoredFiles,
  { attachmentFilesPerCheck, attachmentBytesPerCheck }: QuotaSettings,
  share = 1,
) => files >= attachmentFilesPerCheck / share || bytes >= attachmentBytesPerCheck / share;

/** Those who add files by a link; undefined for all others. */
function linkHolderOf(actor: Actor): 'candidate' | 'referees' | undefined {
  if (actor === 'candidate') return 'candidate';
  return actor.startsWith('referee:') ? 'referees' : undefined;
}

/** The refusal of one more file; undefined if there is room for it. Files that arrive at once may pass it by a few. */
export function quotaRefusal(stored: UploadRoom, settings: QuotaSettings, actor: Actor): Refusal | undefined {
  if (stored.account_bytes >= settings.attachmentBytesPerDay) return new Refusal('rate_limited', {}, RETRY_SECONDS);
  const holder = linkHolderOf(actor);
  if (isFull(stored.check, settings) || (holder !== undefined && isFull(stored[holder], settings, LINK_SHARE))) {
    return new Refusal('state_does_not_allow', { orderId: [problemSentence('order_full_of_files')] });
  }
  return undefined;
}
