// `probity config`: every setting with its value, as a file of settings would say it; secrets only as set or not.
import { describeSettings } from '../config.ts';
import { type Command, helpAsked, readOptions } from './command.ts';

const usage = `probity config [--json]
  Prints every setting with its value. Settings come from the environment, or from the file that PROBITY_CONFIG names;
  docs/configuration.md says what each means.
`;

export const configCommand: Command = async (settings, args) => {
  if (helpAsked(args, usage)) return 0;
  const { json } = readOptions(args, { json: { type: 'boolean' } });
  const described = describeSettings(settings);
  const text =
    json === true
      ? `${JSON.stringify(Object.fromEntries(described.map(({ name, value }) => [name, value])), null, 2)}\n`
      : described.map(({ name, value }) => `${name}=${value}\n`).join('');
  process.stdout.write(text);
  return 0;
};
