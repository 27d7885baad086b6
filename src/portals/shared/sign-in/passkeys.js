// Asks the browser for a passkey, and sends its answer with the form. Without JavaScript the buttons stay hidden.
for (const button of document.querySelectorAll('[data-passkey]')) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  const { passkey: does, options } = button.dataset;
  const form = button.closest('form');
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const status = form.querySelector('[data-passkey-status]');
    status.textContent = '';
    try {
      const given = JSON.parse(options);
      const credential =
        does === 'create'
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given) });
      form.querySelector('[data-passkey-answer]').value = JSON.stringify(credential);
      form.submit();
    } catch {
      status.textContent = 'No passkey was given. Try again, or use another way.';
    }
  });
}
