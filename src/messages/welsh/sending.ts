// The Welsh of the check of the answers, of what was sent, and of the pages when something goes wrong.
export const sending = {
  // Check, declare, sent.
  'Check your answers': 'Gwirio eich atebion',
  'Now send your answers': 'Nawr anfonwch eich atebion',
  'You cannot change them here afterwards.': 'Ni allwch eu newid yma wedyn.',
  '{name} helped me with the form or filled it in for me, and I know what it says.':
    'Fe wnaeth {name} fy helpu gyda’r ffurflen neu ei llenwi ar fy rhan, ac rwy’n gwybod beth mae’n ei ddweud.',
  'My answers are true and complete, as far as I know.': 'Mae fy atebion yn wir ac yn gyflawn, hyd y gwn i.',
  'Send my answers': 'Anfon fy atebion',
  'Tick the box to say that your answers are true and complete':
    'Ticiwch y blwch i ddweud bod eich atebion yn wir ac yn gyflawn',
  'You changed an answer somewhere else after you opened this page. Look at your answers again, then send them':
    'Newidioch ateb yn rhywle arall ar ôl i chi agor y dudalen hon. Edrychwch ar eich atebion eto, ac yna eu hanfon',
  'Your form has been sent': 'Mae eich ffurflen wedi’i hanfon',
  'We are taking you to {host}. [Go there now] if nothing happens.':
    'Rydym yn mynd â chi i {host}. [Ewch yno nawr] os nad oes dim yn digwydd.',
  'Come back at any time with the link in your email: [see how your check is going].':
    'Dewch yn ôl ar unrhyw adeg gyda’r ddolen yn eich e-bost: [gweld sut mae eich gwiriad yn mynd].',
  'What you sent': 'Yr hyn a anfonoch',
  'Sent on {when}, for the check that {account} asked for. Order number *{order}*.':
    'Anfonwyd {when}, ar gyfer y gwiriad y gofynnodd {account} amdano. Rhif yr archeb *{order}*.',
  'Save a copy as PDF': 'Cadw copi fel PDF',
  'Your declaration': 'Eich datganiad',
  'Order number': 'Rhif yr archeb',
  'Order number {order}, asked for by {account}': 'Rhif yr archeb {order}, ar gais {account}',
  'Sent on {when}': 'Anfonwyd {when}',
  'The form was shown in Welsh': 'Dangoswyd y ffurflen yn Gymraeg',
  Question: 'Cwestiwn',
  Answer: 'Ateb',
  Page: 'Tudalen',
  of: 'o',

  // When something goes wrong.
  'Page not found': 'Heb ddod o hyd i’r dudalen',
  'If you typed the web address, check that it is right.': 'Os teipioch y cyfeiriad gwe, gwiriwch ei fod yn gywir.',
  'If you followed a link, the page may have moved or may belong to somebody else’s account.':
    'Os dilynoch ddolen, efallai fod y dudalen wedi symud neu’n perthyn i gyfrif rhywun arall.',
  'If the link was in an email about your own background check, open it again from the newest email.':
    'Os oedd y ddolen mewn e-bost am eich gwiriad cefndir eich hun, agorwch hi eto o’r e-bost diweddaraf.',
  'We could not read what was sent': 'Ni allem ddarllen yr hyn a anfonwyd',
  'Nothing was changed. Go back and try again.': 'Ni newidiwyd dim. Ewch yn ôl a rhowch gynnig arall arni.',
  'Nothing was changed. Something that was sent has invisible characters in it: go back and type it again.':
    'Ni newidiwyd dim. Mae nodau anweledig yn rhywbeth a anfonwyd: ewch yn ôl a’i deipio eto.',
  'You cannot do this': 'Ni allwch wneud hyn',
  'This order is over': 'Mae’r archeb hon ar ben',
  'What was said with it stays as it was when the order ended.':
    'Mae’r hyn a ddywedwyd gyda hi’n aros fel yr oedd pan ddaeth yr archeb i ben.',
  'This has changed in the meantime': 'Mae hyn wedi newid yn y cyfamser',
  'Nothing was changed by your last step. Load the page again to see the current state.':
    'Ni newidiodd eich cam diwethaf ddim. Llwythwch y dudalen eto i weld y sefyllfa bresennol.',
  'The data of this person are restricted': 'Mae cyfyngiad ar ddata’r person hwn',
  'Until the restriction is lifted, their data are only kept: work on their orders has stopped, and results are not shown.':
    'Nes i’r cyfyngiad gael ei godi, dim ond cadw’r data a wneir: mae’r gwaith ar yr archebion wedi stopio, ac ni ddangosir canlyniadau.',
  'Nothing was changed by your last step.': 'Ni newidiodd eich cam diwethaf ddim.',
  'That is too large': 'Mae hynny’n rhy fawr',
  'Nothing was saved. Go back and send less at once.': 'Ni chadwyd dim. Ewch yn ôl ac anfonwch lai ar y tro.',
  'Too many attempts': 'Gormod o ymdrechion',
  'Nothing was changed. Wait a few minutes and try again.':
    'Ni newidiwyd dim. Arhoswch ychydig funudau a rhowch gynnig arall arni.',
  'The service is not available just now': 'Nid yw’r gwasanaeth ar gael ar hyn o bryd',
  'What you had saved is still there. Try again in a minute.':
    'Mae’r hyn yr oeddech wedi’i gadw yno o hyd. Rhowch gynnig arall arni mewn munud.',
  'We are away for planned maintenance': 'Rydym i ffwrdd ar gyfer gwaith cynnal a chadw a drefnwyd',
  'The service is expected back by {until}, UK time.': 'Disgwylir y gwasanaeth yn ôl erbyn {until}, amser y DU.',
  'What you had saved is still there.': 'Mae’r hyn yr oeddech wedi’i gadw yno o hyd.',
  'We are working on this service until {until}, UK time. It may be away for a while.':
    'Rydym yn gweithio ar y gwasanaeth hwn tan {until}, amser y DU. Efallai na fydd ar gael am ychydig.',
  'This service will be away for planned maintenance from {from} to {until}, UK time.':
    'Ni fydd y gwasanaeth hwn ar gael oherwydd gwaith cynnal a chadw a drefnwyd o {from} hyd at {until}, amser y DU.',
  'Sorry, something went wrong on our side': 'Mae’n ddrwg gennym, aeth rhywbeth o’i le ar ein hochr ni',
  'This page had become too old': 'Roedd y dudalen hon wedi mynd yn rhy hen',
  'Nothing was changed. Load the page again and send it once more.':
    'Ni newidiwyd dim. Llwythwch y dudalen eto a’i hanfon unwaith yn rhagor.',
  'Go to the start': 'Mynd i’r dechrau',
  'Load the page again': 'Llwytho’r dudalen eto',
  'If it happens again, quote this number:': 'Os bydd yn digwydd eto, dyfynnwch y rhif hwn:',
} as const;
