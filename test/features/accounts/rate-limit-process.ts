// A process of its own that makes 75 sandbox requests at once and prints how many passed; see the test beside.
import { takeSandboxRequest } from '../../../src/features/accounts/rate-limit-actions.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';

const [, , connection = '', accountId = '', keyUserId = '', at = ''] = process.argv;
const db = openDatabase({ connection: JSON.parse(connection), poolSize: 5, onIdleError: () => {} });
const user = { accountId, keyUserId };
const now = () => new Date(at);
const taken = await Promise.allSettled(Array.from({ length: 75 }, () => takeSandboxRequest({ db, now }, user)));
console.log(taken.filter(({ status }) => status === 'fulfilled').length);
await db.close();
