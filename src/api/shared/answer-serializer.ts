// Writes answers by their wire shapes: what a shape does not name is not sent.
import { build } from 'fast-json-stringify';

type Serialize = (answer: unknown) => string;

const serializers = new WeakMap<object, Serialize>();

/** Made at its first use, once for all base paths: making all of them costs the start a fifth of a second. */
export function answerSerializer(schema: object): Serialize {
  let serialize = serializers.get(schema);
  if (serialize === undefined) {
    let made: Serialize | undefined;
    serialize = (answer) => {
      made ??= build(schema as Parameters<typeof build>[0]) as Serialize;
      return made(answer);
    };
    serializers.set(schema, serialize);
  }
  return serialize;
}
