// Asks again while somebody looks at a page of the desk.

const refreshMs = 10_000;
// Without input for so long nothing is asked any more, so that an abandoned session ends.
const awakeMs = 15 * 60_000;

/** Starts after the first interval, and asks at once when the page is shown again. */
export function keepUpToDate(refresh) {
  let lastInput = Date.now();
  // The next attempt may succeed: nothing is to be said of one that does not.
  const ask = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastInput > awakeMs) return;
    await refresh().catch(() => undefined);
  };
  const repeat = async () => {
    await ask();
    setTimeout(repeat, refreshMs);
  };
  setTimeout(repeat, refreshMs);
  document.addEventListener('visibilitychange', ask);
  for (const input of ['keydown', 'pointermove']) document.addEventListener(input, () => (lastInput = Date.now()));
}
