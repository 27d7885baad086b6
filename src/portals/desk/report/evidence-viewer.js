// Shows the evidence beside the outcome without leaving the page, or in the whole window: images with zoom, and PDF
// files in a sandboxed frame.
const viewer = document.querySelector('[data-viewer]');
const part = (name) => viewer.querySelector(`[data-viewer-${name}]`);
const sizes = [100, 150, 200, 300, 400];
/** The keys of the page that work while a document has the focus; its frame may press no others. */
const frameKeys = ['e', 'j', 'k'];

/** The frame has an origin of its own and reads nothing: it gets the bytes from here. */
function openDocument(stage, source, name) {
  const frame = document.createElement('iframe');
  frame.className = 'app-viewer__frame';
  frame.title = name;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = viewer.dataset.frame;
  const bytes = fetch(source).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(answer.status)));
  // The stage shows a failure when the frame is ready, which may be later.
  bytes.catch(() => undefined);
  const send = async (event) => {
    if (event.source !== frame.contentWindow || event.data !== 'ready') return;
    removeEventListener('message', send);
    try {
      const content = await bytes;
      frame.contentWindow.postMessage({ content, name }, '*', [content]);
    } catch {
      stage.textContent = 'The file could not be read. Download it, or load the page again.';
    }
  };
  addEventListener('message', send);
  stage.append(frame);
}

function openImage(stage, source, name) {
  const image = document.createElement('img');
  image.className = 'app-viewer__image';
  image.src = source;
  image.alt = name;
  stage.append(image);
}

function start() {
  const stage = part('stage');
  const large = part('large');
  const dialog = document.querySelector('[data-viewer-dialog]');
  const links = [...document.querySelectorAll('[data-show]')];
  const current = () => links.findIndex((link) => link.hasAttribute('aria-current'));
  /** After the last comes the first. */
  const beside = (step) => links.at((current() + step) % links.length);

  function show(link) {
    const { show: kind, source, name } = link.dataset;
    for (const other of links) {
      other.ariaCurrent = other === link ? 'true' : null;
      other.closest('.app-evidence').classList.toggle('app-evidence--shown', other === link);
    }
    part('name').textContent = name;
    part('place').textContent = `${links.indexOf(link) + 1} of ${links.length}`;
    delete stage.dataset.size;
    stage.dataset.kind = kind;
    stage.replaceChildren();
    (kind === 'image' ? openImage : openDocument)(stage, source, name);
    showTools();
  }

  function showTools() {
    part('tools').hidden = false;
    for (const button of viewer.querySelectorAll('[data-zoom]')) button.hidden = stage.dataset.kind !== 'image';
    large.textContent = dialog.open ? 'Close' : 'Open large';
  }

  function zoom(step) {
    const at = sizes.indexOf(Number(stage.dataset.size ?? 100));
    const size = sizes[Math.min(Math.max(at + step, 0), sizes.length - 1)];
    stage.dataset.size = size;
    const image = stage.querySelector('img');
    image.style.width = `${size}%`;
    image.style.maxWidth = 'none';
  }

  /** A frame that is moved in the older way loads again. */
  function move(parent, before) {
    if (parent.moveBefore) return parent.moveBefore(viewer, before);
    parent.insertBefore(viewer, before);
    if (stage.dataset.kind === 'pdf') show(links[current()]);
  }

  large.addEventListener('click', () => {
    if (dialog.open) return dialog.close();
    move(dialog, null);
    dialog.showModal();
    showTools();
    large.focus();
  });
  dialog.addEventListener('close', () => {
    move(dialog.parentElement, dialog);
    showTools();
    large.focus();
  });
  addEventListener('message', ({ source, data }) => {
    if (source !== stage.querySelector('iframe')?.contentWindow || typeof data?.key !== 'string') return;
    if (data.key === 'Escape' && dialog.open) dialog.close();
    if (frameKeys.includes(data.key)) document.dispatchEvent(new KeyboardEvent('keydown', { key: data.key }));
  });
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(link);
      stage.focus();
    });
  }
  for (const button of viewer.querySelectorAll('[data-step]'))
    button.addEventListener('click', () => show(beside(Number(button.dataset.step))));
  for (const button of viewer.querySelectorAll('[data-zoom]'))
    button.addEventListener('click', () => zoom(Number(button.dataset.zoom)));
  if (stage.dataset.kind === 'pdf') show(links[current()]);
  showTools();
}

// Nothing can be done with a file that is not shown.
if (viewer !== null && part('tools') !== null) start();
