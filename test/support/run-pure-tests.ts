// Runs the tests of pure code, all in this process.
import { pureTests } from './pure-tests.ts';

for (const file of pureTests) await import(new URL(`../../${file}`, import.meta.url).href);
