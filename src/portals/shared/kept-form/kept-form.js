// Leads back to the form that was sent without a session, and fills it as it was typed.
import { fillForm, readFields } from '../drafts/form-fields.js';

const kept = document.querySelector('#kept-form');
const [, id] = /^#continue=([\w-]{36})$/.exec(location.hash) ?? [];

const pathOf = (form) => new URL(form.getAttribute('action') ?? '', location.href).pathname;

async function bringBack() {
  const page = new DOMParser().parseFromString(await (await fetch(`/continue/${id}`)).text(), 'text/html');
  const sent = page.querySelector('#kept-form');
  const form = sent && [...document.forms].find((one) => one.method === 'post' && pathOf(one) === pathOf(sent));
  if (!form) return location.replace(`/continue/${id}#stay`);
  history.replaceState(null, '', location.pathname + location.search);
  const data = new FormData(sent);
  // A box that was unticked is not in what was sent.
  fillForm(form, new Map([...readFields(form).keys()].map((name) => [name, data.getAll(name)])));
  const notice = document.createElement('p');
  notice.className = 'govuk-inset-text';
  notice.setAttribute('role', 'status');
  notice.textContent = 'You are signed in again. What you typed is back in the form: send it when you are ready.';
  document.querySelector('#main-content').prepend(notice);
}

if (kept?.dataset.page && location.hash === '') {
  location.replace(`${kept.dataset.page}#continue=${location.pathname.split('/').at(-1)}`);
} else if (id !== undefined) {
  await bringBack();
}
