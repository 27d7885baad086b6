// What is known of reports that compare faces and devices, and of digital verification services.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { type Breakdown, part, parts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const biometricLaw = [
  unconfirmed('A face compared by machine is biometric data: UK GDPR Art. 9 asks for explicit consent.'),
  unconfirmed('Offer whoever does not consent another way to prove who they are.'),
];
const faceRequires = [
  'name',
  'date_of_birth',
  { identity_documents: { set: 'identity' } },
  { evidence: { set: 'selfie' } },
] as const;

const faceBreakdown: Breakdown = {
  face_comparison: part('Faces compared', {
    parts: { face_match: part('The same face', { properties: { score: 'number', document_id: 'text' } }) },
  }),
  image_integrity: part('Image', {
    parts: parts({ face_detected: 'A face is found', source_integrity: 'Taken by a camera on the spot' }),
  }),
  visual_authenticity: part('A living person', {
    parts: { spoofing_detection: part('No mask, screen or print', { properties: { score: 'number' } }) },
  }),
};
const faceInMotion: Breakdown = {
  ...faceBreakdown,
  visual_authenticity: part('A living person', {
    parts: {
      spoofing_detection: part('No mask, screen or print', { properties: { score: 'number' } }),
      liveness_detected: part('Moves as asked'),
    },
  }),
};

export const facialSimilarity: Family = {
  name: 'facial_similarity',
  area: 'identity',
  label: 'Face compared with the document',
  searchWords: ['selfie', 'liveness', 'biometrics'],
  description: 'Compares the person’s face with the photograph in their identity document.',
  requires: faceRequires,
  workingDays: unconfirmed(1),
  answeredBy: unconfirmed('A digital verification service, or a trained screener.'),
  law: biometricLaw,
  guidance: [
    toKnow(unconfirmed('A machine’s score suggests: a person decides where it is not clear.')),
    toKnow(
      unconfirmed('Order it together with the document report: a face that matches a false document proves nothing.'),
    ),
  ],
  breakdown: faceBreakdown,
  soldBy: 'onfido_models',
  variants: {
    photo: { label: 'Face compared, by photograph' },
    photo_fully_auto: {
      label: 'Face compared, by photograph and machine alone',
      guidance: [toDo(unconfirmed('No person looks at it: let a screener look at every result that is not clear.'))],
    },
    video: { label: 'Face compared, by video', breakdown: faceInMotion },
    motion: { label: 'Face compared, by turning the head', breakdown: faceInMotion },
  },
};

export const knownFaces: Family = {
  name: 'known_faces',
  area: 'identity',
  label: 'Face seen before',
  description: 'Compares the person’s face with those of earlier candidates of the same client.',
  requires: faceRequires,
  answeredBy: unconfirmed('A digital verification service, among the faces that the client had checked before.'),
  law: biometricLaw,
  guidance: [
    toDo(unconfirmed('Twins, and one person who applied twice, are matches without fraud: look before you report.')),
  ],
  breakdown: parts({ previously_seen_faces: 'Not seen under another name', image_integrity: 'Image' }),
  properties: { matches: 'list' },
  soldBy: 'onfido_models',
};

export const deviceIntelligence: Family = {
  name: 'device_intelligence',
  area: 'identity',
  label: 'Device',
  description: 'Looks at the device and the network by which identity evidence was sent.',
  requires: ['name', 'date_of_birth', { evidence: { set: 'selfie' } }],
  answeredBy: unconfirmed('A digital verification service.'),
  law: [
    unconfirmed('Tell the candidate beforehand: reading particulars of a device needs their consent (PECR reg. 6).'),
  ],
  guidance: [
    toKnow(unconfirmed('A shared device or a private network is common: never the sole ground of a decision.')),
  ],
  breakdown: parts({
    device: 'The device is real and not modified',
    network: 'The network is not known for abuse',
    location: 'The place fits what was given',
  }),
  soldBy: 'onfido_models',
};

export const digitalIdentity: Family = {
  name: 'digital_identity',
  area: 'identity',
  label: 'Digital identity',
  searchWords: ['IDVT', 'IDSP', 'DIATF', 'ID check'],
  description: 'Confirms who the person is by a certified digital verification service.',
  requires: [
    'name',
    'previous_names',
    'date_of_birth',
    { identity_documents: { set: 'identity' } },
    { evidence: { set: 'selfie' } },
  ],
  workingDays: unconfirmed(1),
  answeredBy: from('dbs_digital_identity', 'A certified digital verification service.'),
  validity: from('dbs_digital_identity', 'One use for each check.'),
  law: [
    from('right_to_work_guide', 'For the right to work it gives an excuse only for British and Irish passports.'),
    from(
      'dbs_digital_identity',
      'The registered body or responsible organisation stays answerable for the identity check.',
    ),
  ],
  guidance: [
    toKnow(from('dbs_digital_identity', 'The names must be exactly those of the application form.')),
    toDo(
      unconfirmed(
        'Choose a service that is certified for the scheme in question: right to work, right to rent or DBS.',
      ),
    ),
  ],
  breakdown: {
    evidence: part('Evidence of the identity', { properties: { document_type: 'text' } }),
    ...parts({
      validity: 'The evidence is genuine',
      activity: 'The identity has existed over time',
      fraud: 'The identity is not known for fraud',
      verification: 'The person is its holder',
    }),
  },
  properties: { level_of_confidence: 'text', provider: 'text', certificate_of_provider: 'text', reference: 'text' },
  variants: {
    gpg45_medium: {
      label: 'Digital identity, medium confidence',
      description: 'As right to work and basic criminal record checks need it.',
      soldBy: 'dbs_digital_identity',
    },
    gpg45_high: {
      label: 'Digital identity, high confidence',
      description: 'As standard and enhanced criminal record checks need it.',
      soldBy: 'dbs_digital_identity',
    },
  },
};
