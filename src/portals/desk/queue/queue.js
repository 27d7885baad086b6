// Keeps the list of the queue up to date, and moves in it by single keys.
import { listen } from '../keys/keys.js';
import { keepUpToDate } from './up-to-date.js';

const holder = document.querySelector('[data-queue]');
const status = document.querySelector('[data-queue-status]');
const list = () => holder.querySelector('[data-queue-list]');

/** No row moves under the pointer: one that left the list stays where it was until the page is loaded again, new ones come last. */
function keepInPlace(shown) {
  const body = holder.querySelector('tbody');
  if (body === null) return;
  const fresh = new Map([...body.querySelectorAll('[data-row]')].map((one) => [one.dataset.row, one]));
  const kept = shown.map((old) => {
    const now = fresh.get(old.dataset.row);
    fresh.delete(old.dataset.row);
    return now ?? leftRow(old);
  });
  body.replaceChildren(...kept, ...fresh.values());
}

function leftRow(one) {
  if (one.classList.contains('app-queue__left')) return one;
  one.classList.add('app-queue__left');
  for (const input of one.querySelectorAll('input, button')) input.remove();
  const action = one.lastElementChild;
  action.textContent = 'Not in this view any more';
  return one;
}

/** Focus and selection stay with the reports that have them. */
function show(html) {
  const focused = document.activeElement?.id ?? '';
  const selected = new Set([...holder.querySelectorAll('input:checked')].map((box) => box.value));
  const before = list().dataset.count;
  const shown = [...holder.querySelectorAll('[data-row]')];
  holder.innerHTML = html;
  keepInPlace(shown);
  for (const box of holder.querySelectorAll('input[type="checkbox"]')) box.checked = selected.has(box.value);
  const [action, id] = [focused.replace(/-.*/, ''), focused.replace(/^[a-z]+-/, '')];
  const kept = document.getElementById(focused) ?? (action === '' ? null : document.getElementById(`open-${id}`));
  if (document.activeElement === document.body) kept?.focus({ preventScroll: true });
  const { count } = list().dataset;
  if (count !== before) status.textContent = `${count} ${count === '1' ? 'report' : 'reports'} in this view`;
}

async function refresh() {
  const headers = { 'if-none-match': `"${list().dataset.version}"` };
  const answer = await fetch(holder.dataset.rows, { headers, cache: 'no-store', redirect: 'error' });
  if (answer.status === 200) show(await answer.text());
}

keepUpToDate(refresh);

const links = () => [...holder.querySelectorAll('[data-row] [id^="open-"]')];
const row = () => document.activeElement?.closest('[data-row]');

function move(by) {
  const all = links();
  const at = all.findIndex((link) => link.closest('[data-row]') === row());
  all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
}

// Several rows at once: from the row that was ticked or left last to the one that is clicked, or reached by the arrows.
const rows = () => [...holder.querySelectorAll('[data-row]')];
const boxOf = (one) => one?.querySelector('input[type="checkbox"]');
const placeOf = (id) => rows().findIndex((one) => one.dataset.row === id);
let anchor;
let reached;

function tickRange(from, to, checked) {
  for (const one of rows().slice(Math.min(from, to), Math.max(from, to) + 1)) {
    const box = boxOf(one);
    if (box) box.checked = checked;
  }
}

holder.addEventListener('click', ({ target, shiftKey }) => {
  const clicked = target.matches('input[type="checkbox"]') ? target.closest('[data-row]') : null;
  if (clicked === null) return;
  const from = placeOf(anchor);
  if (shiftKey && from >= 0) tickRange(from, placeOf(clicked.dataset.row), target.checked);
  anchor = reached = clicked.dataset.row;
});

holder.addEventListener('keydown', (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const here = row();
  if (by === undefined || !event.shiftKey || !boxOf(here)) return;
  event.preventDefault();
  if (reached !== here.dataset.row || !boxOf(here).checked) anchor = here.dataset.row;
  const [from, at] = [placeOf(anchor), placeOf(here.dataset.row)];
  const to = Math.min(Math.max(at + by, 0), rows().length - 1);
  // Back towards where it began, the row that is left is let go.
  if (Math.abs(to - from) < Math.abs(at - from)) boxOf(here).checked = false;
  tickRange(from, to, true);
  reached = rows()[to].dataset.row;
  move(by);
});

listen({
  j: () => move(1),
  k: () => move(-1),
  c: () => row()?.querySelector('button[form="claims"]')?.click(),
  x: () => row()?.querySelector('input[type="checkbox"]')?.click(),
});
