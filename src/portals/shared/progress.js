// Shows how far what is made in the background is, until it is done.
const refreshMs = 2000;

async function refresh() {
  const answer = await fetch(location.href, { redirect: 'error' }).catch(() => undefined);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined;
  const shown = page?.querySelector('#progress');
  if (shown) document.querySelector('#progress').replaceWith(document.adoptNode(shown));
  goOn();
}

function goOn() {
  const { done } = document.querySelector('#progress').dataset;
  if (done !== 'true') setTimeout(() => refresh().catch(goOn), refreshMs);
}

goOn();
