// `probity SUBJECT VERB`: reads options or a file, does it in one transaction, prints what came of it.
import { readFileSync } from 'node:fs';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { Problems } from '../lib/refusal.ts';
import { type Command, readOptions, UsageError, withProbity } from './command.ts';
import { explainError } from './explain-error.ts';
import { checkedEntry, entryOfOptions, type Field, optionOf, parseArgsOptions } from './fields.ts';
import { printSections, type Row, type Sections } from './output.ts';
import { runSetUp } from './subjects/set-up.ts';
import { findAccountId, type LookedAfter, type Subject, type Verb } from './subjects/subject.ts';

interface Asked extends Pick<Verb, 'fields' | 'ofAccount' | 'onlyReads' | 'onlyInJson'> {
  run(ctx: Ctx, accountId: string | undefined, given: unknown): Promise<Sections>;
}

function askedFor(subject: Subject | LookedAfter, verb: string): Asked | undefined {
  if (verb === 'create' && 'creation' in subject) {
    const { creation, createsInAccount } = subject;
    const run: Asked['run'] = (ctx, accountId, given) => runSetUp(ctx, creation, accountId, given);
    return { fields: creation.fields, ofAccount: createsInAccount, run };
  }
  const found = subject.verbs[verb];
  const section = 'creation' in subject ? subject.creation.section : subject.section;
  if (found === undefined) return undefined;
  return {
    ...found,
    async run(ctx, accountId, given) {
      const problems = new Problems();
      const entry = checkedEntry(found.fields, given, '', problems);
      problems.refuse('invalid_fields');
      const ran = await found.run(ctx, accountId ?? '', entry!);
      return ran instanceof Map ? ran : new Map([[section, ran as readonly Row[]]]);
    },
  };
}

function readFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path} cannot be read${code === undefined ? ` as JSON: ${message}` : ` (${code})`}.`);
  }
}

function optionLine(field: Field): string {
  const value =
    field.kind === 'flag'
      ? ''
      : field.oneOf === undefined
        ? ` ${field.kind.toUpperCase()}`
        : ` ${field.oneOf.join('|')}`;
  const option = field.name === 'id' ? '[--id]' : `--${optionOf(field)}`;
  const name = `${option}${value}`;
  return `      ${field.required ? '' : '['}${name}${field.required ? '' : ']'}  ${field.meaning}\n`;
}

const creating = ({ creation, createsInAccount }: Subject) => ({
  verb: 'create',
  summary: 'make one from options, or many with --file FILE.json',
  ofAccount: createsInAccount,
  fields: creation.fields,
});

function usageOf(name: string, summary: string, subject: Subject | LookedAfter): string {
  const described = [
    ...('creation' in subject ? [creating(subject)] : []),
    ...Object.entries(subject.verbs).map(([verb, one]) => ({ verb, ...one })),
  ];
  const parts = described.map(({ verb, summary: what, ofAccount, fields }) => {
    const account = ofAccount ? ' [--account NAME|ID]' : '';
    const options = fields.filter(({ onlyInFiles }) => onlyInFiles === undefined).map(optionLine);
    return `  ${name} ${verb}${account} [--json]\n      ${what}\n${options.join('')}`;
  });
  const fields = 'creation' in subject ? subject.creation.fields : [];
  const inFiles = fields.filter(({ onlyInFiles }) => onlyInFiles).map((field) => field.name);
  const more = inFiles.length === 0 ? '' : `\nIn files also: ${inFiles.join(', ')}.\n`;
  const elsewhere = 'elsewhere' in subject ? `\n${subject.elsewhere}\n` : '';
  return `probity ${name}: ${summary}\n\n${parts.join('\n')}${more}${elsewhere}`;
}

/** `show ID` is `show --id ID`. */
function withNamedId(fields: readonly Field[], args: readonly string[]): readonly string[] {
  const isNamed = args[0]?.startsWith('-') === false && fields.some(({ name }) => name === 'id');
  return isNamed ? ['--id', ...args] : args;
}

async function runVerb(
  settings: Settings,
  asked: Asked,
  args: readonly string[],
  mayReadFile: boolean,
): Promise<number> {
  const nameOf = (name: string) => `--${optionOf(asked.fields.find((field) => field.name === name) ?? { name })}`;
  const values = readOptions(withNamedId(asked.fields, args), {
    ...parseArgsOptions(asked.fields),
    json: { type: 'boolean' },
    ...(asked.ofAccount ? { account: { type: 'string' } } : {}),
    ...(mayReadFile ? { file: { type: 'string' } } : {}),
  });
  const { json, account } = values;
  // Where the verb takes no file, `--file` would be an option of its own, as `--account` is of some.
  const file = mayReadFile ? values.file : undefined;
  const options = entryOfOptions(asked.fields, values);
  const [option] = Object.keys(options);
  if (file !== undefined && option !== undefined) {
    throw new UsageError(`--file and ${nameOf(option)} exclude each other.`);
  }
  const given = file === undefined ? options : readFile(String(file));
  try {
    const sections = await withProbity(settings, async ({ ctx }) => {
      const accountId = asked.ofAccount ? await findAccountId(ctx, account as string | undefined) : undefined;
      return asked.run(ctx, accountId, given);
    });
    printSections(sections, json === true, asked.onlyInJson);
    return 0;
  } catch (error) {
    // In the words of whoever is reading: options where these were given, paths into the file otherwise.
    const asGiven = file === undefined ? { nameOf } : {};
    process.stderr.write(explainError(error, settings, { ...asGiven, onlyReads: asked.onlyReads }));
    return 1;
  }
}

export function subjectCommand(name: string, summary: string, subject: Subject | LookedAfter): Command {
  return async (settings, [verb, ...args]) => {
    if (verb === undefined || verb === 'help' || verb === '--help' || args.includes('--help')) {
      process.stdout.write(usageOf(name, summary, subject));
      return verb === undefined ? 2 : 0;
    }
    const asked = askedFor(subject, verb);
    if (asked === undefined)
      throw new UsageError(`There is no \`probity ${name} ${verb}\`.\n\n${usageOf(name, summary, subject)}`);
    return runVerb(settings, asked, args, verb === 'create');
  };
}
