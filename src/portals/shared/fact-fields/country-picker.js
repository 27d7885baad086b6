// Turns each country select into an input that suggests countries as somebody types; without this script the select stays.
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** What may be typed for a country: its name, and what else it is called. */
const termsOf = (option) => [option.text, ...(option.dataset.aliases?.split('\n') ?? [])].map(plain);

/** 0 for the very name, 1 where a name begins so, 2 where a word of it does; undefined for no match. */
function rankOf(option, typed) {
  const terms = termsOf(option);
  if (terms.includes(typed)) return 0;
  if (terms.some((term) => term.startsWith(typed))) return 1;
  return terms.some((term) => term.split(/[\s(-]+/).some((word) => word.startsWith(typed))) ? 2 : undefined;
}

function suggestions(options, typed) {
  const ranked = options.map((option) => ({ text: option.text, rank: rankOf(option, plain(typed)) }));
  return ranked
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ text }) => text);
}

const texts = {
  en: {
    none: 'No country has this name',
    hint: 'Type a name, then choose with the up and down arrows and Enter.',
  },
  cy: {
    none: 'Nid oes gwlad o’r enw hwn',
    hint: 'Teipiwch enw, yna dewiswch â’r saethau i fyny ac i lawr ac Enter.',
  },
}[document.documentElement.lang];

for (const select of document.querySelectorAll('select[data-country-picker]')) {
  const { id } = select;
  const options = [...select.options].filter(({ value, dataset }) => value !== '' && dataset.asTyped === undefined);
  const described = (select.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  const descriptions = described.map((part) => document.getElementById(part).textContent.trim());
  // What is no country is sent as it was typed: the page that refuses it shows it again.
  const asTyped = select.querySelector('[data-as-typed]') ?? select.appendChild(new Option());
  const choose = (text) => {
    const known = options.find((option) => termsOf(option).includes(plain(text)));
    if (known === undefined) asTyped.value = asTyped.text = text.trim();
    select.value = known?.value ?? text.trim();
  };
  const refused = asTyped.selected ? asTyped.text : '';
  // The library would suggest it.
  if (refused !== '') select.value = '';
  globalThis.accessibleAutocomplete.enhanceSelectElement({
    selectElement: select,
    defaultValue: '',
    displayMenu: 'overlay',
    inputClasses: select.classList.contains('govuk-select--error') ? 'govuk-input--error' : '',
    source: (typed, show) => show(suggestions(options, typed)),
    // Also asked when the input is left without a choice: what stands there counts.
    onConfirm: (chosen) => choose(chosen ?? document.getElementById(id).value),
    tNoResults: () => texts.none,
    tAssistiveHint: () => [...descriptions, texts.hint].join(' '),
  });
  const input = document.getElementById(id);
  if (refused !== '') {
    select.value = refused;
    input.value = refused;
    input.dispatchEvent(new Event('input'));
  }
  input.setAttribute('autocomplete', select.getAttribute('autocomplete'));
  select.removeAttribute('autocomplete');
  select.form.addEventListener('submit', () => choose(input.value));
}
