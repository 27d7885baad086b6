// Imported before anything else, with `--import`: from then on one file of the shipped source reads otherwise, in this process
// and in those that it starts. The fault is JSON in PLANTED_FAULT.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Fault } from './planted-fault.ts';

const { file, find, replace } = JSON.parse(process.env.PLANTED_FAULT ?? '') as Fault;
const planted = new URL(`../../${file}`, import.meta.url);
const parts = readFileSync(planted, 'utf8').split(find);
// The source has moved on: a fault that is planted nowhere, or somewhere else, would show nothing.
if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once: ${find}`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === planted.href ? { ...loaded, source: parts.join(replace) } : loaded;
  },
});
