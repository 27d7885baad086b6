// Serialises answers by their wire schemas: a property that the schema does not name is not sent.
import { lazyLibrary } from '../../lib/lazy-library.ts';

type Serialize = (answer: unknown) => string;

const library = lazyLibrary<typeof import('fast-json-stringify')>('fast-json-stringify');

function built(schema: object): Serialize {
  const { build } = library();
  return build(schema as Parameters<typeof build>[0]) as Serialize;
}

/**
 * The library is loaded, and each serialiser built, at first use: building them all at start would take a third of a
 * second.
 */
export function answerSerializer(schema: object): Serialize {
  let serialize: Serialize | undefined;
  return (answer) => {
    serialize ??= built(schema);
    return serialize(answer);
  };
}
