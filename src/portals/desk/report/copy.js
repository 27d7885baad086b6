// A button beside a value copies it.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  const words = button.firstChild;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('[data-copied]').textContent);
    words.data = 'Copied';
    setTimeout(() => {
      words.data = 'Copy';
    }, 2000);
  });
}
