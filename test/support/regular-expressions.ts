// Finds every regular expression in a TypeScript source, and proves that it runs in linear time.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };

export interface FoundExpression {
  /** `file:line` */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

export interface Expressions {
  readonly found: readonly FoundExpression[];
  /** Expressions built from values at run time, which cannot be proved. */
  readonly unprovable: readonly string[];
}

/**
 * Finds literals, `RegExp(…)` with literal arguments, and the `pattern` of a TypeBox schema (`Type.…({ pattern: '…'
 * })`).
 */
export function findExpressions(file: string, text: string): Expressions {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: FoundExpression[] = [];
  const unprovable: string[] = [];
  const place = (node: { start: number }) => `${file}:${text.slice(0, node.start).split('\n').length}`;

  const readConstructor = (node: { callee: Node; arguments: readonly Node[]; start: number }) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags] = node.arguments.map(textOf);
    // A literal argument is found separately.
    if (node.arguments[0]?.type === 'Literal' && source === undefined) return;
    if (source === undefined || (node.arguments.length > 1 && flags === undefined)) unprovable.push(place(node));
    else found.push({ at: place(node), source, flags: flags ?? '' });
  };
  const readPattern = (node: { callee: Node; arguments: readonly Node[] }) => {
    if (node.callee.type !== 'MemberExpression' || nameOf(node.callee.object) !== 'Type') return;
    for (const argument of node.arguments) {
      for (const property of argument.type === 'ObjectExpression' ? (argument.properties ?? []) : []) {
        if (nameOf(property.key) !== 'pattern') continue;
        const source = textOf(property.value);
        // `expression.source`: the expression is found where it is written.
        const isSource = property.value?.type === 'MemberExpression' && nameOf(property.value.property) === 'source';
        if (source !== undefined) found.push({ at: place(property), source, flags: '' });
        else if (!isSource) unprovable.push(place(property));
      }
    }
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ at: place(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => readConstructor(node as unknown as Call),
    CallExpression(node) {
      readConstructor(node as unknown as Call);
      readPattern(node as unknown as Call);
    },
  }).visit(program);
  return { found, unprovable };
}

/** The part of the parser's nodes that is used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly value?: Node & { readonly cooked?: string };
  readonly object?: Node;
  readonly property?: Node;
  readonly key?: Node;
  readonly properties?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly Node[];
}

interface Call extends Node {
  readonly callee: Node;
  readonly arguments: readonly Node[];
}

function nameOf(node: Node | undefined): string | undefined {
  return node?.type === 'Identifier' ? node.name : undefined;
}

/** The text of a string literal or a plain template. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions?.length === 0) return node.quasis?.[0]?.value?.cooked;
  return undefined;
}

/** Proofs take seconds each, and stay valid for the same version of the prover. */
const cacheFile = `${import.meta.dirname}/../../node_modules/.cache/regular-expressions-${recheck.version}.json`;

/** The complexity of every expression proved so far on this machine, by `flags/source`. */
const proofs: Record<string, string> = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};

export function keepProofs(): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  // Renamed into place, because another run may be reading.
  writeFileSync(`${cacheFile}.${process.pid}`, JSON.stringify(proofs));
  renameSync(`${cacheFile}.${process.pid}`, cacheFile);
}

/** Why an expression cannot be proved linear; undefined if it is proved. */
export async function whyNotLinear(source: string, flags: string): Promise<string | undefined> {
  const exact = await complexityOf(source, flags);
  if (exact !== 'linear') return exact;
  // The prover treats a bounded count as constant, although `^(?:a|a){40}$` takes 2^40 steps. Without its bounds, an
  // expression may be polynomial (the bound keeps that small), but not exponential.
  const unbounded = withoutBounds(source);
  if (unbounded === source) return undefined;
  const loose = await complexityOf(unbounded, flags);
  return loose === 'linear' || loose === 'polynomial' ? undefined : `${loose} up to its bounds`;
}

/** The first check starts the prover's process; several first checks at a time would start one each. */
let started: Promise<unknown> | undefined;

async function complexityOf(source: string, flags: string): Promise<string> {
  const key = `${flags}/${source}`;
  const known = proofs[key];
  if (known !== undefined) return known;
  started ??= check('a', '');
  await started;
  const automaton = await check(source, flags, { checker: 'automaton', timeout: 60_000 });
  // The prover supports look-around only in part; then the fuzzer searches.
  const isBeyond = automaton.status === 'unknown' && automaton.error.kind === 'unsupported';
  const verdict = isBeyond ? await check(source, flags, { checker: 'fuzz', timeout: 60_000 }) : automaton;
  if (verdict.status === 'unknown') return `unknown (${verdict.error.kind})`;
  const complexity = verdict.status === 'safe' ? 'linear' : verdict.complexity.type;
  proofs[key] = complexity;
  return complexity;
}

/** Replaces counts above 8 by `*`; escapes and classes stay unchanged. */
function withoutBounds(source: string): string {
  const token = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}/gs;
  return source.replace(token, (all: string, least?: string, most?: string) =>
    least === undefined || Number(most ?? least) <= 8 ? all : '*',
  );
}
