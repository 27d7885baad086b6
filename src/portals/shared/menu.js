// Shows the entry of this page in the menu, which a phone scrolls sideways.
const list = document.querySelector('.app-rail__list');
const current = list?.querySelector('[aria-current]')?.parentElement;
if (current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
