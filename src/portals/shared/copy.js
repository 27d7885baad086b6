// Buttons beside a value copy it, or give it to the programs of a phone.
const valueBeside = (button) => button.parentElement.querySelector('[data-copied]').textContent;

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  const words = button.firstChild;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(valueBeside(button));
    words.data = 'Copied';
    setTimeout(() => {
      words.data = 'Copy';
    }, 2000);
  });
}
for (const button of document.querySelectorAll('[data-share]')) {
  button.hidden = navigator.share === undefined;
  // Whoever closes the choice of programs refuses the promise.
  button.addEventListener('click', () => navigator.share({ url: valueBeside(button) }).catch(() => {}));
}
