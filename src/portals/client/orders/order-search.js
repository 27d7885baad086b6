// Finds reports by name in the groups of the order page, as one types.
const search = document.querySelector('[data-order-search]');
if (search) {
  const input = search.querySelector('input');
  const status = search.querySelector('[role="status"]');
  const groups = [...document.querySelectorAll('.app-choices__group')];
  const openAtFirst = new Map(groups.map((group) => [group, group.open]));
  search.hidden = false;

  const find = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of groups) {
      let shown = 0;
      for (const choice of group.querySelectorAll('.app-choices__one')) {
        const text = choice.textContent.toLowerCase();
        choice.hidden = !words.every((word) => text.includes(word));
        if (!choice.hidden) shown += 1;
      }
      const ticked = group.querySelector('input:checked') !== null;
      group.hidden = shown === 0;
      group.open = words.length === 0 ? openAtFirst.get(group) || ticked : shown > 0;
      found += shown;
    }
    status.textContent = words.length === 0 ? '' : `${found} ${found === 1 ? 'report' : 'reports'} found`;
  };
  input.addEventListener('input', find);
  // Enter must not send the order.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}
