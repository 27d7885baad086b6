// Hashes passwords with Argon2id (19 MiB, 2 passes, 1 lane: OWASP's first choice); the library is loaded at the first
// use.
const argon2idOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password.normalize('NFC'), argon2idOptions);
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(hashed, password.normalize('NFC'));
}
