// The Welsh of the mails about what candidates ask about their data, its restriction, and a breach.
export const dataMails = {
  'Something has happened to your personal data': 'Mae rhywbeth wedi digwydd i’ch data personol',
  'We hold data about you because of a background check for {account}. We are sorry to tell you of a breach of personal data that concerns you.':
    'Rydym yn dal data amdanoch oherwydd gwiriad cefndir ar gyfer {account}. Mae’n ddrwg gennym roi gwybod i chi am doriad diogelwch data personol sy’n ymwneud â chi.',
  'What happened: {text}': 'Beth ddigwyddodd: {text}',
  'What it may mean: {text}': 'Beth all hyn ei olygu: {text}',
  'What was done: {text}': 'Beth a wnaed: {text}',
  'Whom to ask: {text}': 'Pwy i’w holi: {text}',
  'You may also complain to the Information Commissioner’s Office, ico.org.uk.':
    'Cewch hefyd gwyno i Swyddfa’r Comisiynydd Gwybodaeth, ico.org.uk.',

  'You asked us not to use your data, or only to keep them, in the background check for {account}.':
    'Gofynnoch i ni beidio â defnyddio eich data, neu eu cadw yn unig, yn y gwiriad cefndir ar gyfer {account}.',
  'We answer by {day}.': 'Byddwn yn ateb erbyn {day}.',
  'We have received your request about your data for {account}':
    'Rydym wedi cael eich cais am eich data ar gyfer {account}',
  'Your data are restricted in your check for {account}':
    'Mae eich data wedi’u cyfyngu yn eich gwiriad ar gyfer {account}',
  'From now on we only keep your data. All work on the background check for {account} has stopped, and {account} does not see its results. We write to you before this ends.':
    'O hyn ymlaen dim ond cadw eich data a wnawn. Mae pob gwaith ar y gwiriad cefndir ar gyfer {account} wedi dod i ben, ac ni all {account} weld ei ganlyniadau. Byddwn yn ysgrifennu atoch cyn i hyn ddod i ben.',
  'Our answer about your data for {account}': 'Ein hateb am eich data ar gyfer {account}',
  'We have refused this, and say why. You may complain about it to the Information Commissioner’s Office, ico.org.uk, or go to court.':
    'Rydym wedi gwrthod hyn, ac yn dweud pam. Cewch gwyno amdano i Swyddfa’r Comisiynydd Gwybodaeth, ico.org.uk, neu fynd i’r llys.',
  'Your data will no longer be restricted from {day}': 'Ni fydd eich data wedi’u cyfyngu mwyach o {day}',
  'We plan to lift the restriction of your data on {day}. After that, the background check for {account} goes on, and {account} can see its results. If you do not agree, tell us before that day.':
    'Rydym yn bwriadu codi’r cyfyngiad ar eich data ar {day}. Ar ôl hynny bydd y gwiriad cefndir ar gyfer {account} yn parhau, a gall {account} weld ei ganlyniadau. Os nad ydych yn cytuno, dywedwch wrthym cyn y diwrnod hwnnw.',
  'Read what we have written, and what you asked, here:':
    'Darllenwch yr hyn a ysgrifennwyd gennym, a’r hyn a ofynnoch, yma:',
  'Open your page': 'Agor eich tudalen',

  'You asked for {asked}, which we hold because of a background check for {account}.':
    'Gofynnoch am hyn: {asked}. Rydym yn dal eich data oherwydd gwiriad cefndir ar gyfer {account}.',
  'a copy of your data': 'copi o’ch data',
  'your data to be corrected': 'cywiro eich data',
  'your data to be erased': 'dileu eich data',
  'your data to be restricted': 'cyfyngu eich data',
  'your data in a form that you can take elsewhere': 'eich data ar ffurf y gallwch fynd â hi i rywle arall',
  'your data not to be used': 'peidio â defnyddio eich data',
  'your consent to be withdrawn': 'tynnu eich cydsyniad yn ôl',
  'an answer to your complaint': 'ateb i’ch cwyn',
  'Before we can answer, please show us that you are the person whose data it is about: answer this mail, and we tell you how. We have one month from the day on which you have shown it.':
    'Cyn y gallwn ateb, dangoswch i ni mai chi yw’r person y mae’r data’n ymwneud ag ef: atebwch y neges hon, a byddwn yn dweud wrthych sut. Mae gennym fis o’r diwrnod y byddwch wedi’i ddangos.',
  'If you do not agree, you may complain to the Information Commissioner’s Office, ico.org.uk/make-a-complaint, or go to court.':
    'Os nad ydych yn cytuno, cewch gwyno i Swyddfa’r Comisiynydd Gwybodaeth, ico.org.uk/make-a-complaint, neu fynd i’r llys.',
  'Please show us who you are: your request about your data for {account}':
    'Dangoswch i ni pwy ydych: eich cais am eich data ar gyfer {account}',
  'We need more time to answer your request about your data for {account}':
    'Mae angen mwy o amser arnom i ateb eich cais am eich data ar gyfer {account}',
  'We need up to two months more, and answer by {day}.':
    'Mae angen hyd at ddau fis arall arnom, a byddwn yn ateb erbyn {day}.',
  'It is complex.': 'Mae’n gymhleth.',
  'You have asked for many things.': 'Rydych wedi gofyn am lawer o bethau.',
  'We erase your data for {account}': 'Rydym yn dileu eich data ar gyfer {account}',
  'We agree, and erase everything that we hold about you within a few days. Your address is erased too, so that you get no mail afterwards.':
    'Rydym yn cytuno, a byddwn yn dileu popeth a ddaliwn amdanoch o fewn ychydig ddyddiau. Caiff eich cyfeiriad ei ddileu hefyd, felly ni chewch neges wedyn.',
  'Our answer to your request about your data for {account}': 'Ein hateb i’ch cais am eich data ar gyfer {account}',
  'We refuse this, and say why.': 'Rydym yn gwrthod hyn, ac yn dweud pam.',
  'This is our answer.': 'Dyma ein hateb.',
  'The request is manifestly unfounded.': 'Mae’r cais yn amlwg yn ddi-sail.',
  'The request is excessive.': 'Mae’r cais yn ormodol.',
  'The data are needed to establish, exercise or defend legal claims.':
    'Mae angen y data i sefydlu, arfer neu amddiffyn hawliadau cyfreithiol.',
  'The law demands that the data are kept.': 'Mae’r gyfraith yn mynnu bod y data’n cael eu cadw.',
  'The data are still needed for the purpose for which they were collected.':
    'Mae angen y data o hyd at y diben y’u casglwyd ar ei gyfer.',
  'What you ask for would harm the rights and freedoms of others.':
    'Byddai’r hyn a ofynnwch yn niweidio hawliau a rhyddid pobl eraill.',
  'The law does not give this right here.': 'Nid yw’r gyfraith yn rhoi’r hawl hon yma.',
  'We could not make sure that the request is yours.': 'Ni allem wneud yn siŵr mai eich cais chi ydyw.',
  'We have done what you asked for.': 'Rydym wedi gwneud yr hyn a ofynnoch.',
  'We have done a part of what you asked for.': 'Rydym wedi gwneud rhan o’r hyn a ofynnoch.',
  'We have looked into it, and you are right.': 'Rydym wedi edrych i mewn i’r mater, ac rydych yn iawn.',
  'We have looked into it, and you are right in part.':
    'Rydym wedi edrych i mewn i’r mater, ac rydych yn rhannol iawn.',
  'We have looked into it, and do not agree.': 'Rydym wedi edrych i mewn i’r mater, ac nid ydym yn cytuno.',
  'We hold no data about you.': 'Nid ydym yn dal unrhyw ddata amdanoch.',
  'You took your request back, and we do nothing more about it.':
    'Tynnoch eich cais yn ôl, ac ni wnawn ddim mwy amdano.',
  'If you do not agree, write to us again, and somebody else looks into it.':
    'Os nad ydych yn cytuno, ysgrifennwch atom eto, a bydd rhywun arall yn edrych i mewn i’r mater.',
  'You complained to us on {day}.': 'Cwynoch wrthym ar {day}.',
  'We have received your complaint': 'Rydym wedi cael eich cwyn',
  'We look into it without delay.': 'Byddwn yn edrych i mewn i’r mater heb oedi.',
  'We look into it without delay, and answer by {day} at the latest.':
    'Byddwn yn edrych i mewn i’r mater heb oedi, ac yn ateb erbyn {day} fan bellaf.',
  'Our answer to your complaint': 'Ein hateb i’ch cwyn',
  'If you did not ask for this, or have questions, please ask {account}.':
    'Os na ofynnoch am hyn, neu os oes gennych gwestiynau, gofynnwch i {account}.',
} as const;
