// Saves what is typed in the forms of a page: a second after typing stops, before a form is sent, and when the page is
// left; and fills it in again when the page is opened again.
import { fillForm, readFields, typedInputs } from './form-fields.js';

const PAUSE_MS = 1000;
/** Also while somebody types without a pause. */
const LONGEST_UNSAVED_MS = 5000;
/** So lately the service answered that it is there for a form that is sent. */
const SURE_MS = 10_000;
const RETRY_MS = { away: 5000, signedOut: 20_000 };
/** A browser finishes no larger request for a page that is left. */
const LONGEST_WHEN_LEFT = 60_000;

const url = document.body.dataset.drafts;
const base = url.slice(0, -'/drafts'.length);
/** `refused` or `next` on a page that answers a form. */
const { answers } = document.body.dataset;
let contactAt = Date.now();
/** By the clock of the service. */
let openedAt;
let isSending = false;

const pathOf = (form) => new URL(form.getAttribute('action') ?? '', location.href).pathname;

/** Of several forms of one path, such as the sections of the settings, the page answers that of its whole address. */
function isOfThisAddress(form) {
  const isHere = (one) => one.method === 'post' && pathOf(one) === location.pathname;
  const isWhole = (one) => addressOf(one) === `${location.pathname}${location.search}`.slice(base.length);
  return isHere(form) && (isWhole(form) || ![...document.forms].some((one) => isHere(one) && isWhole(one)));
}

/** The address to which it is sent; that of a mailed link stays out. */
function addressOf(form) {
  const { pathname, search } = new URL(form.getAttribute('action') ?? '', location.href);
  return `${pathname}${search}`.slice(base.length);
}

const english = {
  away: 'The service does not answer. What you typed is still here, and is saved when it answers again.',
  signedOut:
    base === ''
      ? 'You were signed out. What you typed is still here: sign in again in another window, or send it and sign in then.'
      : 'You were away for a while. What you typed is still here: open your link in another window and enter a new code.',
  failed: 'Your draft could not be saved. What you typed is still here.',
  ended:
    'This form was sent or discarded from another window after you opened this one, so no draft of it is saved. What you typed is still here: send it, or copy it.',
  kept: (when) => `We kept what you typed on ${when}.`,
  noFiles: ' Files are not kept: choose them again.',
  discard: 'Discard it',
};
/** Candidates and referees read Welsh, by a mailed link. */
const welsh = {
  away: 'Nid yw’r gwasanaeth yn ateb. Mae’r hyn a deipioch yma o hyd, a chaiff ei gadw pan fydd yn ateb eto.',
  signedOut:
    'Buoch i ffwrdd am sbel. Mae’r hyn a deipioch yma o hyd: agorwch eich dolen mewn ffenestr arall a rhowch god newydd.',
  failed: 'Nid oedd modd cadw eich drafft. Mae’r hyn a deipioch yma o hyd.',
  ended:
    'Cafodd y ffurflen hon ei hanfon neu ei thaflu o ffenestr arall ar ôl i chi agor hon, felly ni chedwir drafft ohoni. Mae’r hyn a deipioch yma o hyd: anfonwch ef, neu ei gopïo.',
  kept: (when) => `Cadwom yr hyn a deipioch ${when}.`,
  noFiles: ' Nid yw ffeiliau’n cael eu cadw: dewiswch nhw eto.',
  discard: 'Ei daflu',
};
const texts = document.documentElement.lang === 'cy' ? welsh : english;

const tokenOf = (form) => form.elements.namedItem('form_token')?.value ?? '';
const readerOf = (form) => form.elements.namedItem('form_reader')?.value ?? null;

/** What the service answers to the script; undefined if it does not, also if its answer breaks off. */
async function ask(address, options) {
  try {
    const answer = await fetch(address, { redirect: 'manual', ...options });
    const { ok, status, type } = answer;
    return { ok, status, type, body: ok ? await answer.json() : undefined };
  } catch {
    return undefined;
  }
}

/** The session may have begun again in another window: then the forms of this page are theirs to send. */
async function renew(form) {
  const answer = await ask(url);
  if (!answer?.ok) return false;
  const { token, reader } = answer.body;
  if (reader !== readerOf(form)) return false;
  for (const input of document.querySelectorAll('input[name="form_token"]')) input.value = token;
  return true;
}

async function post(form, fields, path = '') {
  const body = new URLSearchParams({
    form_token: tokenOf(form),
    form: addressOf(form),
    fields: JSON.stringify(fields),
    ...(openedAt === undefined ? {} : { opened: openedAt }),
  });
  const keepalive = String(body).length < LONGEST_WHEN_LEFT;
  const answer = await ask(`${url}${path}`, { method: 'POST', body, keepalive });
  if (answer !== undefined) contactAt = Date.now();
  return answer;
}

async function troubleOf(answer) {
  if (answer === undefined || answer.status >= 500) return 'away';
  if (answer.status === 409) return 'ended';
  if (answer.type === 'opaqueredirect') return 'signedOut';
  // A long draft of somebody without a session is refused for its length.
  const session = await ask(url);
  return session?.type === 'opaqueredirect' ? 'signedOut' : 'failed';
}

function watch(form) {
  const status = document.createElement('p');
  status.className = 'app-draft-status';
  status.setAttribute('role', 'status');
  const shown = readFields(form);
  /** What the draft has, besides what differs from what the page showed. */
  let kept = {};
  let [timer, typedAt, saving, state] = [undefined, undefined, Promise.resolve(), 'saved'];
  let [isFilling, isPosting] = [false, false];
  const isAnswered = answers !== undefined && isOfThisAddress(form);

  // The hidden fields of a form whose draft the server shows say what its page showed.
  const hidden = () =>
    [...form.querySelectorAll('input[type="hidden"]')]
      .filter(({ name }) => name !== 'form_token' && name !== 'form_reader')
      .map(({ name, value }) => [name, [value]]);
  const changed = () => {
    const now = [...readFields(form)];
    if (form.dataset.draft === 'whole') return [...now, ...hidden()];
    // Another step of the form, or another page of its list, has the rest.
    const elsewhere = Object.entries(kept).filter(([name]) => !shown.has(name));
    const here = now.filter(([name, values]) => name in kept || String(values) !== String(shown.get(name)));
    return [...elsewhere, ...here];
  };

  const say = (text) => {
    status.classList.toggle('app-draft-status--trouble', state in texts);
    if (status.textContent !== text) status.textContent = text;
  };
  const send = async () => {
    clearTimeout(timer);
    // A draft that arrives after its form would outlive it.
    if (state === 'saved' || isSending) return;
    [state, typedAt] = ['saving', undefined];
    isPosting = true;
    const fields = changed();
    let answer = await post(form, fields);
    if (answer !== undefined && !answer.ok && answer.status !== 409 && (await renew(form)))
      answer = await post(form, fields);
    isPosting = false;
    if (answer?.ok) {
      // Something may have been typed while it was saved.
      if (state === 'saving') state = 'saved';
      return say(`Draft saved on ${answer.body.savedAt}`);
    }
    state = await troubleOf(answer);
    say(texts[state]);
    if (RETRY_MS[state] !== undefined) timer = setTimeout(save, RETRY_MS[state]);
  };
  const save = () => {
    saving = saving.then(send);
    return saving;
  };
  // An input may stand outside of its form.
  document.addEventListener('input', ({ target }) => {
    if (isFilling || (target.form ?? target) !== form) return;
    isSending = false;
    // Before its text, so that a screen reader reads that.
    if (!status.isConnected) form.append(status);
    if (state === 'saved' || state === 'saving') state = 'typed';
    clearTimeout(timer);
    typedAt ??= Date.now();
    timer = setTimeout(save, Math.min(PAUSE_MS, typedAt + LONGEST_UNSAVED_MS - Date.now()));
  });
  return {
    save,
    isUnsaved: () => state !== 'saved',
    /** It says all that is typed, and somebody is there to take it. */
    isSendable: () => state === 'typed' && !isPosting && navigator.onLine && Date.now() - contactAt < SURE_MS,
    /** Nobody would answer, or nobody would keep what is sent. */
    mustStay: () =>
      state === 'away' || (state === 'signedOut' && (base !== '' || form.enctype === 'multipart/form-data')),
    /** No draft has it. */
    isOnlyHere: () => state === 'ended',
    leave: () => state !== 'saved' && void post(form, changed()),
    restore({ fields, savedAt }) {
      const now = readFields(form);
      kept = fields;
      // What the page shows was just sent, and the draft may be of another window, about somebody else. Or the service has
      // filled the form, because its inputs depend on what is typed.
      if (isAnswered || form.dataset.draft === 'whole') return;
      const untouched = Object.entries(fields).filter(([name]) => String(now.get(name)) === String(shown.get(name)));
      isFilling = true;
      const isFilled = fillForm(form, new Map(untouched));
      isFilling = false;
      if (isFilled && !location.hash.startsWith('#continue=')) offer(form, savedAt);
    },
    /** What a page shows that answers the form is not stored yet. */
    keepAnswered() {
      if (!isAnswered) return;
      if (answers === 'refused') kept = { ...kept, ...Object.fromEntries(readFields(form)) };
      state = 'typed';
      void save();
    },
  };
}

/** Says what was filled in. */
function offer(form, savedAt) {
  const notice = document.createElement('p');
  notice.className = 'app-draft-notice';
  notice.setAttribute('role', 'status');
  const files = form.querySelector('input[type="file"]') ? texts.noFiles : '';
  notice.textContent = `${texts.kept(savedAt)}${files} `;
  const discard = document.createElement('button');
  discard.type = 'button';
  discard.className = 'app-link-button';
  discard.textContent = texts.discard;
  discard.addEventListener('click', async () => {
    const answer = await post(form, [], '/discard');
    if (answer?.type !== 'opaqueredirect') return;
    isSending = true;
    location.replace(location.pathname + location.search);
  });
  notice.append(discard);
  form.prepend(notice);
}

const isKept = (form) =>
  form.method === 'post' &&
  form.dataset.draft !== 'none' &&
  form.getAttribute('role') !== 'search' &&
  typedInputs(form).length > 0;
const watched = new Map([...document.forms].filter(isKept).map((form) => [form, watch(form)]));
const all = () => [...watched.values()];
const saveAll = () => Promise.all(all().map(({ save }) => save()));

// The next page shows the drafts, so they are saved before it is asked for; and a form that nobody would answer stays
// where it is.
document.addEventListener('submit', async (event) => {
  const { target, submitter } = event;
  const own = watched.get(target);
  // A button with an address of its own does not end the draft of its form.
  const endsDraft = !submitter?.hasAttribute('formaction');
  const isUnsaved = all().some((one) => one.isUnsaved() && !(one === own && endsDraft && one.isSendable()));
  if (isSending || !isUnsaved) {
    isSending = true;
    return;
  }
  event.preventDefault();
  target.setAttribute('aria-busy', 'true');
  await saveAll();
  target.removeAttribute('aria-busy');
  if (all().some(({ mustStay }) => mustStay())) return;
  isSending = true;
  target.requestSubmit(submitter);
});
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href]');
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || event.defaultPrevented || link.target !== '') return;
  if (link.getAttribute('href').startsWith('#') || !all().some(({ isUnsaved }) => isUnsaved())) return;
  event.preventDefault();
  await saveAll();
  location.assign(link.href);
});
addEventListener('pageshow', () => {
  isSending = false;
});
const leave = () => {
  if (!isSending) for (const one of all()) one.leave();
};
addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
  else void saveAll();
});
addEventListener('beforeunload', (event) => {
  if (all().some((one) => one.mustStay() || (!isSending && one.isOnlyHere()))) event.preventDefault();
});

async function restore() {
  const query = new URLSearchParams([...watched.keys()].map((form) => ['form', addressOf(form)]));
  const answer = await ask(`${url}?${query}`);
  if (!answer?.ok) return;
  const { drafts, opened } = answer.body;
  openedAt = opened;
  for (const [form, one] of watched) {
    const draft = drafts.find(({ form: address }) => address === addressOf(form));
    if (draft !== undefined) one.restore(draft);
    one.keepAnswered();
  }
}

// Whoever goes back to a page that refused a form, or loads it again, opens it: the browser would ask whether to send the
// form again. Behind a mailed link every form is sent to the address of its own page.
if (answers === 'refused' && base !== '' && [...document.forms].some((form) => pathOf(form) === location.pathname))
  history.replaceState(null, '', location.href);

if (watched.size > 0) await restore();
