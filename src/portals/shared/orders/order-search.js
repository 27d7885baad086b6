// Finds reports in the groups of the order page, as one types: those with an agreed price first, then those that are called so.
const search = document.querySelector('[data-order-search]');
if (search) {
  const input = search.querySelector('input');
  const status = search.querySelector('[role="status"]');
  const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const groups = [...document.querySelectorAll('.app-choices__group')].map((group) => ({
    group,
    isOpenAtFirst: group.open,
    count: group.querySelector('.app-count'),
    choices: [...group.querySelectorAll('.app-choices__one')].map((choice) => {
      const named = wordsIn(choice.querySelector('.app-choices__label').textContent);
      return {
        choice,
        isPriced: 'priced' in choice.dataset,
        ranked: [named, [...named, ...wordsIn(choice.dataset.called)]],
      };
    }),
  }));
  // Packages are not in the groups: a standard such as BPSS is one.
  const packages = [...search.querySelectorAll('[data-package]')].map((line) => ({
    line,
    words: wordsIn(line.dataset.package),
  }));
  for (const { line } of packages) {
    line.querySelector('a').addEventListener('click', (event) => {
      event.preventDefault();
      document.querySelector(event.target.hash).focus();
    });
  }
  const list = groups[0]?.group.parentElement;
  search.hidden = false;

  // The choices of a group that have the words, by their place in `ranked`.
  const found = ({ choices }, asked) =>
    choices
      .map((one) => ({
        ...one,
        rank: one.ranked.findIndex((words) => asked.every((begin) => words.some((word) => word.startsWith(begin)))),
      }))
      .filter(({ rank }) => rank !== -1)
      .map((one) => ({ ...one, place: one.rank + (one.isPriced ? 0 : one.ranked.length) }))
      .sort((one, other) => one.place - other.place);

  const find = () => {
    const asked = wordsIn(input.value);
    const shown = groups.map((one) => ({ ...one, matching: found(one, asked) }));
    for (const { group, count, choices, matching, isOpenAtFirst } of shown) {
      const fieldset = group.querySelector('fieldset');
      for (const { choice } of choices) choice.hidden = true;
      for (const { choice } of matching) {
        choice.hidden = false;
        fieldset.append(choice);
      }
      const ticked = group.querySelector('input:checked') !== null;
      count.textContent = matching.length;
      group.hidden = matching.length === 0;
      group.open = asked.length === 0 ? isOpenAtFirst || ticked : matching.length > 0;
    }
    for (const { line, words } of packages) {
      line.hidden = asked.length === 0 || !asked.every((begin) => words.some((word) => word.startsWith(begin)));
    }
    const bestFirst = shown.toSorted((one, other) => (one.matching[0]?.place ?? 9) - (other.matching[0]?.place ?? 9));
    list?.append(...bestFirst.map(({ group }) => group));
    const total = shown.reduce((sum, { matching }) => sum + matching.length, 0);
    status.textContent = asked.length === 0 ? '' : `${total} ${total === 1 ? 'report' : 'reports'} found`;
  };
  input.addEventListener('input', find);
  // Enter must not send the order.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}
