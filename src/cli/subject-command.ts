// `probity SUBJECT VERB`: reads options or a file, runs the verb in one transaction and prints the result.
import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { Problems } from '../lib/refusal.ts';
import type { Opened } from '../main.ts';
import { runs, withProbity } from './command.ts';
import { explainError } from './explain-error.ts';
import { checkedEntry, type Entry, entryOfOptions, type Field, isList, optionOf } from './fields.ts';
import { printSections, type Row, type Sections } from './output.ts';
import { runSetUp } from './subjects/set-up.ts';
import { findAccountId, type LookedAfter, type Subject, type Verb } from './subjects/subject.ts';

interface Asked extends Omit<Verb, 'run'> {
  readonly mayReadFile: boolean;
  readonly inFilesAlso: readonly string[];
  /** It creates, so that it may be the first command of all. */
  readonly mayMake: boolean;
  run(ctx: Ctx, accountId: string | undefined, given: unknown): Promise<Sections>;
}

const creating = ({ creation, createsInAccount }: Subject): Asked => ({
  summary: 'make one from options, or many from a file',
  ofAccount: createsInAccount,
  fields: creation.fields.filter(({ onlyInFiles }) => onlyInFiles === undefined),
  mayReadFile: true,
  mayMake: true,
  inFilesAlso: creation.fields.filter(({ onlyInFiles }) => onlyInFiles).map(({ name }) => name),
  run: (ctx, accountId, given) => runSetUp(ctx, creation, accountId, given),
});

const doing = (section: string, verb: Verb): Asked => ({
  ...verb,
  mayReadFile: false,
  mayMake: false,
  inFilesAlso: [],
  async run(ctx, accountId, given) {
    const problems = new Problems();
    const entry = checkedEntry(verb.fields, given, '', problems);
    problems.refuse('invalid_fields');
    const ran = await verb.run(ctx, accountId ?? '', entry!);
    return ran instanceof Map ? ran : new Map([[section, ran as readonly Row[]]]);
  },
});

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(`It cannot be read${code === undefined ? ` as JSON: ${message}` : ` (${code})`}.`);
  }
}

/** The value of an option in the entry; text in place of a number is refused later, with the other fields. */
function entryValue(field: Field, text: string, earlier: unknown): unknown {
  if (isList(field)) return [...((earlier as readonly string[] | undefined) ?? []), text];
  if (earlier !== undefined) throw new InvalidArgumentError('It is given twice.');
  return field.kind === 'number' && /^\d+$/.test(text) ? Number(text) : text;
}

function optionFor(field: Field): Option {
  const name = `--${optionOf(field)}`;
  const meaning = field.required ? `${field.meaning} (required)` : field.meaning;
  if (field.kind === 'flag') return new Option(name, meaning);
  return new Option(`${name} <${field.oneOf?.join('|') ?? field.kind}>`, meaning).argParser((text, earlier) =>
    entryValue(field, text, earlier),
  );
}

async function runVerb(settings: Settings, asked: Asked, values: Entry, byPlace: ReadonlySet<string>): Promise<number> {
  // As it was typed: an argument has no dashes, nor has what is no option of this verb, such as a setting.
  const nameOf = (name: string) => {
    const field = asked.fields.find((one) => one.name === name);
    return field === undefined || byPlace.has(name) ? name : `--${optionOf(field)}`;
  };
  // A verb that does not need an account may have an `--account` option of its own.
  const account = asked.ofAccount ? (values.account as string | undefined) : undefined;
  try {
    const run = async ({ ctx }: Opened) => {
      const accountId = asked.ofAccount ? await findAccountId(ctx, account) : undefined;
      return asked.run(ctx, accountId, values.file === undefined ? entryOfOptions(asked.fields, values) : values.file);
    };
    const sections = await withProbity(settings, run, asked);
    printSections(sections, values.json === true, asked.onlyInJson);
    return 0;
  } catch (error) {
    // Problems name options if options were given, and paths into the file otherwise.
    const asGiven = values.file === undefined ? { nameOf } : {};
    process.stderr.write(explainError(error, settings, { ...asGiven, onlyReads: asked.onlyReads }));
    return 1;
  }
}

function describeVerb(command: Command, asked: Asked): void {
  const { summary, fields, inFilesAlso } = asked;
  const options = fields.map(optionFor);
  command.summary(summary).description(summary);
  for (const option of options) command.addOption(option);
  if (asked.ofAccount) command.option('--account <name|id>', 'the account; optional if there is only one');
  if (asked.mayReadFile) {
    const file = new Option('--file <file>', 'a JSON file with one or a list of them; - is standard input');
    command.addOption(file.argParser(readJson).conflicts(options.map((option) => option.attributeName())));
  }
  command.option('--json', 'print JSON');
  const inOrder = fields.filter(({ name, isArgument }) => isArgument ?? name === 'id');
  for (const field of inOrder) {
    command.argument(`[${field.name}${isList(field) ? '...' : ''}]`, `the same as --${optionOf(field)}`);
  }
  if (inFilesAlso.length > 0) command.addHelpText('after', `\nIn files also: ${inFilesAlso.join(', ')}.`);
  command.action(
    runs((settings) => {
      const given = inOrder.flatMap((field, place) => {
        const texts = isList(field) ? command.args.slice(place) : command.args.slice(place, place + 1);
        const value = texts.reduce<unknown>((earlier, text) => entryValue(field, text, earlier), undefined);
        return value === undefined ? [] : [{ field, value }];
      });
      const values = Object.fromEntries(given.map(({ field, value }) => [field.option ?? field.name, value]));
      const byPlace = new Set(given.map(({ field }) => field.name));
      return runVerb(settings, asked, { ...values, ...command.opts() }, byPlace);
    }),
  );
}

/** Adds a subject's verbs to its command. */
export function describing(subject: Subject | LookedAfter): (command: Command) => void {
  const section = 'creation' in subject ? subject.creation.section : subject.section;
  return (command) => {
    if ('creation' in subject) describeVerb(command.command('create'), creating(subject));
    for (const [verb, one] of Object.entries(subject.verbs)) describeVerb(command.command(verb), doing(section, one));
    if ('elsewhere' in subject) command.addHelpText('after', `\n${subject.elsewhere}`);
  };
}
