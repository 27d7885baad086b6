// Serialises answers by their wire schemas: a property that the schema does not name is not sent.
import { createRequire } from 'node:module';

type Serialize = (answer: unknown) => string;

const require = createRequire(import.meta.url);

function built(schema: object): Serialize {
  const { build } = require('fast-json-stringify') as typeof import('fast-json-stringify');
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
