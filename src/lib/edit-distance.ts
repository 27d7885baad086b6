// How many slips of the keyboard lie between two short texts; pure.

/**
 * The fewest letters that are added, left out, replaced or swapped with their neighbour (optimal string alignment). A text
 * of more than 200 characters is compared by its beginning.
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one].slice(0, 200), [...other].slice(0, 200)];
  let before: number[] = [];
  let above = to.map((_, at) => at).concat(to.length);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwap ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[to.length]!;
}
