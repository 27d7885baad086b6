// `program-process.ts serve …`: the shipped program with the planted fault of its environment.
import { serveUntilStopped } from '../../../src/cli/serve.ts';
import { readSettings } from '../../../src/config.ts';
import { openProbity } from '../../../src/main.ts';
import { plantIn } from './planting.ts';
import { plantedHere } from './reached.ts';

const { settings, problems } = readSettings();
if (settings === undefined) throw new Error(problems.join('; '));
const planted = plantedHere();
await serveUntilStopped(settings, {
  demo: !process.argv.includes('--no-demo'),
  history: false,
  work: !process.argv.includes('--no-work'),
  open: async (...given) => plantIn(await openProbity(...given), planted),
  ready() {
    process.stdout.write(`ready ${settings.baseUrl}\n`);
  },
});
