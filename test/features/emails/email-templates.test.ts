// The texts of mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  doneSays,
  extensionReasons,
  refusalReasons,
  requestKinds,
} from '../../../src/features/data-requests/data-request.ts';
import type { DataRequestNews } from '../../../src/features/emails/data-request-words.ts';
import { renderEmail } from '../../../src/features/emails/email-templates.ts';
import type { RestrictionNews } from '../../../src/features/emails/restriction-words.ts';

const sender = { accountName: 'Sample Care', operatorName: undefined };
const invited = {
  candidateName: 'Jo Sample',
  formUri: 'https://probity.test/form/x',
  reports: ['Identity'],
  submitBy: '2026-04-01',
};

test("the candidate's mail lists each kind of check once, by its label", () => {
  const reports = ['Criminal record, basic', 'Employment history, UK', 'Employment history, UK', 'UK driving licence'];
  const { text } = renderEmail('check_invitation', { ...invited, reports }, sender);
  assert.match(text, /on you: Criminal record, basic; Employment history, UK; UK driving licence\.\n/);
});

test('a mail ends with the name of the screening company, if it is named', () => {
  const values = { code: '123 456', minutes: 10, candidateName: 'Jo Sample' };
  const signed = renderEmail('form_code', values, { ...sender, operatorName: 'Sample & Sons Screening' });
  assert.match(signed.text, /\n\nSample & Sons Screening\n\n$/);
  assert.match(signed.html, /<p>Sample &#38; Sons Screening<\/p>\n<\/div><\/body>/);
  assert.match(renderEmail('form_code', values, sender).text, /you need do nothing\.\n\n$/);
});

test('an invitation has the words of the client, and every mail its signature before the screening company', () => {
  const own = { invitationWords: 'The job starts in May.\nCall us <any> day.', signature: 'People team\nSample Care' };
  const { text, html } = renderEmail('check_invitation', invited, {
    ...sender,
    ...own,
    operatorName: 'Sample Screening',
  });
  assert.match(
    text,
    /: Identity\.\n\nSample Care writes to you:\n\nThe job starts in May\.\n\nCall us <any> day\.\n\nPlease fill in/,
  );
  assert.match(text, /\n\nPeople team\nSample Care\n\nSample Screening\n\n$/);
  assert.match(html, /<p>Call us &#60;any&#62; day\.<\/p>/);
  assert.match(html, /<p>People team<br>Sample Care<\/p>\n<p>Sample Screening<\/p>/);
  assert.doesNotMatch(renderEmail('check_invitation', invited, sender).text, /writes to you/);
  assert.match(
    renderEmail('check_invitation', invited, sender).text,
    /cannot use the internet\? Somebody you trust may/,
  );
});

test('an invitation names the desk, or the client', () => {
  const invitation = (isOfDesk: boolean) =>
    renderEmail('sign_in_invitation', { name: 'Jo', link: 'https://probity.test/x', isOfDesk }, sender).text;
  assert.match(invitation(true), /You can now sign in to the screening desk\./);
  assert.match(invitation(false), /You can now sign in to the background checks of Sample Care\./);
});

test('an invitation says how long the form takes and what to have at hand, unless it is filled in', () => {
  const effort = {
    minutes: 15,
    entries: ', and about 2 for each job',
    atHand: ['your driving licence', 'your membership numbers'],
  };
  const { text } = renderEmail('check_invitation', { ...invited, effort }, sender);
  assert.match(
    text,
    /Please fill in the online form\. It takes about 15 minutes, and about 2 for each job\. Every answer is saved/,
  );
  assert.match(text, /\nHave at hand: your driving licence; your membership numbers\.\n/);
  assert.doesNotMatch(renderEmail('check_invitation', invited, sender).text, /minutes|at hand/);
  const nothing = renderEmail(
    'check_invitation',
    { ...invited, effort: { minutes: 5, entries: '', atHand: [] } },
    sender,
  );
  assert.doesNotMatch(nothing.text, /at hand/);
});

test('an invitation says by when the form must be submitted', () => {
  assert.match(renderEmail('check_invitation', invited, sender).text, /Please submit the form by 1 April 2026:/);
});

test('who is screened again is told so, and that the earlier answers are filled in', () => {
  const renewed = renderEmail('check_invitation', { ...invited, again: { isRenewal: true, isFilledIn: true } }, sender);
  assert.equal(renewed.subject, 'Sample Care asks you to bring your background check up to date');
  assert.match(
    renewed.text,
    /They now ask us to check again: Identity\.\n\nWhat you answered before is filled in already\./,
  );
  const replaced = renderEmail(
    'check_invitation',
    { ...invited, again: { isRenewal: false, isFilledIn: true } },
    sender,
  );
  assert.equal(replaced.subject, 'Sample Care asks you to complete a background check');
  assert.match(replaced.text, /on you: Identity\.\n\nWhat you answered before is filled in already\./);
  assert.doesNotMatch(renderEmail('check_invitation', invited, sender).text, /filled in already/);
});

test('the HTML of a mail wears the name and the colour of the client, and its link is a button with the address below', () => {
  const branded = { accountName: 'Sample & Care', brandColour: '#7a1f3d', operatorName: undefined };
  const { html } = renderEmail('check_invitation', invited, branded);
  assert.match(html, /background:#7a1f3d">Sample &#38; Care<\/div>/);
  assert.match(
    html,
    /<a href="https:\/\/probity\.test\/form\/x" style="[^"]*background:#7a1f3d[^"]*">Open your form<\/a>/,
  );
  assert.match(html, />https:\/\/probity\.test\/form\/x<\/p>/);
  assert.match(renderEmail('check_invitation', invited, sender).html, /background:#17485a">Sample Care<\/div>/);
});

test('a mail to a referee says how many questions there are; one that was queued before it did so is sent without', () => {
  const asked = {
    as: 'request',
    refereeName: 'R. Referee',
    candidateName: 'Jo Sample',
    asksFor: 'a reference about',
    which: '',
    link: 'https://probity.test/reference/x',
  } as const;
  const effort = { questions: 12, minutes: 5 };
  assert.match(
    renderEmail('reference_request', { ...asked, effort }, sender).text,
    /\nThere are about 12 questions, which take about 5 minutes\. Every answer is saved, and you can stop and come back:\n/,
  );
  assert.match(
    renderEmail('reference_request', { ...asked, answerBy: '2026-12-04' }, sender).text,
    /\nAn answer by 4 December 2026 helps us to finish the check in time\.\n/,
  );
  const { text, html } = renderEmail('reference_request', asked, sender);
  assert.doesNotMatch(text, /An answer by/);
  assert.match(text, /for Sample Care\.\n\nEvery answer is saved, and you can stop and come back:\n/);
  assert.match(text, /https:\/\/probity\.test\/reference\/x/);
  for (const shown of [text, html]) assert.doesNotMatch(shown, /undefined|There are about/);
});

const dueOn = '2026-04-01';

test('whoever reads Welsh gets every answer about their data in Welsh, and what the desk wrote as it wrote it', () => {
  const because = `${extensionReasons.many.replace('The person has', 'You have')}.`;
  const says = [...Object.values(refusalReasons).map((one) => one.says), ...Object.values(doneSays)];
  const news: readonly DataRequestNews[] = [
    ...[{ kind: 'received', dueOn } as const, { kind: 'received', dueOn: null } as const],
    ...[{ kind: 'identity_asked' } as const, { kind: 'announced' } as const],
    ...[because, `${extensionReasons.complex}.`].map(
      (why) => ({ kind: 'extended', dueOn, because: why, words: 'Mae hyn' }) as const,
    ),
    ...says.map((one) => ({ kind: 'closed', says: one, words: 'Mae hyn', isRefused: false }) as const),
  ];
  const asked = Object.values(requestKinds).map((kind) => kind.asked);
  const complaint = { receivedOn: dueOn, isOfData: false };
  const letters = news.flatMap((one, index) =>
    [undefined, complaint].map((isOf) =>
      renderEmail(
        'data_request',
        { candidateName: 'Jo Sample', asked: asked[index % asked.length]!, complaint: isOf, news: one },
        ...([sender, 'cy'] as const),
      ),
    ),
  );
  const restriction: readonly RestrictionNews[] = [
    { kind: 'asked', dueOn },
    { kind: 'accepted', answer: '' },
    { kind: 'refused', answer: 'Mae hyn' },
    { kind: 'lifting', liftOn: dueOn, answer: '' },
  ];
  for (const one of restriction) {
    for (const formUri of [undefined, 'https://probity.test/form/x'])
      letters.push(renderEmail('restriction', { candidateName: 'Jo Sample', formUri, news: one }, sender, 'cy'));
  }
  const breach = { what: 'A disk was lost', consequences: 'Mae hyn', measures: 'Mae hyn', contact: 'Mae hyn' };
  letters.push(renderEmail('breach_to_candidate', { candidateName: 'Jo Sample', ...breach }, sender, 'cy'));
  for (const { subject, text } of letters) {
    assert.match(text, /Annwyl Jo Sample/);
    const ours = `${subject} ${text}`.replace('A disk was lost', '');
    assert.doesNotMatch(ours, /\b(?:the|you|your|we|our|of|and|is|not)\b/i);
  }
  assert.match(letters.at(-1)!.html, /Beth ddigwyddodd: <span lang="en">A disk was lost<\/span>/);
});
