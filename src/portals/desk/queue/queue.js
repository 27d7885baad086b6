// Keeps the list of the queue up to date, and moves in it by single keys while nobody is typing. The keys can be turned
// off: speech software sends letters too.
const refreshMs = 10_000;
// Without input for so long nothing is asked any more, so that an abandoned session ends.
const awakeMs = 15 * 60_000;
const memory = 'probity-verdict-keys';

const holder = document.querySelector('[data-queue]');
const status = document.querySelector('[data-queue-status]');
const list = () => holder.querySelector('[data-queue-list]');
let lastInput = Date.now();

/** Focus and selection stay with the reports that have them. */
function show(html) {
  const focused = document.activeElement?.id ?? '';
  const selected = new Set([...holder.querySelectorAll('input:checked')].map((box) => box.value));
  const before = list().dataset.count;
  holder.innerHTML = html;
  for (const box of holder.querySelectorAll('input[type="checkbox"]')) box.checked = selected.has(box.value);
  const [action, id] = [focused.replace(/-.*/, ''), focused.replace(/^[a-z]+-/, '')];
  const kept = document.getElementById(focused) ?? (action === '' ? null : document.getElementById(`open-${id}`));
  if (document.activeElement === document.body) kept?.focus({ preventScroll: true });
  const { count } = list().dataset;
  if (count !== before) status.textContent = `${count} ${count === '1' ? 'report' : 'reports'} in this view`;
}

async function refresh() {
  if (document.visibilityState !== 'visible' || Date.now() - lastInput > awakeMs) return;
  const headers = { 'if-none-match': `"${list().dataset.version}"` };
  const answer = await fetch(holder.dataset.rows, { headers, cache: 'no-store', redirect: 'error' });
  if (answer.status === 200) show(await answer.text());
}

async function keepUpToDate() {
  // The next attempt may succeed: nothing is to be said of one that does not.
  await refresh().catch(() => undefined);
  setTimeout(keepUpToDate, refreshMs);
}

setTimeout(keepUpToDate, refreshMs);
document.addEventListener('visibilitychange', () => refresh().catch(() => undefined));
for (const input of ['keydown', 'pointermove']) document.addEventListener(input, () => (lastInput = Date.now()));

const dialog = document.querySelector('[data-queue-dialog]');
const toggle = dialog.querySelector('[data-queue-toggle]');

function remembered() {
  try {
    return localStorage.getItem(memory);
  } catch {
    return null;
  }
}
let on = remembered() !== 'off';

function showSwitch() {
  toggle.textContent = on ? 'Turn the keys off' : 'Turn the keys on';
  dialog.querySelector('[data-queue-off]').hidden = on;
}

toggle.addEventListener('click', () => {
  on = !on;
  showSwitch();
  try {
    localStorage.setItem(memory, on ? 'on' : 'off');
  } catch {
    // Without storage the choice holds for this page.
  }
});
showSwitch();
document.querySelector('[data-queue-hint]').hidden = false;
document.querySelector('[data-queue-keys]').addEventListener('click', () => dialog.showModal());

const links = () => [...holder.querySelectorAll('[data-row] [id^="open-"]')];
const row = () => document.activeElement?.closest('[data-row]');

function move(by) {
  const all = links();
  const at = all.findIndex((link) => link.closest('[data-row]') === row());
  all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
}

const keys = {
  j: () => move(1),
  k: () => move(-1),
  c: () => row()?.querySelector('button[form="claims"]')?.click(),
  x: () => row()?.querySelector('input[type="checkbox"]')?.click(),
  n: () => document.querySelector('#next button')?.click(),
  '/': () => document.getElementById('find').focus(),
  '?': () => dialog.showModal(),
};

const isTyping = (target) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type="checkbox"]), [contenteditable]');

document.addEventListener('keydown', (event) => {
  if (!on || event.ctrlKey || event.altKey || event.metaKey || dialog.open || isTyping(event.target)) return;
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
