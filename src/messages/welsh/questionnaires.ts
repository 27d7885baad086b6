// The Welsh of the questions to referees. The person they are about is `nhw`, because a referee is not told their gender.
export const questionnaires = {
  // What a referee is asked for: after `roi`, and before a name.
  'a reference on': 'geirda ynghylch',
  'a reference on the employment of': 'geirda ar gyflogaeth',
  'a reference on the studies of': 'geirda ar astudiaethau',
  'a reference on the tenancy of': 'geirda ar denantiaeth',
  'a regulatory reference on': 'geirda rheoleiddiol ynghylch',
  'a personal reference on': 'geirda personol ynghylch',
  'a confirmation of the studies of': 'cadarnhad o astudiaethau',

  // Answers that several questions have.
  'I do not know': 'Nid wyf yn gwybod',
  'I may not say': 'Ni chaf ddweud',
  'May not say': 'Ni chaf ddweud',
  'It is our policy not to say': 'Ein polisi yw peidio â dweud',
  'Rather not say': 'Gwell gennyf beidio â dweud',
  'Not answered': 'Heb ei ateb',
  Neither: 'Y naill na’r llall',
  'Leave the day empty if you do not know it, or the day and the month.':
    'Gadewch y diwrnod yn wag os nad ydych yn ei wybod, neu’r diwrnod a’r mis.',
  'Leave it empty if none was. Leave the day empty if you do not know it, or the day and the month.':
    'Gadewch hwn yn wag os na chafodd un ei ddyfarnu. Gadewch y diwrnod yn wag os nad ydych yn ei wybod, neu’r diwrnod a’r mis.',
  'Leave the day empty if you do not know it, or the day and the month. Leave it empty if they still study.':
    'Gadewch y diwrnod yn wag os nad ydych yn ei wybod, neu’r diwrnod a’r mis. Gadewch hwn yn wag os ydynt yn dal i astudio.',
  'For example, 27 3 2020. Leave the day empty if you do not know it, or the day and the month.':
    'Er enghraifft, 27 3 2020. Gadewch y diwrnod yn wag os nad ydych yn ei wybod, neu’r diwrnod a’r mis.',

  // About the referee.
  'Your full name': 'Eich enw llawn',
  'Enter your full name': 'Rhowch eich enw llawn',
  'Your job title or position': 'Teitl eich swydd neu’ch safle',
  'Your organisation': 'Eich sefydliad',
  'A telephone number where we can confirm this with you': 'Rhif ffôn lle gallwn gadarnhau hyn gyda chi',
  'A switchboard or office number, if there is one.': 'Rhif y switsfwrdd neu’r swyddfa, os oes un.',
  'How you know them': 'Sut rydych yn eu hadnabod',
  'How do you know them?': 'Sut rydych yn eu hadnabod?',
  'Enter how you know them': 'Rhowch sut rydych yn eu hadnabod',
  'How do you know them, and for how long?': 'Sut rydych yn eu hadnabod, ac ers faint?',
  'Enter how you know them, and for how long': 'Rhowch sut rydych yn eu hadnabod, ac ers faint',
  'For example, as a neighbour, colleague or teacher.': 'Er enghraifft, fel cymydog, cydweithiwr neu athro.',
  'Are you related to them, by birth or marriage?': 'A ydych yn perthyn iddynt, drwy waed neu briodas?',
  'Select whether you are related to them': 'Dewiswch a ydych yn perthyn iddynt',
  'Are you 18 or older?': 'A ydych yn 18 oed neu’n hŷn?',
  'Select whether you are 18 or older': 'Dewiswch a ydych yn 18 oed neu’n hŷn',
  'Since when have you known them?': 'Ers pryd rydych yn eu hadnabod?',
  'Enter since when you have known them': 'Rhowch ers pryd rydych yn eu hadnabod',
  'How often are you in touch?': 'Pa mor aml rydych mewn cysylltiad â nhw?',
  'Enter how often you are in touch': 'Rhowch pa mor aml rydych mewn cysylltiad â nhw',
  'Is there anything else that we should know?': 'A oes unrhyw beth arall y dylem ei wybod?',
  'May the candidate see this reference?': 'A gaiff yr ymgeisydd weld y geirda hwn?',
  'Select whether the candidate may see it': 'Dewiswch a gaiff yr ymgeisydd ei weld',
  'The candidate may ask for a copy of a reference, and by law one that was given in confidence need not be shown. Say no if you give it in confidence.':
    'Caiff yr ymgeisydd ofyn am gopi o eirda, ac yn ôl y gyfraith nid oes raid dangos un a roddwyd yn gyfrinachol. Dewiswch ‘Na chaiff’ os ydych yn ei roi yn gyfrinachol.',

  // An employment.
  'Dates and role': 'Dyddiadau a rôl',
  'When did they start?': 'Pryd y gwnaethant ddechrau?',
  'Enter the day on which they started': 'Rhowch y diwrnod y gwnaethant ddechrau',
  'I do not know when they started': 'Nid wyf yn gwybod pryd y gwnaethant ddechrau',
  'Are they still employed by you?': 'A ydynt yn dal i gael eu cyflogi gennych?',
  'Select whether they are still employed by you': 'Dewiswch a ydynt yn dal i gael eu cyflogi gennych',
  'When did they leave?': 'Pryd y gwnaethant adael?',
  'Enter the day on which they left': 'Rhowch y diwrnod y gwnaethant adael',
  'I do not know when they left': 'Nid wyf yn gwybod pryd y gwnaethant adael',
  'What was their job title?': 'Beth oedd teitl eu swydd?',
  'Enter their job title': 'Rhowch deitl eu swydd',
  'The last one, if there were several.': 'Yr un olaf, os oedd mwy nag un.',
  'I do not know their job title': 'Nid wyf yn gwybod teitl eu swydd',
  'Why did they leave?': 'Pam y gwnaethant adael?',
  'Select why they left': 'Dewiswch pam y gwnaethant adael',
  'Would you employ them again?': 'A fyddech yn eu cyflogi eto?',
  'Select whether you would employ them again': 'Dewiswch a fyddech yn eu cyflogi eto',
  'Why not?': 'Pam ddim?',
  'Enter why you would not employ them again': 'Rhowch pam na fyddech yn eu cyflogi eto',
  'The employment': 'Y gyflogaeth',
  'What kind of employment was it?': 'Pa fath o gyflogaeth oedd hi?',
  'What kind of employment is it?': 'Pa fath o gyflogaeth yw hi?',
  'Select the kind of employment': 'Dewiswch y math o gyflogaeth',
  'Full time': 'Amser llawn',
  'Part time': 'Rhan-amser',
  'Temporary or fixed term': 'Dros dro neu am gyfnod penodol',
  'Casual or without agreed hours': 'Achlysurol neu heb oriau y cytunwyd arnynt',
  'What was their yearly salary?': 'Beth oedd eu cyflog blynyddol?',
  'What is their yearly salary?': 'Beth yw eu cyflog blynyddol?',
  'For example, 32,500. Leave it empty if you would rather not say.':
    'Er enghraifft, 32,500. Gadewch hwn yn wag os yw’n well gennych beidio â dweud.',
  'On how many days were they absent in the last year?':
    'Am sawl diwrnod roeddent yn absennol yn y flwyddyn ddiwethaf?',
  'Only the number. Please do not mention health or the reasons.':
    'Y nifer yn unig. Peidiwch â sôn am iechyd na’r rhesymau.',
  Conduct: 'Ymddygiad',
  'Is there a disciplinary warning that is still in force, or was there one when they left?':
    'A oes rhybudd disgyblu sydd mewn grym o hyd, neu a oedd un pan adawsant?',
  'Is there a disciplinary warning that is still in force?': 'A oes rhybudd disgyblu sydd mewn grym o hyd?',
  'Was a disciplinary warning in force when they left?': 'A oedd rhybudd disgyblu mewn grym pan adawsant?',
  'Select whether there is or was a disciplinary warning in force':
    'Dewiswch a oes neu a oedd rhybudd disgyblu mewn grym',
  'Please give details: disciplinary warning': 'Rhowch fanylion: rhybudd disgyblu',
  'Enter the details: disciplinary warning': 'Rhowch y manylion: rhybudd disgyblu',

  // Work with children or vulnerable adults.
  'Leaving, and coming back': 'Gadael, a dod yn ôl',
  'What led to it?': 'Beth arweiniodd at hynny?',
  'Where the work was with children or vulnerable adults we must know why it ended.':
    'Os oedd y gwaith gyda phlant neu oedolion agored i niwed, rhaid i ni wybod pam y daeth i ben.',
  'Would you employ them in any other role?': 'A fyddech yn eu cyflogi mewn unrhyw rôl arall?',
  'Select whether you would employ them in another role': 'Dewiswch a fyddech yn eu cyflogi mewn rôl arall',
  'Enter why you would not employ them in another role': 'Rhowch pam na fyddech yn eu cyflogi mewn rôl arall',
  'How they worked': 'Sut roeddent yn gweithio',
  'Their skills': 'Eu sgiliau',
  Outstanding: 'Rhagorol',
  Excellent: 'Ardderchog',
  Good: 'Da',
  Satisfactory: 'Boddhaol',
  Poor: 'Gwael',
  'Does not apply': 'Nid yw’n berthnasol',
  Punctuality: 'Prydlondeb',
  'Select a rating: punctuality': 'Dewiswch sgôr: prydlondeb',
  'Working relationships': 'Perthynas â chydweithwyr',
  'Select a rating: working relationships': 'Dewiswch sgôr: perthynas â chydweithwyr',
  'Care for customers or those in their charge': 'Gofal am gwsmeriaid neu’r rhai sydd yn eu gofal',
  'Select a rating: care for customers or those in their charge':
    'Dewiswch sgôr: gofal am gwsmeriaid neu’r rhai sydd yn eu gofal',
  'Adapting to change': 'Addasu i newid',
  'Select a rating: adapting to change': 'Dewiswch sgôr: addasu i newid',
  'Dealing with conflict': 'Delio â gwrthdaro',
  'Select a rating: dealing with conflict': 'Dewiswch sgôr: delio â gwrthdaro',
  'Managing their workload': 'Rheoli eu llwyth gwaith',
  'Select a rating: managing their workload': 'Dewiswch sgôr: rheoli eu llwyth gwaith',
  'Working in a team': 'Gweithio mewn tîm',
  'Select a rating: working in a team': 'Dewiswch sgôr: gweithio mewn tîm',
  Communication: 'Cyfathrebu',
  'Select a rating: communication': 'Dewiswch sgôr: cyfathrebu',
  'Solving problems': 'Datrys problemau',
  'Select a rating: solving problems': 'Dewiswch sgôr: datrys problemau',
  Attitude: 'Agwedd',
  'Select a rating: attitude': 'Dewiswch sgôr: agwedd',
  'Technical competence': 'Cymhwysedd technegol',
  'Select a rating: technical competence': 'Dewiswch sgôr: cymhwysedd technegol',
  Leadership: 'Arweinyddiaeth',
  'Select a rating: leadership': 'Dewiswch sgôr: arweinyddiaeth',
  'Safeguarding and conduct': 'Diogelu ac ymddygiad',
  'Are they under investigation, or were they when they left?':
    'A ydynt yn destun ymchwiliad, neu a oeddent felly pan adawsant?',
  'Are they under investigation?': 'A ydynt yn destun ymchwiliad?',
  'Were they under investigation when they left?': 'A oeddent yn destun ymchwiliad pan adawsant?',
  'Select whether they are or were under investigation': 'Dewiswch a ydynt neu a oeddent yn destun ymchwiliad',
  'Please give details: under investigation': 'Rhowch fanylion: yr ymchwiliad',
  'Enter the details: under investigation': 'Rhowch y manylion: yr ymchwiliad',
  'Are there warnings on their record, or were there when they left?':
    'A oes rhybuddion ar eu cofnod, neu a oedd rhai pan adawsant?',
  'Are there warnings on their record?': 'A oes rhybuddion ar eu cofnod?',
  'Were there warnings on their record when they left?': 'A oedd rhybuddion ar eu cofnod pan adawsant?',
  'Only those that have not run out.': 'Dim ond y rhai nad ydynt wedi dod i ben.',
  'Select whether there are or were warnings on their record': 'Dewiswch a oes neu a oedd rhybuddion ar eu cofnod',
  'Please give details: warnings on record': 'Rhowch fanylion: y rhybuddion ar y cofnod',
  'Enter the details: warnings on record': 'Rhowch y manylion: y rhybuddion ar y cofnod',
  'Were there concerns or allegations about their behaviour towards children or vulnerable adults that were found to be substantiated?':
    'A oedd pryderon neu honiadau am eu hymddygiad tuag at blant neu oedolion agored i niwed y canfuwyd bod sail iddynt?',
  'Name only those with which harm was done or likely, and give the facts, not opinions. Leave out every concern and allegation that was found to be false, unfounded, unsubstantiated or malicious, also where there were several (Keeping children safe in education, Part three).':
    'Enwch y rhai a achosodd niwed neu a oedd yn debygol o’i achosi yn unig, a rhowch y ffeithiau, nid barn. Gadewch allan bob pryder a honiad y canfuwyd ei fod yn ffug, yn ddi-sail, heb ei gadarnhau neu’n faleisus, hefyd lle’r oedd sawl un (Keeping children safe in education, Rhan tri).',
  'The facts of each that was substantiated, and its outcome':
    'Ffeithiau pob un y canfuwyd bod sail iddo, a’i ganlyniad',
  'Please give details: substantiated concerns or allegations about children or vulnerable adults':
    'Rhowch fanylion: pryderon neu honiadau y canfuwyd bod sail iddynt am blant neu oedolion agored i niwed',
  'Enter the details: substantiated concerns or allegations about children or vulnerable adults':
    'Rhowch y manylion: pryderon neu honiadau y canfuwyd bod sail iddynt am blant neu oedolion agored i niwed',
  'Select whether there were concerns or allegations that were substantiated':
    'Dewiswch a oedd pryderon neu honiadau y canfuwyd bod sail iddynt',
  'Were they found not to be fit to practise, or is an investigation of it not finished?':
    'A ganfuwyd nad oeddent yn addas i ymarfer, neu a oes ymchwiliad i hynny nad yw wedi dod i ben?',
  'Leave out an investigation that found nothing against them.':
    'Gadewch allan ymchwiliad na chanfu ddim yn eu herbyn.',
  'Select whether they were found not to be fit to practise': 'Dewiswch a ganfuwyd nad oeddent yn addas i ymarfer',
  'Please give details: fitness to practise in question': 'Rhowch fanylion: amheuaeth am addasrwydd i ymarfer',
  'Enter the details: fitness to practise in question': 'Rhowch y manylion: amheuaeth am addasrwydd i ymarfer',
  Suitability: 'Addasrwydd',
  'Are they able and suitable to work with children or vulnerable adults?':
    'A ydynt yn gallu gweithio gyda phlant neu oedolion agored i niwed, ac yn addas i wneud hynny?',
  'Are they able and suitable to work with children or vulnerable adults in this job: {job}?':
    'A ydynt yn gallu gweithio gyda phlant neu oedolion agored i niwed, ac yn addas i wneud hynny, yn y swydd hon: {job}?',
  'Select whether they are able and suitable': 'Dewiswch a ydynt yn gallu gwneud y gwaith ac yn addas iddo',
  'What are your concerns?': 'Beth yw eich pryderon?',
  'Enter your concerns': 'Rhowch eich pryderon',

  // Somebody who knows them.
  'What you can say of them': 'Yr hyn y gallwch ei ddweud amdanynt',
  'Are they honest and reliable?': 'A ydynt yn onest ac yn ddibynadwy?',
  'Select whether they are honest and reliable': 'Dewiswch a ydynt yn onest ac yn ddibynadwy',
  'Enter why they are not honest and reliable': 'Rhowch pam nad ydynt yn onest ac yn ddibynadwy',
  'What did they do while you knew them, as far as you know?':
    'Beth roeddent yn ei wneud tra oeddech yn eu hadnabod, hyd y gwyddoch?',
  'Name the months, if you were asked about a certain time.': 'Enwch y misoedd, os gofynnwyd i chi am gyfnod penodol.',
  'Is there a reason why they should not be trusted with a position of responsibility?':
    'A oes rheswm pam na ddylid ymddiried swydd gyfrifol iddynt?',
  'Select whether there is such a reason': 'Dewiswch a oes rheswm o’r fath',
  'Please give details: reason not to trust them with responsibility':
    'Rhowch fanylion: rheswm i beidio ag ymddiried cyfrifoldeb iddynt',
  'Enter the details: reason not to trust them with responsibility':
    'Rhowch y manylion: rheswm i beidio ag ymddiried cyfrifoldeb iddynt',

  // Studies.
  'The studies': 'Yr astudiaethau',
  'How they studied': 'Sut roeddent yn astudio',
  'Did they study with you?': 'A wnaethant astudio gyda chi?',
  'Select whether they studied with you': 'Dewiswch a wnaethant astudio gyda chi',
  'Which course or subject?': 'Pa gwrs neu bwnc?',
  'Which course or subject, at which level?': 'Pa gwrs neu bwnc, ac ar ba lefel?',
  'Enter the course or subject, and the level': 'Rhowch y cwrs neu’r pwnc, a’r lefel',
  'When was the qualification awarded?': 'Pryd y dyfarnwyd y cymhwyster?',
  'With which class or grade?': 'Gyda pha ddosbarth neu radd?',
  'When did they begin?': 'Pryd y gwnaethant ddechrau astudio?',
  'When did they finish or leave?': 'Pryd y gwnaethant orffen neu adael?',
  'How did they study?': 'Sut y gwnaethant astudio?',
  'By distance learning': 'Drwy ddysgu o bell',
  'How do you rate their work?': 'Sut byddech yn barnu eu gwaith?',
  'Select how you rate their work': 'Dewiswch sut byddech yn barnu eu gwaith',
  'Was there academic or other misconduct?': 'A oedd camymddwyn academaidd neu gamymddwyn arall?',
  'Leave out what was not upheld.': 'Gadewch allan yr hyn na chafodd ei gadarnhau.',
  'Select whether there was misconduct': 'Dewiswch a oedd camymddwyn',
  'Please give details: academic or other misconduct': 'Rhowch fanylion: camymddwyn academaidd neu gamymddwyn arall',
  'Enter the details: academic or other misconduct': 'Rhowch y manylion: camymddwyn academaidd neu gamymddwyn arall',

  // A tenancy.
  'The tenancy': 'Y denantiaeth',
  'How they kept to it': 'Sut y gwnaethant gadw at y denantiaeth',
  'Are you the landlord or the agent?': 'Ai chi yw’r landlord neu’r asiant?',
  'Select whether you are the landlord or the agent': 'Dewiswch ai chi yw’r landlord neu’r asiant',
  'The landlord': 'Y landlord',
  'The agent': 'Yr asiant',
  'When did the tenancy begin?': 'Pryd y dechreuodd y denantiaeth?',
  'Enter the day on which the tenancy began': 'Rhowch y diwrnod y dechreuodd y denantiaeth',
  'I do not know when it began': 'Nid wyf yn gwybod pryd y dechreuodd',
  'Do they still live there?': 'A ydynt yn dal i fyw yno?',
  'Select whether they still live there': 'Dewiswch a ydynt yn dal i fyw yno',
  'When did the tenancy end?': 'Pryd y daeth y denantiaeth i ben?',
  'Enter the day on which the tenancy ended': 'Rhowch y diwrnod y daeth y denantiaeth i ben',
  'I do not know when it ended': 'Nid wyf yn gwybod pryd y daeth i ben',
  'What was the monthly rent?': 'Beth oedd y rhent misol?',
  'Was the rent paid in full and on time?': 'A oedd y rhent yn cael ei dalu’n llawn ac mewn pryd?',
  'Is the rent paid in full and on time?': 'A yw’r rhent yn cael ei dalu’n llawn ac mewn pryd?',
  'Select whether the rent was paid in full and on time':
    'Dewiswch a oedd y rhent yn cael ei dalu’n llawn ac mewn pryd',
  'What was late or missing?': 'Beth oedd yn hwyr neu ar goll?',
  'Enter what was late or missing': 'Rhowch beth oedd yn hwyr neu ar goll',
  'Was the home kept in order?': 'A oedd y cartref yn cael ei gadw mewn trefn?',
  'Is the home kept in order?': 'A yw’r cartref yn cael ei gadw mewn trefn?',
  'Select whether the home was kept in order': 'Dewiswch a oedd y cartref yn cael ei gadw mewn trefn',
  'What was wrong?': 'Beth oedd o’i le?',
  'Enter what was wrong with the home': 'Rhowch beth oedd o’i le ar y cartref',
  'Were there complaints, or notice given because of their conduct?':
    'A oedd cwynion, neu a roddwyd rhybudd oherwydd eu hymddygiad?',
  'Leave out complaints that were found to be unfounded.': 'Gadewch allan gwynion y canfuwyd eu bod yn ddi-sail.',
  'Select whether there were complaints or notice': 'Dewiswch a oedd cwynion neu rybudd',
  'Please give details: complaints, or notice because of conduct':
    'Rhowch fanylion: cwynion, neu rybudd oherwydd ymddygiad',
  'Enter the details: complaints, or notice because of conduct':
    'Rhowch y manylion: cwynion, neu rybudd oherwydd ymddygiad',
  'Would you let to them again?': 'A fyddech yn gosod iddynt eto?',
  'Select whether you would let to them again': 'Dewiswch a fyddech yn gosod iddynt eto',

  // Financial services.
  'For six years, if your firm learns of something that would change an answer, it must send an update. Keep this link: it takes the update, too, or write to the firm that asked.':
    'Am chwe blynedd, os daw eich cwmni i wybod am rywbeth a fyddai’n newid ateb, rhaid iddo anfon diweddariad. Cadwch y ddolen hon: mae’n derbyn y diweddariad hefyd, neu ysgrifennwch at y cwmni a ofynnodd.',
  'Your firm': 'Eich cwmni',
  '1A. The firm or firms that give this reference': '1A. Y cwmni neu’r cwmnïau sy’n rhoi’r geirda hwn',
  'Enter the firm that gives this reference': 'Rhowch y cwmni sy’n rhoi’r geirda hwn',
  '1B. Their firm reference numbers': '1B. Eu cyfeirnodau cwmni',
  'Enter the firm reference number': 'Rhowch gyfeirnod y cwmni',
  'Functions and positions': 'Swyddogaethau a swyddi',
  'For the six years before this request, and since then.': 'Am y chwe blynedd cyn y cais hwn, ac ers hynny.',
  'Select an answer to question A': 'Dewiswch ateb i gwestiwn A',
  'A. Did they perform a certification function for your firm, or were they an approved person for it?':
    'A. A wnaethant gyflawni swyddogaeth ardystio ar gyfer eich cwmni, neu a oeddent yn berson cymeradwy ar ei gyfer?',
  'Select an answer to question B': 'Dewiswch ateb i gwestiwn B',
  'B. Were they a notified non-executive director, a credit union non-executive director, a key function holder, or a board director who is no senior manager?':
    'B. A oeddent yn gyfarwyddwr anweithredol hysbysedig, yn gyfarwyddwr anweithredol undeb credyd, yn ddeiliad swyddogaeth allweddol, neu’n gyfarwyddwr bwrdd nad yw’n uwch reolwr?',
  'Enter the positions that they held with you, question C': 'Rhowch y swyddi a oedd ganddynt gyda chi, cwestiwn C',
  'C. Which positions did they hold with you, each with its dates?':
    'C. Pa swyddi a oedd ganddynt gyda chi, pob un gyda’i dyddiadau?',
  'Name other roles too. For an approved function, say whether the approval had conditions or limits.':
    'Enwch rolau eraill hefyd. Ar gyfer swyddogaeth gymeradwy, dywedwch a oedd amodau neu derfynau ar y gymeradwyaeth.',
  'Fitness and conduct': 'Addasrwydd ac ymddygiad',
  'For the six years before this request, and since then. Serious misconduct counts without a limit of time.':
    'Am y chwe blynedd cyn y cais hwn, ac ers hynny. Mae camymddwyn difrifol yn cyfrif heb derfyn amser.',
  'Select an answer to question D': 'Dewiswch ateb i gwestiwn D',
  'E. Did your firm conclude that they were not fit and proper to perform a function?':
    'E. A ddaeth eich cwmni i’r casgliad nad oeddent yn addas a phriodol i gyflawni swyddogaeth?',
  'The facts that led to the conclusion': 'Y ffeithiau a arweiniodd at y casgliad',
  'Please give details: e. Not fit and proper': 'Rhowch fanylion: E. Ddim yn addas a phriodol',
  'Enter the details: e. Not fit and proper': 'Rhowch y manylion: E. Ddim yn addas a phriodol',
  'Select an answer to question E': 'Dewiswch ateb i gwestiwn E',
  'D. Did your firm conclude that they breached the individual conduct rules or the earlier statements of principle?':
    'D. A ddaeth eich cwmni i’r casgliad eu bod wedi torri’r rheolau ymddygiad unigol neu’r datganiadau o egwyddor blaenorol?',
  'Please give details: d. Breach of conduct rules': 'Rhowch fanylion: D. Torri rheolau ymddygiad',
  'Enter the details: d. Breach of conduct rules': 'Rhowch y manylion: D. Torri rheolau ymddygiad',
  'Select an answer to question F': 'Dewiswch ateb i gwestiwn F',
  'F. Was disciplinary action taken because of anything under D or E?':
    'F. A gymerwyd camau disgyblu oherwydd unrhyw beth o dan D neu E?',
  'The action, its basis and its outcome': 'Y camau, eu sail a’u canlyniad',
  'Please give details: f. Disciplinary action': 'Rhowch fanylion: F. Camau disgyblu',
  'Enter the details: f. Disciplinary action': 'Rhowch y manylion: F. Camau disgyblu',
  'Select an answer to question G': 'Dewiswch ateb i gwestiwn G',
  'G. Do you know of anything else that bears on whether they are fit and proper, including investigations that are not finished?':
    'G. A ydych yn gwybod am unrhyw beth arall sy’n berthnasol i’r cwestiwn a ydynt yn addas a phriodol, gan gynnwys ymchwiliadau nad ydynt wedi dod i ben?',
  'What you know': 'Yr hyn a wyddoch',
  'Please give details: g. Anything else on being fit and proper':
    'Rhowch fanylion: G. Unrhyw beth arall am fod yn addas a phriodol',
  'Enter the details: g. Anything else on being fit and proper':
    'Rhowch y manylion: G. Unrhyw beth arall am fod yn addas a phriodol',

  // What is wrong with an answer.
  'Enter an answer, or tick that you do not know it, not both':
    'Rhowch ateb, neu ticiwch nad ydych yn ei wybod, nid y ddau',
  'Select one of the answers': 'Dewiswch un o’r atebion',
  'Enter a whole number, such as 12': 'Rhowch rif cyfan, megis 12',
  'Enter an amount, such as 32,500': 'Rhowch swm, megis 32,500',
  'The answer must be 250 characters or fewer': 'Rhaid i’r ateb fod yn 250 nod neu lai',
  'The answer must be 4000 characters or fewer': 'Rhaid i’r ateb fod yn 4000 nod neu lai',
  'The date must not be in the future': 'Rhaid i’r dyddiad beidio â bod yn y dyfodol',
  'The end must not be before the start': 'Rhaid i’r diwedd beidio â bod cyn y dechrau',
  'The date must be a real date': 'Rhaid i’r dyddiad fod yn ddyddiad go iawn',
  'The date must have a year of 4 digits': 'Rhaid i’r flwyddyn yn y dyddiad fod yn 4 digid',
  'The date must include a month': 'Rhaid i’r dyddiad gynnwys mis',
  'The date must include a year': 'Rhaid i’r dyddiad gynnwys blwyddyn',
  'The date must include a month and a year': 'Rhaid i’r dyddiad gynnwys mis a blwyddyn',
} as const;
