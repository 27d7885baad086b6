// The words of the client itself to its candidates and referees.

export const clientWordsSettings = {
  invitationWords: {
    group: 'words',
    isOwn: true,
    client: 'changes',
    kind: 'lines',
    default: '',
    most: 800,
    label: 'Words of the client in the invitation',
    hint: 'For example why it asks, when the job starts and whom to call. They stand in the mail that invites a candidate, after what is checked, each line as a paragraph.',
  },
  mailSignature: {
    group: 'words',
    isOwn: true,
    client: 'changes',
    kind: 'lines',
    default: '',
    most: 300,
    label: 'Signature',
    hint: 'The last lines of every mail to candidates and referees, such as the name of a team and its telephone number.',
  },
  consentWords: {
    group: 'words',
    isOwn: true,
    client: 'changes',
    kind: 'lines',
    default: '',
    most: 2000,
    label: 'What candidates also read before they agree',
    hint: 'Words of the client about its use of the results, on the page of the consent. Each line is a paragraph. What a candidate has read is kept with the consent.',
  },
  privacyNotice: {
    group: 'words',
    isOwn: true,
    client: 'changes',
    kind: 'web_address',
    default: '',
    label: 'Privacy notice of the client',
    hint: 'The address of a page, which begins with https://. Candidates and referees find it on their privacy page, and candidates before they agree.',
  },
} as const;
