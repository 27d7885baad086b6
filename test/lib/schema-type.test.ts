import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../src/lib/schema-type.ts';

const about = { title: 'Title', description: 'What it is.' };

function shapes(type: typeof Type) {
  const properties = {
    text: type.String(about),
    number: type.Optional(type.Integer({ minimum: 1 })),
    flags: type.Array(type.Boolean(), about),
    either: type.Optional(type.Unsafe<string | null>({ type: ['string', 'null'] })),
  };
  const whole = type.Object(properties, about);
  return {
    whole,
    nothingNeeded: type.Partial(whole, { title: 'Change' }),
    // Properties taken from another shape stay as optional as they were there.
    mixed: type.Object({ ...type.Partial(whole, {}).properties, text: properties.text, inner: type.Optional(whole) }),
    empty: type.Object({}),
  };
}

test('a shape is the same JSON Schema as TypeBox itself would build', () => {
  assert.deepEqual(shapes(Type), JSON.parse(JSON.stringify(shapes(TypeBox as unknown as typeof Type))));
});
