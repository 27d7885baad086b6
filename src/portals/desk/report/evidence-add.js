// Takes several files at once, files that are dropped on the evidence, and pictures that are pasted anywhere on the page; without
// it the form attaches one file that is chosen.
const section = document.querySelector('#evidence');
const input = section?.querySelector('input[type="file"]');
if (input) begin(input);

function begin(input) {
  const { form } = input;
  const button = [...section.querySelectorAll('button')].find(
    (one) => one.form === form && (one.hasAttribute('formaction') || form.action.endsWith('/files')),
  );
  const description = section.querySelector('input[name="description"]');
  const hint = section.querySelector('[data-evidence-add]');
  const status = hint.querySelector('[role="status"]');
  hint.hidden = false;
  input.multiple = true;

  function choose(files, said) {
    const all = new DataTransfer();
    for (const file of [...input.files, ...files]) all.items.add(file);
    input.files = all.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    if (said !== undefined && description.value === '') {
      description.value = said;
      description.dispatchEvent(new Event('input', { bubbles: true }));
    }
    section.querySelector('details:has([name="file"])')?.setAttribute('open', '');
    description.focus();
    description.select();
  }

  input.addEventListener('change', () => {
    const names = [...input.files].map(({ name }) => name);
    status.textContent =
      names.length === 0
        ? ''
        : `Chosen: ${names.join(', ')}. Say what it is, and attach ${names.length === 1 ? 'it' : 'them'}.`;
  });

  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    // A program that copies a table puts its picture beside its text.
    if (files.length === 0 || (isTyping && event.clipboardData.types.includes('text/plain'))) return;
    event.preventDefault();
    const now = new Date();
    const day = now.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
    const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    const named = files.map((file, at) => {
      const number = files.length === 1 ? '' : `-${at + 1}`;
      const name = `screen-${now.toISOString().slice(0, 10)}-${time.replace(':', '')}${number}.${file.type.split('/')[1]}`;
      return file.name === 'image.png' || file.name === '' ? new File([file], name, { type: file.type }) : file;
    });
    choose(named, `Screen of ${day}, ${time}`);
  });

  for (const over of ['dragenter', 'dragover'])
    section.addEventListener(over, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
  section.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    choose(files);
  });

  // The description may be an input of the outcome's form, whose first button would be pressed.
  description.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || input.files.length === 0) return;
    event.preventDefault();
    button.click();
  });

  button.addEventListener('click', (event) => {
    if (input.files.length < 2) return;
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    void attachAll([...input.files]).finally(() => {
      button.disabled = false;
    });
  });

  /** The page to sign in is an answer, too. */
  const isAttached = ({ ok, url }) => ok && new URL(url).searchParams.get('done') === 'attached';

  /** Why the server refused the file, in its words. */
  const reasonIn = (html) =>
    new DOMParser()
      .parseFromString(html, 'text/html')
      .querySelector('#file-error')
      ?.textContent.replace('Error:', '')
      .trim() ?? 'it could not be sent, look whether you are still signed in';

  /** One after the other: the form takes one file. */
  async function attachAll(files) {
    const refused = [];
    let attached;
    for (const [at, file] of files.entries()) {
      status.textContent = `Attaching ${at + 1} of ${files.length}: ${file.name}`;
      const fields = new FormData(form);
      fields.delete('file');
      fields.append('file', file);
      const url = button.getAttribute('formaction') ?? form.action;
      const answer = await fetch(url, { method: 'POST', body: fields }).catch(() => undefined);
      if (answer !== undefined && isAttached(answer)) attached = answer.url;
      else refused.push([file, answer === undefined ? 'the connection was lost' : reasonIn(await answer.text())]);
    }
    if (refused.length === 0) return location.assign(attached);
    const left = new DataTransfer();
    for (const [file] of refused) left.items.add(file);
    input.files = left.files;
    const done = files.length - refused.length;
    const said = refused.map(([{ name }, reason]) => `${name} is not attached: ${reason}.`).join(' ');
    status.textContent = `${done === 0 ? '' : `${done} of ${files.length} files are attached. `}${said}`;
  }
}
