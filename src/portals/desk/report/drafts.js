// Saves what is typed in a form: a second after typing stops, before any form of the page is sent, and when it is left.
const shown = (savedAt) =>
  new Date(savedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' });

const PAUSE_MS = 1000;
const RETRY_MS = 5000;

function watch(form) {
  const { draft } = form.dataset;
  const status = document.createElement('p');
  status.className = 'app-draft-status';
  status.setAttribute('role', 'status');
  form.append(status);
  let [timer, isChanged, isAway] = [undefined, false, false];
  let saving = Promise.resolve();

  const fields = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string'));

  const send = async () => {
    clearTimeout(timer);
    if (!isChanged) return;
    [isChanged, isAway] = [false, false];
    const body = fields();
    // A browser finishes no larger request for a page that is left.
    const keepalive = String(body).length < 60_000;
    const answer = await fetch(draft, { method: 'POST', body, redirect: 'manual', keepalive }).catch(() => undefined);
    if (answer?.ok) {
      const { savedAt } = await answer.json();
      status.textContent = `Draft saved at ${shown(savedAt)}`;
      return;
    }
    isChanged = true;
    isAway = answer === undefined;
    status.textContent = isAway
      ? 'The service does not answer. What you typed is still here, and is saved when it answers again.'
      : 'Your draft could not be saved. What you typed is still here: if you were signed out, it is kept when you send it.';
    timer = setTimeout(save, RETRY_MS);
  };
  const save = () => {
    saving = saving.then(send);
    return saving;
  };
  form.addEventListener('input', () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE_MS);
  });
  addEventListener('pagehide', () => {
    if (isChanged) navigator.sendBeacon(draft, fields());
  });
  if (form.dataset.draftShown === undefined) void restore(form, draft);
  return { save, isChanged: () => isChanged, isAway: () => isAway };
}

/** Fills a form that the server shows empty. */
async function restore(form, draft) {
  const answer = await fetch(draft, { redirect: 'manual' });
  if (!answer.ok) return;
  const { fields, savedAt } = await answer.json();
  if (savedAt === null) return;
  for (const [name, value] of Object.entries(fields)) {
    const input = form.elements.namedItem(name);
    const isTyped = input?.defaultValue !== undefined && input.value !== input.defaultValue;
    if (input !== null && input.type !== 'hidden' && !isTyped) input.value = value;
  }
  const notice = document.createElement('p');
  notice.className = 'app-draft-notice';
  notice.textContent = `Your draft of ${shown(savedAt)} is back. `;
  const discard = document.createElement('button');
  discard.type = 'submit';
  discard.className = 'app-link-button';
  discard.textContent = 'Discard it';
  discard.setAttribute('formaction', `${draft}/discard`);
  notice.append(discard);
  form.prepend(notice);
}

const drafts = [...document.querySelectorAll('form[data-draft]')].map(watch);
const saveAll = () => Promise.all(drafts.map(({ save }) => save()));
let isSaved = false;

// The page that answers shows the drafts, so they are saved before it is asked for; and a form that nobody would answer
// stays where it is.
document.addEventListener('submit', async (event) => {
  if (isSaved || !drafts.some(({ isChanged }) => isChanged())) return;
  event.preventDefault();
  await saveAll();
  if (drafts.some((draft) => draft.isAway())) return;
  isSaved = true;
  event.target.requestSubmit(event.submitter);
});
document.addEventListener('click', (event) => {
  if (event.target.closest('a[href]') !== null) void saveAll();
});
addEventListener('pageshow', () => {
  isSaved = false;
});
