// Shows the evidence beside the outcome without leaving the page: images with zoom, and PDF files in a sandboxed frame.
const viewer = document.querySelector('[data-viewer]');

function open({ stage, kind, source, name }) {
  stage.dataset.kind = kind;
  stage.replaceChildren();
  viewer.querySelector('[data-viewer-zoom]').hidden = kind !== 'image';
  if (kind === 'image') {
    const image = document.createElement('img');
    image.className = 'app-viewer__image';
    image.src = source;
    image.alt = name;
    stage.append(image);
  } else {
    openDocument(stage, source, name);
  }
}

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

const sizes = [100, 150, 200, 300, 400];

function zoom(stage, step) {
  const image = stage.querySelector('img');
  if (image === null) return;
  const at = sizes.indexOf(Number(stage.dataset.size ?? 100));
  const size = sizes[Math.min(Math.max(at + step, 0), sizes.length - 1)];
  stage.dataset.size = size;
  image.style.width = `${size}%`;
  image.style.maxWidth = 'none';
}

if (viewer !== null) {
  const stage = viewer.querySelector('[data-viewer-stage]');
  const links = [...document.querySelectorAll('[data-show]')];
  const show = (link) => {
    for (const other of links) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    viewer.querySelector('[data-viewer-name]').textContent = link.dataset.name;
    viewer.querySelector('[data-viewer-place]').textContent = `${links.indexOf(link) + 1} of ${links.length}`;
    delete stage.dataset.size;
    open({ stage, kind: link.dataset.show, source: link.dataset.source, name: link.dataset.name });
  };
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(link);
      stage.focus();
    });
  }
  for (const button of viewer.querySelectorAll('[data-zoom]')) {
    button.addEventListener('click', () => zoom(stage, button.dataset.zoom === 'in' ? 1 : -1));
  }
  viewer.querySelector('[data-viewer-zoom]').hidden = stage.dataset.kind !== 'image';
  if (stage.dataset.kind === 'pdf') {
    const { source } = stage.dataset;
    open({ stage, kind: 'pdf', source, name: viewer.querySelector('[data-viewer-name]').textContent });
  }
}
