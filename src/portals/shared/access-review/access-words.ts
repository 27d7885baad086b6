// What a review of access says of somebody: what they may do, what they see, how they sign in, and what changed.
import type { KeyScope } from '../../../features/access/key-scopes.ts';
import type {
  AccessChange,
  DecisionRow,
  ReviewedAccess,
} from '../../../features/access-reviews/access-review-actions.ts';
import { nameKey } from '../../../features/events/set-up-history-actions.ts';
import type { ReviewedUser } from '../../../features/lists/access-review-queries.ts';
import { changeText } from '../account-history/account-history-words.ts';
import { scopesText } from '../keys/keys-pages.ts';
import { britishDate } from '../page-filters.ts';
import { roleTexts } from '../role-texts.ts';

export const decisionTexts = { keep: 'Kept', change: 'Changed', remove: 'Removed' } as const;

type Factors = Pick<ReviewedUser, 'has_passkey' | 'has_app' | 'has_password' | 'has_single_sign_on'>;

export function factorsOf({ has_passkey, has_app, has_password, has_single_sign_on }: Factors): string {
  // Whoever has a password signs in with it although their client has its own sign-in.
  if (has_single_sign_on && has_password && !has_passkey && !has_app) return 'None with the password';
  const factors = [has_passkey && 'Passkey', has_app && 'App', has_single_sign_on && 'Single sign-on'];
  return factors.filter(Boolean).join(', ') || 'None';
}

/** Whose review it is, for words that differ. */
export interface ReviewReader {
  readonly isOfDesk: boolean;
  /** A client does not read the names of the desk. */
  readonly isForClient: boolean;
  /** What the reader calls a subsidiary, as it begins a sentence. */
  readonly unit: string;
  readonly names: ReadonlyMap<string, string>;
}

const called = { user: 'User', key: 'API key', supplier: 'Supplier' } as const;

export const kindText = ({ kind }: Pick<ReviewedAccess, 'kind'>, { isOfDesk }: Pick<ReviewReader, 'isOfDesk'>) =>
  kind === 'user' && isOfDesk ? 'Person of the desk' : called[kind];

export function mayText({ kind, facts: { role, scopes, environment } }: ReviewedAccess): string {
  // Nobody knows them by more than their name any more.
  if (kind === 'user' && role === null) return 'Nothing: the invitation was withdrawn';
  if (kind === 'user') return (roleTexts as Readonly<Record<string, string>>)[String(role)] ?? String(role);
  if (kind === 'supplier') return 'Gets work that is sent out';
  return `${environment === 'test' ? 'Test data' : 'Live data'}: ${scopesText((scopes ?? []) as readonly KeyScope[])}`;
}

export function seesText(
  { kind, sees, ownerName, facts }: ReviewedAccess,
  { isOfDesk }: Pick<ReviewReader, 'isOfDesk'>,
) {
  if (kind === 'supplier') return 'What is sent to it';
  if (kind === 'user' && facts.role === null) return 'Nothing';
  if (sees !== null) return sees.join(', ') || 'No account';
  if (kind === 'key') return `What its user sees: ${ownerName ?? 'unknown'}`;
  return isOfDesk ? 'All accounts' : 'The whole account';
}

const byText = (by: { name: string | null; isDesk: boolean }, { isForClient }: Pick<ReviewReader, 'isForClient'>) =>
  isForClient && by.isDesk ? 'the screening company' : (by.name ?? 'the operator');

export const makerText = ({ madeBy, isMadeByDesk }: ReviewedAccess, reader: Pick<ReviewReader, 'isForClient'>) =>
  madeBy && byText({ name: madeBy, isDesk: isMadeByDesk }, reader);

export const deciderText = (one: DecisionRow, reader: Pick<ReviewReader, 'isForClient'>): string =>
  byText({ name: one.by_name, isDesk: one.is_by_desk }, reader);

function changeWords({ type, resource_id, detail, account_name: account }: AccessChange, reader: ReviewReader): string {
  if (typeof detail.may_see === 'boolean') return detail.may_see ? `Sees ${account} now` : `Sees ${account} no more`;
  const nameOf = (kind: string, id: unknown) => reader.names.get(nameKey(kind, String(id))) ?? 'that was removed';
  const kind = type.startsWith('api_key') ? 'api_key' : type.startsWith('desk') ? 'desk_user' : 'user';
  const { isForClient, unit } = reader;
  const told = { detail, name: nameOf(kind, resource_id), nameOf, orderId: null, creditedPence: null };
  const { title, lines } = changeText(type, { ...told, isForClient, unit });
  const made = type.endsWith('created') ? ['New', ...lines] : lines;
  return made.join('; ') || title;
}

const MOST_SHOWN = 4;

/** Another name or number in the client's own system is no other access. */
const isOfAccess = ({ type, detail }: AccessChange) =>
  !type.endsWith('.changed') ||
  ['role', 'disabled', 'subsidiary_ids', 'access_until', 'may_see'].some(
    (name) => (detail[name] ?? undefined) !== undefined,
  ) ||
  ['subsidiary_ids', 'access_until'].some((name) => detail[name] === null);

/** A line each, the newest first; somebody of the desk has an event in each account that they see. */
export function changeLines(changes: readonly AccessChange[], reader: ReviewReader): string[] {
  const lines = changes.filter(isOfAccess).map((one) => {
    const by = byText({ name: one.by_name, isDesk: one.is_by_desk }, reader);
    return `${changeWords(one, reader)}, ${britishDate(one.occurred_at)}, by ${by}`;
  });
  const once = [...new Set(lines)];
  return once.length <= MOST_SHOWN
    ? once
    : [...once.slice(0, MOST_SHOWN), `and ${once.length - MOST_SHOWN} more changes`];
}
