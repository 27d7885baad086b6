// Inserts a standard sentence into the notes without loading the page again.
const clauses = document.querySelector('[data-clauses]');
const notes = document.querySelector('#notes');

clauses?.querySelector('button').addEventListener('click', (event) => {
  event.preventDefault();
  const select = clauses.querySelector('select');
  if (select.value === '') return;
  const before = notes.value.slice(0, notes.selectionStart);
  const space = before === '' || /\s$/.test(before) ? '' : ' ';
  notes.setRangeText(`${space}${select.value}`, notes.selectionStart, notes.selectionEnd, 'end');
  select.value = '';
  notes.dispatchEvent(new Event('input', { bubbles: true }));
  notes.focus();
});
