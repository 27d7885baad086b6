import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarFile } from '../../src/lib/calendar-file.ts';

const at = new Date('2026-12-08T10:15:00Z');
const entry = { id: '7', title: 'Appointment', place: '', notes: '', from: at, until: at, writtenAt: at };

test('an entry has its times in UTC', () => {
  assert.match(calendarFile(entry), /\r\nDTSTART:20261208T101500Z\r\n/);
});

test('commas, semicolons, backslashes and line ends are escaped', () => {
  const file = calendarFile({ ...entry, place: 'Room 1, Clinic; north\\east\r\nLeeds' });
  assert.match(file, /\r\nLOCATION:Room 1\\, Clinic\\; north\\\\east\\nLeeds\r\n/);
});

test('a place cannot add a line of its own', () => {
  assert.doesNotMatch(calendarFile({ ...entry, place: 'Leeds\nATTENDEE:mailto:x@acme.example' }), /\r\nATTENDEE/);
});

test('no line is longer than 75 bytes, and no character is cut', () => {
  const notes = '电话预约时请携带护照'.repeat(20);
  const file = calendarFile({ ...entry, notes });
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(file.replaceAll('\r\n ', '').includes(notes));
});
