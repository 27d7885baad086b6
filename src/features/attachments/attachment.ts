// The type of a file attached to an order, without its bytes.
import type { Actor } from '../../context.ts';

/** Encrypted with the applicant's key. */
export interface AttachmentFacts {
  /** The client's name for the file, with its extension; never used in a path. */
  readonly fileName: string;
  readonly description: string;
  /**
   * For which slot of their documents the candidate added it, as which kind, and whether it tells what the client must not
   * learn by it: another name, an illness, prison. Undefined for other files.
   */
  readonly given?: { readonly slot: string; readonly kind: string; readonly isUntold?: true } | undefined;
  /** Lower-case hex. */
  readonly md5: string;
  readonly sha256: string;
}

export interface Attachment extends AttachmentFacts {
  /** In lower case. */
  readonly fileToken: string;
  readonly orderId: number;
  /** Bytes. */
  readonly size: number;
  readonly uploadedBy: Actor;
  readonly createdAt: Date;
  /** The report for which it is evidence; null for evidence of the whole order. */
  readonly reportId: string | null;
}

export interface ListedAttachment extends Attachment {
  /** Whether the client may see it. */
  readonly isPublished: boolean;
  /** Of a restricted person. */
  readonly isRestricted: boolean;
}
