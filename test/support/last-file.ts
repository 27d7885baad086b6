// What a process of a run keeps for its next test files, such as a browser, and ends after its last file.
const ends: (() => Promise<void>)[] = [];
let isRun = false;

/** False if this process runs no queue of files, so that nothing would end it. */
export function endsAfterLastFile(end: () => Promise<void>): boolean {
  if (isRun) ends.push(end);
  return isRun;
}

export async function thenEnd(runFiles: () => Promise<void>): Promise<void> {
  isRun = true;
  await runFiles();
  await Promise.all(ends.map((end) => end()));
}
