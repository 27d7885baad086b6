// When a review of access is due, which access a decision was about, and who decides about whom; pure.
import { canonicalJson } from '../../lib/canonical-json.ts';
import { addMonths, type IsoDate } from '../../lib/dates.ts';
import { fingerprint } from '../../lib/fingerprint.ts';

export const subjectKinds = ['user', 'key', 'supplier'] as const;
export type SubjectKind = (typeof subjectKinds)[number];
export type Decision = 'keep' | 'change' | 'remove';

/** The access of somebody, as it is stored with a decision about it. */
export interface AccessFacts {
  /** Null of a key, of a supplier, and of an invitation that was withdrawn. */
  readonly role: string | null;
  /** Of a key. */
  readonly scopes: readonly string[] | null;
  /** The ids of the subsidiaries, or for the desk of the accounts; null for all of them, and of a key for what its user sees. */
  readonly sees: readonly string[] | null;
  /** Of a key: live or test data. */
  readonly environment: string | null;
  readonly has_passkey: boolean;
  readonly has_app: boolean;
  readonly has_password: boolean;
  readonly has_single_sign_on: boolean;
  readonly is_invited: boolean;
  readonly access_until: IsoDate | null;
  /** ISO; null if none is known. */
  readonly last_sign_in_at: string | null;
  readonly last_used_at: string | null;
}

const listed = (values: readonly string[] | null) => values && [...values].toSorted().join();

/** Whether somebody may do the same: a decision about less says nothing of more. */
export const isSameAccess = (one: AccessFacts, other: AccessFacts): boolean =>
  one.role === other.role && listed(one.scopes) === listed(other.scopes) && listed(one.sees) === listed(other.sees);

/**
 * Of all that a review shows of somebody's access but when it was used last: a tick keeps exactly this, and nothing that
 * became of it since.
 */
export const accessMark = ({ last_sign_in_at: _, last_used_at: __, ...facts }: AccessFacts): string =>
  fingerprint(canonicalJson({ ...facts, scopes: listed(facts.scopes), sees: listed(facts.sees) }));

/** Undefined where nobody is reminded. @param since of the last review that ended, else when there was first anybody to review */
export const reviewDueOn = (months: number, since: IsoDate): IsoDate | undefined =>
  months === 0 ? undefined : addMonths(since, months);

/** Nobody decides about their own access while somebody else can. @param deciders the ids of those who may decide */
export const decidesOwn = (userId: string, deciders: readonly string[]): boolean =>
  !deciders.some((id) => id !== userId);
