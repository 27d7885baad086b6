// Inserts the usual text when another question is chosen, unless the text was changed.
const question = document.querySelector('[data-query-question]');
const text = document.getElementById('text');
const insert = document.querySelector('[data-query-insert]');

if (question !== null && text !== null) {
  const template = () => question.selectedOptions[0]?.dataset.template ?? '';
  let inserted = template();
  const use = () => {
    inserted = template();
    text.value = inserted;
  };
  question.addEventListener('change', () => {
    if (text.value === inserted || text.value.trim() === '') use();
  });
  insert.addEventListener('click', (event) => {
    event.preventDefault();
    use();
    text.focus();
  });
}
