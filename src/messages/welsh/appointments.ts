// The Welsh of the mails and pages about an appointment.
export const appointments = {
  // Choosing a time.
  'An appointment': 'Apwyntiad',
  'For one part of your check somebody has to meet you. Please choose the time that suits you best.':
    'Ar gyfer un rhan o’ch gwiriad mae’n rhaid i rywun gwrdd â chi. Dewiswch yr amser sydd orau i chi.',
  'Please choose a time for an appointment in your check for {account}':
    'Dewiswch amser ar gyfer apwyntiad yn eich gwiriad ar gyfer {account}',
  'We still wait for the time that suits you for your check for {account}':
    'Rydym yn dal i aros am yr amser sy’n addas i chi ar gyfer eich gwiriad ar gyfer {account}',
  'One part of the background check for {account} needs an appointment with you. Your check waits until then. Please see the place and the times, and choose one here:':
    'Mae angen apwyntiad gyda chi ar gyfer un rhan o’r gwiriad cefndir ar gyfer {account}. Mae eich gwiriad yn aros tan hynny. Edrychwch ar y lle a’r amseroedd, a dewiswch un yma:',
  'One part of the background check for {account} needs an appointment with you, and you have not chosen a time yet. Your check waits until then. Please see the place and the times, and choose one here:':
    'Mae angen apwyntiad gyda chi ar gyfer un rhan o’r gwiriad cefndir ar gyfer {account}, ac nid ydych wedi dewis amser eto. Mae eich gwiriad yn aros tan hynny. Edrychwch ar y lle a’r amseroedd, a dewiswch un yma:',
  'Choose a time': 'Dewis amser',
  'Please choose soon.': 'Dewiswch yn fuan.',
  'Please choose by {day}.': 'Dewiswch erbyn {day}.',
  'Please choose a time for an appointment to go on with your background check for {account}. {link}':
    'Dewiswch amser ar gyfer apwyntiad er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'Please choose a time for an appointment by {day} to go on with your background check for {account}. {link}':
    'Dewiswch amser ar gyfer apwyntiad erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'Please choose a time for your appointment to go on with your background check for {account}. {link}':
    'Dewiswch amser ar gyfer eich apwyntiad er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'Please choose a time for your appointment by {day} to go on with your background check for {account}. {link}':
    'Dewiswch amser ar gyfer eich apwyntiad erbyn {day} er mwyn parhau â’ch gwiriad cefndir ar gyfer {account}. {link}',
  'Which time suits you?': 'Pa amser sy’n addas i chi?',
  'Times of the United Kingdom': 'Amseroedd y Deyrnas Unedig',
  'None of these times suits me': 'Nid oes yr un o’r amseroedd hyn yn addas i mi',
  or: 'neu',
  'If none suits you: when could you come?': 'Os nad oes yr un yn addas: pryd gallech ddod?',
  'When could you come?': 'Pryd gallech ddod?',
  'Days and times in the next weeks, or what else would suit you. We offer you another time.':
    'Diwrnodau ac amseroedd yn yr wythnosau nesaf, neu beth arall fyddai’n addas i chi. Byddwn yn cynnig amser arall i chi.',
  'All the times that we offered have passed. Tell us when you could come.':
    'Mae pob amser a gynigiwyd gennym wedi mynd heibio. Dywedwch wrthym pryd gallech ddod.',
  'Choose one of the times': 'Dewiswch un o’r amseroedd',

  // An appointment that is agreed.
  'Your appointment': 'Eich apwyntiad',
  '[Your appointment]: {when}': '[Eich apwyntiad]: {when}',
  'Your appointment is agreed. We also send you an email, and remind you on the working day before.':
    'Mae eich apwyntiad wedi’i drefnu. Byddwn hefyd yn anfon e-bost atoch, ac yn eich atgoffa ar y diwrnod gwaith cynt.',
  'This appointment is called off. You need not come.': 'Mae’r apwyntiad hwn wedi’i ganslo. Nid oes raid i chi ddod.',
  'The time of this appointment has passed.': 'Mae amser yr apwyntiad hwn wedi mynd heibio.',
  'Meeting place': 'Man cyfarfod',
  'Day and time': 'Diwrnod ac amser',
  'What to bring or to know': 'Beth i ddod ag ef neu ei wybod',
  'In person': 'Wyneb yn wyneb',
  'By video call': 'Drwy alwad fideo',
  'By telephone': 'Dros y ffôn',
  'Add it to your calendar': 'Ei ychwanegu at eich calendr',
  'I cannot come': 'Ni allaf ddod',
  'The appointment is called off at once. We offer you another time.':
    'Caiff yr apwyntiad ei ganslo ar unwaith. Byddwn yn cynnig amser arall i chi.',
  'Call the appointment off': 'Canslo’r apwyntiad',
  'Say in a few words why, or when you could come': 'Dywedwch mewn ychydig eiriau pam, neu pryd gallech ddod',
  'Use at most 1000 characters': 'Defnyddiwch 1000 o nodau ar y mwyaf',
  'Appointment for your background check for {account}': 'Apwyntiad ar gyfer eich gwiriad cefndir ar gyfer {account}',

  // Mails and text messages.
  'Your appointment: {when}': 'Eich apwyntiad: {when}',
  'A reminder of your appointment: {when}': 'Nodyn i’ch atgoffa o’ch apwyntiad: {when}',
  'Your appointment is called off: {when}': 'Mae eich apwyntiad wedi’i ganslo: {when}',
  'Your appointment for the background check that {account} asked for is on {when}. The place, what to bring, and an entry for your calendar are here:':
    'Mae eich apwyntiad ar gyfer y gwiriad cefndir y gofynnodd {account} amdano ar {when}. Mae’r lle, beth i ddod ag ef, a chofnod ar gyfer eich calendr yma:',
  'Your appointment for the background check that {account} asked for is on {when}. The place and what to bring are here:':
    'Mae eich apwyntiad ar gyfer y gwiriad cefndir y gofynnodd {account} amdano ar {when}. Mae’r lle a beth i ddod ag ef yma:',
  'Your appointment for the background check that {account} asked for, on {when}, is called off. You need not come. How your check is going, you can see here:':
    'Mae eich apwyntiad ar gyfer y gwiriad cefndir y gofynnodd {account} amdano, ar {when}, wedi’i ganslo. Nid oes raid i chi ddod. Gallwch weld sut mae eich gwiriad yn mynd yma:',
  'See your appointment': 'Gweld eich apwyntiad',
  'If you cannot come, please say so on the same page, so that we find another time.':
    'Os na allwch ddod, dywedwch hynny ar yr un dudalen, fel y gallwn ddod o hyd i amser arall.',
  'If we need another appointment, we write to you.':
    'Os bydd arnom angen apwyntiad arall, byddwn yn ysgrifennu atoch.',
  'Your appointment for your background check for {account} is on {when}. {link}':
    'Mae eich apwyntiad ar gyfer eich gwiriad cefndir ar gyfer {account} ar {when}. {link}',
  'Your appointment for your background check for {account}, on {when}, is called off. {link}':
    'Mae eich apwyntiad ar gyfer eich gwiriad cefndir ar gyfer {account}, ar {when}, wedi’i ganslo. {link}',
} as const;
