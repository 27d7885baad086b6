// The integrity key of contexts that tests make themselves; the program keeps its own in the database.
import { createIntegrity } from '../../src/platform/encryption/integrity.ts';
import { secretKey } from '../../src/platform/encryption/sealed-value.ts';

export const testIntegrity = createIntegrity(secretKey(Buffer.alloc(32, 7)));
