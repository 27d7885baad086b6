// The command line: `probity COMMAND`.
import { runCommand } from './commands.ts';

// The reader of a pipe, such as `head`, may have enough: 141 is what a shell reports of a program that SIGPIPE ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});

const given = process.argv.slice(2);
process.exitCode = await runCommand(given.length === 0 ? ['serve'] : given);
// A failed start may leave sockets or timers open; everything that needed closing is closed.
if (process.exitCode !== 0) process.exit();
