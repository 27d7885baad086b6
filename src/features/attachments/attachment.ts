// What a file attached to an order is, apart from its bytes.
import type { Actor } from '../../context.ts';

/** Sealed under the applicant's key. */
export interface AttachmentFacts {
  /** As the client named it, with its extension; never a part of a path of ours. */
  readonly fileName: string;
  readonly description: string;
  /** Lower-case hex. */
  readonly md5: string;
  readonly sha256: string;
}

export interface Attachment extends AttachmentFacts {
  /** Lower-case. */
  readonly fileToken: string;
  readonly orderId: number;
  /** Bytes. */
  readonly size: number;
  readonly uploadedBy: Actor;
  readonly createdAt: Date;
}
