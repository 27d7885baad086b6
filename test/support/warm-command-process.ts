// A process that runs commands one after the other without loading their modules again.
import { runCommand } from '../../src/cli/commands.ts';
import { until } from './limited-loops.ts';
import { restartLimit } from './process-limit.ts';
import type { Asked, Ended } from './warm-commands.ts';

const endsWithinMs = 10_000;

/** Sockets, timers and such, which keep a process from ending. Node keeps the object of a finished read of a file for the next. */
const keeping = () => process.getActiveResourcesInfo().filter((resource) => resource !== 'FileHandleReadWrap');

/** What a command has left open: its own process would not end. */
async function leftOpen(before: readonly string[]): Promise<string[]> {
  const left = () => {
    const others = [...before];
    return keeping().filter((resource) => {
      const at = others.indexOf(resource);
      if (at >= 0) others.splice(at, 1);
      return at < 0;
    });
  };
  await until(() => left().length === 0, endsWithinMs).catch(() => undefined);
  return left();
}

process.on('message', async ({ args, env, end }: Asked) => {
  restartLimit();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const before = keeping();
  const code = await runCommand(args);
  // A start that failed leaves its handlers, and whatever else was open, to the end of its process.
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  const left = code === 0 ? await leftOpen(before) : [];
  process.stdout.write(end);
  process.stderr.write(end);
  process.send?.({ code, left } satisfies Ended);
});
process.on('disconnect', () => process.exit());
