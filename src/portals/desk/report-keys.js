// Keys 1 to 4 choose a result while nobody is typing. They can be turned off: speech software sends letters and digits too.
const memory = 'probity-verdict-keys';
const radios = [...document.querySelectorAll('[data-verdict-key]')];
const hint = document.querySelector('[data-verdict-hint]');

const remembered = () => {
  try {
    return localStorage.getItem(memory);
  } catch {
    return null;
  }
};
let on = remembered() !== 'off';

const show = () => {
  hint.querySelector('[data-verdict-on]').hidden = !on;
  hint.querySelector('[data-verdict-off]').hidden = on;
  for (const chip of document.querySelectorAll('[data-verdict-chip]')) chip.hidden = !on;
};

const isTyping = (target) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type="radio"]), [contenteditable]');

if (hint !== null) {
  hint.hidden = false;
  show();
  for (const button of hint.querySelectorAll('[data-verdict-toggle]')) {
    button.addEventListener('click', () => {
      on = !on;
      show();
      hint.querySelector(`[data-verdict-${on ? 'on' : 'off'}] button`).focus();
      try {
        localStorage.setItem(memory, on ? 'on' : 'off');
      } catch {
        // Remembering is a comfort: without storage the choice holds for this page.
      }
    });
  }
  document.addEventListener('keydown', (event) => {
    if (!on || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    const radio = radios.find((candidate) => candidate.dataset.verdictKey === event.key);
    if (radio === undefined) return;
    radio.checked = true;
    radio.focus();
  });
}
