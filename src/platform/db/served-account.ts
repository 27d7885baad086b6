// For which account the statements of a request are sent: row-level security lets them see and write its rows only.
import { AsyncLocalStorage } from 'node:async_hooks';

const accounts = new AsyncLocalStorage<string>();

/** Statements of everything that `work` awaits see and write only rows of this account, whatever they forget to name. */
export const servingAccount = <T>(accountId: string, work: () => T): T => accounts.run(accountId, work);

/** Undefined for work of the program itself: jobs, commands, the desk, and finding out who asks. */
export const servedAccount = (): string | undefined => accounts.getStore();
