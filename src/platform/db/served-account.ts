// For which account the statements of a request are sent: row-level security lets them see and write its rows only.
import { AsyncLocalStorage } from 'node:async_hooks';

const served = new AsyncLocalStorage<readonly string[] | undefined>();

/** Every statement in `work` sees and writes only rows of these accounts, also if it names no account. */
export const servingAccounts = <T>(accountIds: readonly string[], work: () => T): T => served.run(accountIds, work);

export const servingAccount = <T>(accountId: string, work: () => T): T => servingAccounts([accountId], work);

/** For work of the program itself that a request may set off, or that runs in the context of one by chance. */
export const servingNobody = <T>(work: () => T): T => served.run(undefined, work);

/** Undefined for work of the program itself: jobs, commands, the desk, and finding out who asks. */
export const servedAccounts = (): readonly string[] | undefined => served.getStore();
