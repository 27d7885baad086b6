// How many calls an endpoint may have under way at once: more while it answers, fewer while it hangs, so that it holds only its own share.

export interface EndpointShares {
  /** What each known endpoint may be given now, by webhook id; the others get `newcomerShare`. */
  room(): Map<string, number>;
  started(webhookId: string): void;
  /** @param prompt whether it answered at all, and not at the last moment */
  ended(webhookId: string, prompt: boolean): void;
}

export const newcomerShare = 4;
const LARGEST = 128;
const REMEMBERED = 1000;

export function createEndpointShares(): EndpointShares {
  // In the order of their last call; what is forgotten begins anew.
  const endpoints = new Map<string, { share: number; underWay: number }>();

  function forgetOldest(): void {
    for (const [id, { underWay }] of endpoints) {
      if (endpoints.size <= REMEMBERED) return;
      if (underWay === 0) endpoints.delete(id);
    }
  }

  return {
    room() {
      const room = new Map<string, number>();
      for (const [id, { share, underWay }] of endpoints) room.set(id, Math.max(0, share - underWay));
      return room;
    },
    started(id) {
      const known = endpoints.get(id) ?? { share: newcomerShare, underWay: 0 };
      known.underWay += 1;
      endpoints.delete(id);
      endpoints.set(id, known);
      forgetOldest();
    },
    ended(id, prompt) {
      const known = endpoints.get(id);
      if (known === undefined) return;
      known.underWay -= 1;
      known.share = prompt ? Math.min(LARGEST, known.share * 2) : 1;
    },
  };
}
