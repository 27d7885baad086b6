// Shows how much of a file is sent; without it, or if it cannot, the browser sends the form as ever.
const texts = {
  en: {
    share: 'How much of the file is sent',
    sending: 'Sending your file.',
    sentPart: (tenth) => `Sending your file: ${tenth} per cent.`,
    sent: 'Your file is sent. We look at it.',
    failed: 'Your file could not be added. Try again.',
    lost: 'The connection was lost, and your file was not added. It is still chosen: try again.',
  },
  cy: {
    share: 'Faint o’r ffeil sydd wedi’i hanfon',
    sending: 'Yn anfon eich ffeil.',
    sentPart: (tenth) => `Yn anfon eich ffeil: ${tenth} y cant.`,
    sent: 'Mae eich ffeil wedi’i hanfon. Rydym yn edrych arni.',
    failed: 'Nid oedd modd ychwanegu eich ffeil. Rhowch gynnig arall arni.',
    lost: 'Collwyd y cysylltiad, ac ni ychwanegwyd eich ffeil. Mae’n dal wedi’i dewis: rhowch gynnig arall arni.',
  },
}[document.documentElement.lang];

for (const form of document.querySelectorAll('form[data-upload]'))
  form.addEventListener('submit', (event) => send(form, event));

/** The answer to a form in which something is wrong: the page with its messages, in place of this one. The file stays chosen unless it is what is wrong. */
function show(html, files) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = page.querySelector('main');
  if (main === null) return false;
  document.title = page.title;
  document.querySelector('main').replaceWith(main);
  for (const one of main.querySelectorAll('form[data-upload]'))
    one.addEventListener('submit', (event) => send(one, event));
  const input = main.querySelector('form[data-upload] input[type="file"]');
  if (input !== null && main.querySelector('#file-error') === null) input.files = files;
  main.querySelector('.govuk-error-summary')?.setAttribute('tabindex', '-1');
  main.querySelector('.govuk-error-summary')?.focus();
  return true;
}

function progressBelow(form) {
  const group = form.querySelector('input[type="file"]').closest('.govuk-form-group');
  group.querySelector('.app-upload')?.remove();
  const around = document.createElement('div');
  around.className = 'app-upload';
  const bar = document.createElement('progress');
  bar.max = 100;
  bar.setAttribute('aria-label', texts.share);
  const words = document.createElement('p');
  words.className = 'govuk-body';
  words.setAttribute('role', 'status');
  around.append(bar, words);
  group.append(around);
  return { bar, words };
}

const lacksKind = (form) =>
  form.querySelector('input[name="kind"]') !== null && form.querySelector('input[name="kind"]:checked') === null;

function send(form, event) {
  if (event.defaultPrevented || (form.querySelector('input[type="file"]').files.length ?? 0) === 0) return;
  event.preventDefault();
  if (form.dataset.sending !== undefined) return;
  form.dataset.sending = '';
  const { bar, words } = progressBelow(form);
  const say = (text) => {
    if (words.textContent !== text) words.textContent = text;
  };
  say(texts.sending);
  const { files } = form.querySelector('input[type="file"]');
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = (loaded / total) * 100;
    // Read aloud: not every change.
    const tenth = Math.floor((loaded / total) * 10) * 10;
    say(tenth === 100 ? texts.sent : texts.sentPart(tenth));
  };
  const stop = (text) => {
    delete form.dataset.sending;
    bar.remove();
    say(text);
  };
  request.onload = () => {
    const isElsewhere = request.responseURL !== form.action;
    if (request.status < 400 && isElsewhere) location.assign(request.responseURL);
    else if (!show(request.responseText, files)) stop(texts.failed);
  };
  request.onerror = () => stop(texts.lost);
  const body = new FormData(form, event.submitter);
  // Not before it is said which document it is: on mobile data it takes long, and would be sent twice.
  if (lacksKind(form)) body.delete('file');
  request.send(body);
}
