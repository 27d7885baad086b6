// The command line: `probity COMMAND`.
import { runCommand } from './commands.ts';

const given = process.argv.slice(2);
process.exitCode = await runCommand(given.length === 0 ? ['serve'] : given);
// A failed start may leave sockets or timers open; everything that needed closing is closed.
if (process.exitCode !== 0) process.exit();
