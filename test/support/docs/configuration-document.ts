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

Printed from \`src/config.ts\` by \`npm run docs\`; do not edit.

Each setting is read from the environment, or from the file in \`PROBITY_CONFIG\` with one \`NAME=value\` per line; the
environment takes precedence. An empty value counts as none. A secret may stand in a file of its own, which \`NAME_FILE\`
names instead of \`NAME\`. \`npx probity config\` prints the current settings. If any setting is wrong, the program reports all
problems and does not start.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`;
}
