// Architecture rules for files: names, sizes, exports, first lines.
import { fileRule, isIn, type Rule, roleOf } from './rule.ts';
import { nodesOf } from './sources.ts';

const exportsByName: Rule = fileRule('nothing is exported by default or passed on wholesale', function* (source) {
  for (const node of source.program.body) {
    if (node.type === 'ExportDefaultDeclaration') yield [source.lineOf(node), 'has a default export'];
    if (node.type === 'ExportAllDeclaration') yield [source.lineOf(node), 'is a barrel'];
    if (node.type === 'ExportNamedDeclaration' && node.source !== null && node.exportKind !== 'type') {
      yield [source.lineOf(node), 'passes on what another file exports'];
    }
  }
});

const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/;
const emptyWords = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'service', 'misc', 'base', 'impl'];
const otherRoles = ['controller', 'repository', 'model', 'dao', 'handler', 'handlers', 'interface', 'constants'];

const names: Rule = fileRule('files are named in kebab case by what they hold', function* ({ path }) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!fileName.test(name)) yield [1, `${name} is not kebab case`];
  const words = name.replace('.ts', '').split('-');
  for (const word of words) if (emptyWords.includes(word)) yield [1, `${word} says nothing`];
  if (otherRoles.includes(words.at(-1)!)) yield [1, `${words.at(-1)} is none of the roles`];
});

const rolesInFeatures: Rule = fileRule(
  'roles are for features; what talks to the database has one',
  function* (source) {
    const usesDatabase = source.imports.some(
      ({ from, typesOnly, names: taken }) =>
        from === 'src/platform/db/database.ts' &&
        (!typesOnly || taken.some((name) => name === 'Db' || name === 'Database')),
    );
    const inFeatures = source.path.startsWith('src/features/');
    if (inFeatures && usesDatabase && roleOf(source.path) === undefined && !isIn(source.path, databaseUsers)) {
      yield [1, 'uses the database but its name has no role'];
    }
  },
);

/** Long-running parts that keep a database connection between jobs. */
const databaseUsers = ['src/features/events/sealer.ts'];

const data = [
  'src/features/knowledge/sources.ts',
  'src/features/report-types/tables/',
  'src/platform/outgoing-http/special-addresses.ts',
];

const sizes: Rule = fileRule('no file but data is over 350 lines', function* ({ path, lineCount }) {
  if (lineCount > 350 && !data.some((one) => path.startsWith(one))) yield [lineCount, `has ${lineCount} lines`];
});

const firstLines: Rule = fileRule('a file opens with what it is responsible for', function* ({ text }) {
  if (!/^\/\/ [A-Z`/'"].{15,}/.test(text)) yield [1, 'does not open with a sentence'];
});

/** Classes that distinguish their values from plain objects, besides errors. */
const knownClasses = ['Sql', 'Problems'];

const classes: Rule = fileRule('classes are errors or the few known values', function* (source) {
  for (const node of nodesOf(source.program)) {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') continue;
    const parent = node.superClass?.type === 'Identifier' ? node.superClass.name : '';
    const name = node.id?.name ?? '';
    if (!parent.endsWith('Error') && !knownClasses.includes(name)) yield [source.lineOf(node), `has the class ${name}`];
  }
});

export const shapeRules: readonly Rule[] = [exportsByName, names, rolesInFeatures, sizes, firstLines, classes];
