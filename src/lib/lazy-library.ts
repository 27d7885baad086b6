// Loads a large library at its first use, because loading it at the start would delay the first answer.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @param name as in an import; give `typeof import('…')` as the type */
export function lazyLibrary<Library>(name: string): () => Library {
  let library: Library | undefined;
  return () => {
    library ??= require(name) as Library;
    return library;
  };
}
