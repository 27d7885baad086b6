// Encrypts what belongs to no account, such as a screener's second factor, under a key derived from a master key.
import type { MasterKeys } from './master-keys.ts';
import { deriveKey, openValue, placeOf, sealValue, unreadable } from './sealed-value.ts';

export interface OperatorKey {
  /** Text that begins with the id of its master key and a dot. @param place binds the text: it opens only there */
  seal(place: readonly string[], text: string): string;
  /** Throws if the text is damaged, belongs to another place, or its master key is gone. */
  open(place: readonly string[], sealed: string): string;
}

export function operatorKey({ currentId, byId }: MasterKeys): OperatorKey {
  const keyOf = (id: string) => {
    const master = byId.get(id);
    if (master === undefined) throw unreadable("an operator's value");
    return deriveKey(master, 'operator');
  };
  return {
    seal: (place, text) =>
      `${currentId}.${sealValue(keyOf(currentId), 0, placeOf(...place), text).toString('base64url')}`,
    open(place, sealed) {
      const [id = '', text = ''] = sealed.split('.');
      const key = keyOf(id);
      return openValue(() => key, placeOf(...place), "an operator's value", Buffer.from(text, 'base64url')).toString(
        'utf8',
      );
    },
  };
}
