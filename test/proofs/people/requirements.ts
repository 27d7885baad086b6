// The rows of chapters 6 and 7 of docs/asvs.md, and the tests that they name.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Requirement {
  readonly number: string;
  /** `holds`, `in part`, `missing` or `not applicable`. */
  readonly state: string;
  readonly reason: string;
  /** Test files, and proofs by their names. */
  readonly tests: readonly string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const row = /^\| ([67]\.\d+\.\d+) \| \d \| [^|]+ \| ([^|]+) \| (.+) \|$/gm;

export function readRequirements(text: string): Requirement[] {
  return [...text.matchAll(row)].map(([, number = '', state = '', reason = '']) => ({
    number,
    state,
    reason,
    tests: [...reason.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file!),
  }));
}

/** A document or a source that says why, where no test could. */
const saysWhy = ({ reason }: Requirement) =>
  /\]\([\w./#-]+\)|`src\/[\w./-]+`/.test(reason) || /^(?:none|32 characters)/.test(reason);

/** Rows that hold by nothing, and tests that do not exist. */
export function problemsOf(requirements: readonly Requirement[]): string[] {
  return requirements.flatMap((one) => {
    const { number, state, tests } = one;
    if (state === 'missing') return [`${number} is missing`];
    if (state === 'not applicable') return [];
    const absent = tests.filter((file) => !existsSync(`${root}${file}`));
    if (absent.length > 0) return [`${number} names tests that do not exist: ${absent.join(', ')}`];
    return tests.length === 0 && !saysWhy(one) ? [`${number} names no test`] : [];
  });
}
