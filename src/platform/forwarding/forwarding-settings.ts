// The settings of records that are kept elsewhere too: security events, and the signed heads of the audit trail.
import { asEmailAddress, asInteger, type Read, setting } from '../setting-readers.ts';
import { type ForwardingTarget, readTarget, showTarget, targetForms } from './forwarding-target.ts';

type Kind = ForwardingTarget['kind'];

const asTargets =
  <const K extends Kind>(...kinds: readonly K[]): Read<readonly Extract<ForwardingTarget, { kind: K }>[]> =>
  (text) => {
    const parts = text.split(',').map((part) => part.trim());
    const given = parts.filter((part) => part !== '').map((part) => readTarget(part, ...kinds));
    const targets = given.filter((target) => target !== undefined);
    return targets.length === given.length
      ? targets
      : { problem: `must be some of ${kinds.map((kind) => targetForms[kind]).join(', ')}, separated by commas` };
  };

const show = (targets: readonly ForwardingTarget[]) => targets.map(showTarget).join(',');

const asSecret: Read<string> = (text) =>
  /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)
    ? text
    : { problem: 'must be whsec_ and at least 24 random bytes in base64' };

export const forwardingSettings = {
  securityEventsTo: setting({
    name: 'PROBITY_SECURITY_EVENTS_TO',
    default: '',
    meaning:
      'Where security events are sent besides the database, separated by commas: syslog://host:port, syslog+tls://host:port, https://… (docs/forwarding.md).',
    read: asTargets('syslog', 'webhook'),
    show,
  }),
  auditHeadsTo: setting({
    name: 'PROBITY_AUDIT_HEADS_TO',
    default: '',
    meaning:
      'Where the signed heads of the audit trail are kept besides the data folder, out of reach of its owner, separated by commas: the absolute path of a file on another mount, s3://bucket/prefix with object lock, syslog://host:port, syslog+tls://host:port, https://… (docs/forwarding.md).',
    read: asTargets('file', 'bucket', 'syslog', 'webhook'),
    show,
  }),
  auditHeadDays: setting({
    name: 'PROBITY_AUDIT_HEAD_DAYS',
    default: '2555',
    meaning: 'Days for which a signed head in an S3 bucket is locked against deletion.',
    read: asInteger(1, 36_500),
  }),
  forwardingSecret: setting({
    name: 'PROBITY_FORWARDING_SECRET',
    meaning:
      'Secret that signs what is sent to an https:// address of PROBITY_SECURITY_EVENTS_TO and PROBITY_AUDIT_HEADS_TO, as whsec_ and 24 random bytes in base64.',
    secret: true,
    read: asSecret,
  }),
  alarmMail: setting({
    name: 'PROBITY_ALARM_MAIL',
    meaning:
      'Email address of the operator to which alarms are sent: patterns of security events, data that somebody changed behind the program, and certificates and secrets that end soon.',
    read: asEmailAddress,
  }),
};
