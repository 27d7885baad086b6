// Single keys of a page at the desk while nobody is typing, and the dialog that lists them. They can be turned off:
// speech software sends letters and digits too.
const memory = 'probity-verdict-keys';
const dialog = document.querySelector('[data-keys-dialog]');
const typed = 'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable]';

function remembered() {
  try {
    return localStorage.getItem(memory);
  } catch {
    return null;
  }
}
let on = remembered() !== 'off';

function showSwitch() {
  for (const button of document.querySelectorAll('[data-keys-toggle]'))
    button.textContent = on ? 'Turn the keys off' : 'Turn the keys on';
  for (const one of document.querySelectorAll('[data-keys-on]')) one.hidden = !on;
  for (const one of document.querySelectorAll('[data-keys-off]')) one.hidden = on;
}

function turn() {
  on = !on;
  showSwitch();
  try {
    localStorage.setItem(memory, on ? 'on' : 'off');
  } catch {
    // Without storage the choice holds for this page.
  }
}

/** The button, link or input of the key; none that is hidden, or that a dialog covers. */
function targetOf(key, modal) {
  return [...document.querySelectorAll('[aria-keyshortcuts]')].find(
    (one) =>
      one.getAttribute('aria-keyshortcuts') === key &&
      (modal === null || modal.contains(one)) &&
      !one.disabled &&
      one.checkVisibility(),
  );
}

function press(target) {
  const isTyped = target.matches(typed);
  if (isTyped || target.type === 'radio') target.focus();
  if (!isTyped) target.click();
}

/**
 * Listens to the keys of the page: each presses or focuses what names it in `aria-keyshortcuts`.
 * @param actions what the other keys do, by key
 */
export function listen(actions) {
  const showKeys = () => {
    for (const row of dialog.querySelectorAll('[data-key]')) row.hidden = actionOf(row.dataset.key) === undefined;
    dialog.showModal();
  };
  const all = { ...actions, '?': showKeys };
  const actionOf = (key) => {
    const modal = document.querySelector('dialog:modal');
    if (modal === null && Object.hasOwn(all, key)) return all[key];
    const target = targetOf(key, modal);
    return target && (() => press(target));
  };
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches(typed);
    if (!on || event.ctrlKey || event.altKey || event.metaKey || isTyping) return;
    const act = actionOf(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  for (const button of document.querySelectorAll('[data-keys-toggle]')) button.addEventListener('click', turn);
  for (const button of document.querySelectorAll('[data-keys-show]')) button.addEventListener('click', showKeys);
  showSwitch();
  // Without the script the keys do nothing.
  for (const hint of document.querySelectorAll('[data-keys-hint]')) hint.hidden = false;
}
