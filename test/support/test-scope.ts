// Imported into every test process: the test runner learns by AsyncLocalStorage to which test a call belongs. Its own
// hooks track every promise of the process, which takes a tenth of the time of the tests.
import asyncHooks from 'node:async_hooks';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks;

/** The id of the running test. */
const running = new AsyncLocalStorage<number>();
let register: NonNullable<asyncHooks.HookCallbacks['init']> = () => undefined;

/** The runner's tests extend it. */
class Scope extends AsyncResource {
  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    const id = this.asyncId();
    register(id, '', 0, this);
    return super.runInAsyncScope(() => running.run(id, () => work.apply(self as This, args)));
  }
}

const noHook = { enable: () => noHook, disable: () => noHook };

// For the runner alone, which reads these names while it is loaded.
Object.assign(asyncHooks, {
  AsyncResource: Scope,
  createHook(callbacks: asyncHooks.HookCallbacks) {
    register = callbacks.init ?? register;
    return noHook;
  },
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
});
await import('node:test');
Object.assign(asyncHooks, { AsyncResource, createHook, executionAsyncId });
