// What every place is that keeps records besides the database: docs/forwarding.md has the contract.

/** A record of security that is kept elsewhere too. */
export interface ForwardedRecord {
  readonly kind: 'security_event' | 'audit_head';
  /** Of printable ASCII without spaces; the same when the record is sent again. */
  readonly id: string;
  /** Its type in at most 32 characters. */
  readonly type: string;
  readonly at: Date;
  readonly severity: 'alert' | 'warning' | 'notice';
  /** The record in JSON, in one line. */
  readonly line: string;
}

export interface Destination {
  /**
   * Resolves when the destination has all of them, in this order. Rejects otherwise: some may have arrived, and all are
   * sent again.
   */
  send(records: readonly ForwardedRecord[]): Promise<void>;
}
