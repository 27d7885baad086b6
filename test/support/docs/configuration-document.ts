// Prints docs/configuration.md from the settings: every name, its default, and its meaning.
import { settingEntries } from '../../../src/config.ts';

/** Escapes text for a table cell. */
const cell = (text: string) => text.replaceAll('|', '\\|');

export function configurationDocument(): string {
  const rows = Object.values(settingEntries).map((entry) => {
    const { name, meaning } = entry;
    const byDefault = 'default' in entry && entry.default !== '' ? `\`${entry.default}\`` : '';
    const secret = 'secret' in entry ? ' Secret: `probity config` shows only whether it is set.' : '';
    return `| \`${name}\` | ${cell(byDefault)} | ${cell(meaning)}${secret} |`;
  });
  return `# Settings

Printed from \`src/config.ts\` by \`npm run docs\`; not to be edited.

Each is read from the environment, or from the file that \`PROBITY_CONFIG\` names, a \`NAME=value\` each line; the
environment wins. An empty value counts as none. \`npx probity config\` prints what is in force. Everything wrong is
reported at once, and nothing starts.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}
