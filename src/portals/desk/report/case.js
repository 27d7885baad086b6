// Marks the part of a case that a phone shows, opens the particulars of a part of the outcome with its result, and closes the menu with Escape or a press beside it.
const links = [...document.querySelectorAll('.app-case__link')];
const menu = document.querySelector('.app-menu');

const mark = () => {
  for (const link of links) {
    const isShown = document.querySelector(link.hash)?.checkVisibility() ?? false;
    link.ariaCurrent = isShown ? 'true' : null;
  }
};
const oneIsShown = matchMedia('(max-width: 799px)');
if (document.querySelector('.app-case--whole') === null) {
  const update = () => (oneIsShown.matches ? mark() : undefined);
  for (const [target, event] of [
    [window, 'hashchange'],
    [oneIsShown, 'change'],
  ])
    target.addEventListener(event, update);
  update();
}

for (const details of document.querySelectorAll('[data-opens-with]')) {
  const select = document.getElementById(details.dataset.opensWith);
  select.addEventListener('change', () => {
    details.open ||= select.value !== '';
  });
}

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu?.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
document.addEventListener('pointerdown', (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
