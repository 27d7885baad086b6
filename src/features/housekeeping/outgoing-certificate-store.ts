// Rows of the certificates of addresses that we call, as they were last seen.
import { type Db, sql } from '../../platform/db/database.ts';

export interface OutgoingCertificate {
  /** With its port, if that is not 443. */
  readonly host: string;
  readonly ends_at: Date;
}

/** The first to end first. */
export function findOutgoingCertificates(db: Db): Promise<OutgoingCertificate[]> {
  return db.rows<OutgoingCertificate>(sql`select host, ends_at from outgoing_certificates order by ends_at, host`);
}

export async function recordOutgoingCertificate(db: Db, seen: OutgoingCertificate & { readonly at: Date }) {
  await db.run(sql`
    insert into outgoing_certificates (host, ends_at, seen_at) values (${seen.host}, ${seen.ends_at}, ${seen.at})
    on conflict (host) do update set ends_at = excluded.ends_at, seen_at = excluded.seen_at`);
}

/** Of addresses that are no longer called. */
export async function deleteOtherCertificates(db: Db, hosts: readonly string[]): Promise<void> {
  await db.run(sql`delete from outgoing_certificates where host <> all(${hosts})`);
}
