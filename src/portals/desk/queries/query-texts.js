// Names on the button whom a query asks, offers what they are asked about, and inserts the usual text and day of it
// unless something else was typed.
const form = document.querySelector('[data-query]');
const kind = form.elements.namedItem('kind');
const text = form.elements.namedItem('text');
const dueOn = form.elements.namedItem('due_on');

/** `candidate` or `client`; the input is hidden where only one of them can be asked. */
const addressee = () => form.elements.namedItem('addressee').value;
const template = () => kind.selectedOptions[0]?.dataset[addressee()] ?? '';
const usualDay = () => form.querySelector(`[name="addressee"][value="${addressee()}"]`)?.dataset.due ?? '';

// Also what an earlier page or a draft filled in may be a usual text, of whichever query.
const usualTexts = new Set([...kind.options].flatMap(({ dataset }) => [dataset.candidate, dataset.client]));
const usualDays = new Set([...form.querySelectorAll('[data-due]')].map(({ dataset }) => dataset.due));

function showAddressee() {
  for (const group of kind.querySelectorAll('optgroup')) {
    const isAsked = ['either', addressee()].includes(group.dataset.of);
    group.hidden = !isAsked;
    // Not every browser hides a group.
    group.disabled = !isAsked;
  }
  if (kind.selectedOptions[0]?.parentElement.disabled) kind.selectedIndex = 0;
  // What was typed stays in sight: a link that belongs to no other kind is refused.
  const isStep = kind.value === 'outside_step';
  form.querySelector('[data-query-step]').hidden = !isStep && form.elements.namedItem('link').value === '';
  form.querySelector('[data-query-send]').textContent = `Send to the ${addressee()}`;
}

function useText() {
  text.value = template();
}

form.addEventListener('change', ({ target }) => {
  if (target.name !== 'addressee' && target !== kind) return;
  showAddressee();
  if (text.value.trim() === '' || usualTexts.has(text.value)) useText();
  if (usualDays.has(dueOn.value)) dueOn.value = usualDay();
});
form.querySelector('[data-query-insert]').addEventListener('click', (event) => {
  event.preventDefault();
  useText();
  text.focus();
});
// The browser may fill in a form that it shows again.
addEventListener('pageshow', showAddressee);
showAddressee();
