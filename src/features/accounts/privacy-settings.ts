// What the privacy page of a client's candidates says of the client by law; entries of the list of settings.

export const privacySettings = {
  isPublicAuthority: {
    group: 'privacy',
    client: 'changes',
    kind: 'yes_no',
    default: false,
    label: 'The client screens as a public authority',
    hint: 'The privacy page and the record of processing then name a task in the public interest (UK GDPR Art. 6(1)(e)) as the lawful basis, else legitimate interests (Art. 6(1)(f)). Right to work always rests on the law that asks for it.',
  },
  criminalRecordCondition: {
    group: 'privacy',
    isOwn: true,
    client: 'changes',
    kind: 'text',
    default: '',
    most: 200,
    label: 'Condition for criminal records',
    hint: 'Of the Data Protection Act 2018, Schedule 1, such as paragraph 18 (safeguarding of children and of individuals at risk). Empty for paragraph 1 (employment), which asks for an appropriate policy document.',
  },
  postalAddress: {
    group: 'privacy',
    isOwn: true,
    client: 'changes',
    kind: 'text',
    default: '',
    most: 200,
    label: 'Address of the client',
    hint: 'Stands on the privacy page of those whom it asks.',
  },
  dataProtectionContact: {
    group: 'privacy',
    isOwn: true,
    client: 'changes',
    kind: 'text',
    default: '',
    most: 120,
    label: 'Data protection officer of the client',
    hint: 'A role and how to reach it, such as Data protection officer, privacy@client.example. Stands on the privacy page.',
  },
} as const;
