// Draws a PDF file page by page, in a frame with an origin of its own: the file comes as a message from the page around.
const { library, parser } = document.body.dataset;
const [{ getDocument }, { WorkerMessageHandler }] = await Promise.all([import(library), import(parser)]);

// A frame without an origin may start no worker: the library then parses here.
globalThis.pdfjsWorker = { WorkerMessageHandler };

const at = (id) => document.getElementById(id);
const zooms = [1, 1.5, 2, 3, 4];

async function show({ content, name }) {
  at('page').setAttribute('aria-label', name);
  const file = await getDocument({ data: content, isEvalSupported: false, useWasm: false, enableXfa: false }).promise;
  let [number, zoom, drawing, asked] = [1, 0, undefined, 0];
  const draw = async () => {
    asked += 1;
    const own = asked;
    at('previous').disabled = number === 1;
    at('next').disabled = number === file.numPages;
    at('out').disabled = zoom === 0;
    at('in').disabled = zoom === zooms.length - 1;
    at('place').textContent = `Page ${number} of ${file.numPages}`;
    const page = await file.getPage(number);
    // Two drawings on one sheet would disturb each other.
    if (own !== asked) return;
    drawing?.cancel();
    const scale = (at('page').clientWidth / page.getViewport({ scale: 1 }).width) * zooms[zoom];
    const viewport = page.getViewport({ scale });
    const sheet = at('sheet');
    const density = Math.min(devicePixelRatio, 2);
    [sheet.width, sheet.height] = [viewport.width * density, viewport.height * density];
    [sheet.style.width, sheet.style.height] = [`${viewport.width}px`, `${viewport.height}px`];
    drawing = page.render({ canvas: sheet, viewport, transform: [density, 0, 0, density, 0, 0] });
    const words = await page.getTextContent();
    at('words').textContent = words.items.map(({ str = '' }) => str).join(' ');
    await drawing.promise;
    document.body.dataset.drawn = number;
  };
  const go = (change) => () => {
    change();
    draw().catch((error) => error.name !== 'RenderingCancelledException' && refuse());
  };
  at('previous').onclick = go(() => {
    number -= 1;
  });
  at('next').onclick = go(() => {
    number += 1;
  });
  at('out').onclick = go(() => {
    zoom -= 1;
  });
  at('in').onclick = go(() => {
    zoom += 1;
  });
  const drawAgain = go(() => undefined);
  addEventListener('resize', drawAgain);
  drawAgain();
}

function refuse() {
  at('place').textContent = 'This document cannot be drawn here: download it.';
}

addEventListener('message', (event) => {
  if (event.source !== parent || !(event.data?.content instanceof ArrayBuffer)) return;
  show(event.data).catch(refuse);
});
// The page around has the keys.
addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
  if (!ctrlKey && !altKey && !metaKey) parent.postMessage({ key }, '*');
});
for (const id of ['previous', 'next', 'out', 'in']) at(id).disabled = true;
parent.postMessage('ready', '*');
