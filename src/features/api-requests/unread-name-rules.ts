// Which names of a request's body the interface did not read: a misspelt property vanishes without a word; pure.

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** What stands for names that are not shown: a name may hold anything, also what somebody typed. */
const LEFT_OUT = '…';
const MOST_NAMES = 20;
/** A body may have a hundred thousand names, and each is compared with all of the interface. */
const MOST_COMPARED = 100;

const inSmallLetters = new WeakMap<object, ReadonlyMap<string, string>>();

/** The names of the interface by their lower case. */
function namesIn(properties: Readonly<Record<string, Shape>>): ReadonlyMap<string, string> {
  const known =
    inSmallLetters.get(properties) ?? new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  inSmallLetters.set(properties, known);
  return known;
}

interface Reading {
  readonly inAnyCase: boolean;
  /** Whether a name that was not read may be shown. */
  readonly isNear: (name: string) => boolean;
}

function* unreadIn(value: unknown, shape: Shape, path: string, reading: Reading): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if (shape.items !== undefined) {
    for (const item of Object.values(value)) yield* unreadIn(item, shape.items, `${path}[]`, reading);
    return;
  }
  // A shape without names takes any.
  const { properties } = shape;
  if (properties === undefined || Array.isArray(value)) return;
  for (const [given, inner] of Object.entries(value)) {
    const name = reading.inAnyCase ? namesIn(properties).get(given.toLowerCase()) : given;
    const property = name !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const shown = name !== undefined && property !== undefined ? name : reading.isNear(given) ? given : LEFT_OUT;
    const at = path === '' ? shown : `${path}.${shown}`;
    if (property === undefined) yield at;
    else yield* unreadIn(inner, property, at, reading);
  }
}

/**
 * `reports[].varient`: each name once, at most twenty among the first hundred, never a value.
 * @param json the parsed body @param shape its wire schema
 */
export function unreadNames(json: unknown, shape: object, reading: Reading): string[] {
  const names = new Set<string>();
  let compared = 0;
  for (const name of unreadIn(json, shape, '', reading)) {
    names.add(name);
    compared += 1;
    if (names.size === MOST_NAMES || compared === MOST_COMPARED) break;
  }
  return [...names];
}
