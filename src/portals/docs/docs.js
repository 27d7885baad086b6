// A button above each example copies it.
for (const block of document.querySelectorAll('.app-docs__code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'govuk-button govuk-button--secondary app-docs__copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.before(button);
}
