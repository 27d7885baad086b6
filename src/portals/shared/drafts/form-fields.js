// Reads and fills the inputs of a form by their names, as somebody typed them.

/** Not a secret, not a file, and not ours. */
const isTyped = (input) =>
  input.matches('input, select, textarea') &&
  input.name !== '' &&
  input.closest('[data-no-draft]') === null &&
  !['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset'].includes(input.type) &&
  input.getAttribute('autocomplete') !== 'one-time-code';

export const typedInputs = (form) => [...form.elements].filter(isTyped);

const isBox = (input) => input.type === 'checkbox' || input.type === 'radio';

function valuesIn(input) {
  if (isBox(input)) return input.checked ? [input.value] : [];
  return input.tagName === 'SELECT' ? [...input.selectedOptions].map(({ value }) => value) : [input.value];
}

/** By name: the values as text, an empty list where no box is ticked. */
export function readFields(form) {
  const fields = new Map();
  for (const input of typedInputs(form)) {
    fields.set(input.name, [...(fields.get(input.name) ?? []), ...valuesIn(input)]);
  }
  return fields;
}

/** Returns whether the input changed. */
function fillInput(input, values, index) {
  if (isBox(input)) {
    const wanted = values.includes(input.value);
    if (input.checked === wanted || (input.type === 'radio' && !wanted)) return false;
    // A click also shows the inputs that belong to the choice.
    input.click();
    return true;
  }
  const value = values[index];
  if (value === undefined || input.value === value) return false;
  input.value = value;
  return true;
}

/** @param fields by name; inputs of other names stay. Returns whether anything changed. */
export function fillForm(form, fields) {
  let isChanged = false;
  const seen = new Map();
  for (const input of typedInputs(form)) {
    const index = seen.get(input.name) ?? 0;
    seen.set(input.name, index + 1);
    const values = fields.get(input.name);
    if (values === undefined || !fillInput(input, values, index)) continue;
    isChanged = true;
    const around = input.closest('details');
    if (around !== null) around.open = true;
  }
  if (isChanged) form.dispatchEvent(new Event('input', { bubbles: true }));
  return isChanged;
}
