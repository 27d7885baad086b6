// Claims an unassigned report when somebody types its outcome, and shows who works on it now.
import { keepUpToDate } from './up-to-date.js';

const panel = document.querySelector('[data-claim]');
const notice = document.querySelector('[data-claim-notice]');
const form = panel?.querySelector('form');
const address = panel?.dataset.claim;
let shown = { ...panel?.dataset };

function noticeOf({ assignee, state, isColleague, isOwn }) {
  if (state !== shown.state) return `The report is now: ${state}. Load the page again to see it.`;
  if (assignee === shown.assignee) return undefined;
  if (isColleague) return `${assignee} works on this report now. What you type is kept, for you alone.`;
  return isOwn ? 'The report is yours now.' : 'Nobody has the report now.';
}

function show(claim) {
  const text = noticeOf(claim);
  if (text === undefined) return;
  panel.querySelector('[data-claim-text]').textContent = `Assigned to ${claim.assignee}`;
  if (form) {
    form.hidden = claim.move === undefined;
    const button = form.querySelector('button');
    button.value = claim.move ?? '';
    button.textContent = claim.move === 'claim' ? 'Claim' : 'Release';
  }
  if (notice) notice.textContent = text;
  shown = claim;
}

async function refresh() {
  const answer = await fetch(address, { cache: 'no-store', redirect: 'error' });
  if (answer.status === 200) show(await answer.json());
}

let isClaiming = false;
async function claim() {
  const body = new URLSearchParams([...new FormData(form), ['move', 'claim']]);
  await fetch(address, { method: 'POST', body, redirect: 'manual' });
  await refresh();
}

if (panel !== null) {
  keepUpToDate(refresh);
  document.addEventListener('input', async ({ target, isTrusted }) => {
    if (target.form?.id !== 'outcome-form' || !isTrusted || isClaiming || shown.typing !== 'claims') return;
    isClaiming = true;
    await claim().catch(() => undefined);
    isClaiming = false;
  });
}
