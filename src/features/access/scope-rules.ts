// Which subsidiaries somebody sees: those that they are held to, the whole account without any; pure.

/** Of a caller, a user or a key. Null, or left out, for the whole account; never empty. */
export interface Scope {
  readonly subsidiaryIds?: readonly string[] | null;
}

/** Whether a row is theirs to see. @param subsidiaryId of the row; null for one of no subsidiary, which the whole account alone sees */
export const isInScope = ({ subsidiaryIds = null }: Scope, subsidiaryId: string | null): boolean =>
  subsidiaryIds === null || (subsidiaryId !== null && subsidiaryIds.includes(subsidiaryId));

/** Whether all that the inner scope sees, the outer one sees too. */
export const isWithin = (inner: Scope, outer: Scope): boolean =>
  (outer.subsidiaryIds ?? null) === null || (inner.subsidiaryIds?.every((id) => isInScope(outer, id)) ?? false);

/** Where an addition goes that names no subsidiary: to the first that they were given; null for the whole account. */
export const homeOf = ({ subsidiaryIds }: Scope): string | null => subsidiaryIds?.[0] ?? null;

/** Whether they see the same, and add to the same. */
export const isSame = (one: Scope, other: Scope): boolean =>
  isWithin(one, other) && isWithin(other, one) && homeOf(one) === homeOf(other);

/** The scope of what is of one subsidiary, or of none. */
export const scopeOf = (subsidiaryId: string | null): Required<Scope> => ({
  subsidiaryIds: subsidiaryId === null ? null : [subsidiaryId],
});

/** What all of them see, in the order of the first that is held to any; undefined if that is nothing. */
export function sharedScope(scopes: readonly Scope[]): Required<Scope> | undefined {
  const held = scopes.filter(({ subsidiaryIds = null }) => subsidiaryIds !== null);
  const shared = held[0]?.subsidiaryIds?.filter((id) => held.every((one) => isInScope(one, id))) ?? null;
  return shared?.length === 0 ? undefined : { subsidiaryIds: shared };
}
