// `npm run docs`: prints every document that is generated from the program.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printedDocuments } from './documents.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

for (const [path, text] of await printedDocuments()) {
  let before = '';
  try {
    before = readFileSync(`${root}/${path}`, 'utf8');
  } catch {
    // The document does not exist yet.
  }
  if (before !== text) writeFileSync(`${root}/${path}`, text);
  process.stdout.write(`${path}: ${before === text ? 'unchanged' : 'printed'}\n`);
}
