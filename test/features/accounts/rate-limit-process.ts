// A process that makes 75 concurrent sandbox requests and prints how many passed; the test beside starts it.
import { countSandbox, refuseOver } from '../../../src/features/accounts/rate-limit-actions.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';

const [, , connection = '', accountId = '', keyUserId = '', at = ''] = process.argv;
const db = openDatabase({ connection: JSON.parse(connection), poolSize: 5, onIdleError: () => {} });
const user = { accountId, keyUserId };
const now = () => new Date(at);
const taken = await Promise.allSettled(
  Array.from({ length: 75 }, async () => refuseOver(await countSandbox({ db, now }, user))),
);
console.log(taken.filter(({ status }) => status === 'fulfilled').length);
await db.close();
