// A process that runs commands one after the other without loading their modules again.
import { runCommand } from '../../src/cli/commands.ts';
import type { Asked } from './warm-commands.ts';

const said = { out: '', err: '' };
process.stdout.write = (text: string | Uint8Array) => {
  said.out += String(text);
  return true;
};
process.stderr.write = (text: string | Uint8Array) => {
  said.err += String(text);
  return true;
};

process.on('message', async ({ args, env }: Asked) => {
  Object.assign(said, { out: '', err: '' });
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const code = await runCommand(args);
  process.send?.({ code, ...said });
});
process.on('disconnect', () => process.exit());
