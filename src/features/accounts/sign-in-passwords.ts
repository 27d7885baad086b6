// Hashes passwords with Argon2id (19 MiB, 2 passes, 1 lane: OWASP's first choice), and refuses those that are easy to
// guess; the libraries are loaded at the first use.
const argon2idOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password.normalize('NFC'), argon2idOptions);
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(hashed, password.normalize('NFC'));
}

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** Of the library's scale: more than 10^10 guesses. */
const SCORE_WANTED = 4;

/**
 * Whether the password is, or is made of, passwords that were breached or are common, keyboard patterns, repetitions and
 * the given words, such as the names of the account and the product.
 */
export async function isEasyToGuess(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(password.normalize('NFC'), [...words]);
  return score < SCORE_WANTED;
}
