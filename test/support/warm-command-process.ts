// A process that runs commands one after the other without loading their modules again.
import { runCommand } from '../../src/cli/commands.ts';
import type { Asked } from './warm-commands.ts';

process.on('message', async ({ args, env, end }: Asked) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const code = await runCommand(args);
  // A start that failed leaves its handlers to the end of its process.
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
  process.stdout.write(end);
  process.stderr.write(end);
  process.send?.(code);
});
process.on('disconnect', () => process.exit());
