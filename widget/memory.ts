import { REPLAY_SLOTS } from '#protocol/signing/replay-ring.ts'
import { hash, uuid } from './answers.ts'
import { count, flag, listOf, object, optional, orUndefined, text, type Check } from './checks.ts'
import type { Passkey } from './passkey/create-passkey.ts'

const base64Url = text(/^[A-Za-z0-9_-]{1,1400}$/)
const coordinate = text(/^[0-9a-f]{64}$/)
const isPasskey = object<Passkey>({
  credentialId: base64Url,
  qx: coordinate,
  qy: coordinate,
  rpId: text(),
  userHandle: base64Url,
  isSingle: optional(flag),
  chainId: optional(count()),
})

/**
 * A call that was signed here: its digest, its uuid once the service holds it, and the signed
 * request as JSON, to resubmit the same call (`held/signed-request.ts` reads it).
 */
export type Sent = {
  digest: string
  transactionUuid?: string | undefined
  request?: string | undefined
  /** An end was displayed, such as declined, and until its expiration a holder of its signature can still execute it. */
  ended?: boolean | undefined
}
const areSent = listOf(
  object<Sent>({
    digest: hash,
    transactionUuid: optional(uuid),
    request: optional(text()),
    ended: optional(flag),
  }),
)

/**
 * Part of `Storage` that is used; a test gives a `Map`.
 *
 * @example
 * const stored = new Map<string, string>()
 * const store: KeyValueStore = {
 *   getItem: (key) => stored.get(key) ?? null,
 *   setItem: (key, value) => void stored.set(key, value),
 *   removeItem: (key) => void stored.delete(key),
 * }
 */
export type KeyValueStore = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

export type Memory = ReturnType<typeof createMemory>

/** An expiration and the slot of its call, in one number: two that are equal could be one call. */
const slotIn = (reserved: number) => reserved % REPLAY_SLOTS
const areReserved = listOf(count())
/** More than are live at once where slots are chosen. */
const RESERVED_MAX = 32

/**
 * The widget's storage in this browser: public keys and ids, never a secret. Everything read is parsed; a
 * browser that refuses storage loses it with the page.
 */
export function createMemory(store: KeyValueStore) {
  function read<Value>(key: string, check: Check<Value>): Value | undefined {
    const stored = orUndefined((): unknown => JSON.parse(store.getItem(key) ?? ''))
    return check(stored) ? stored : undefined
  }
  const pendingKey = (owner: string) => `latchkey:pending:${owner}`
  const walletKey = (address: string) => `latchkey:wallet:${address.toLowerCase()}`
  const sentKey = (address: string) => `latchkey:sent:${address.toLowerCase()}`
  const sent = (wallet: string) => read(sentKey(wallet), areSent) ?? []
  const others = (wallet: string, digest: string) => sent(wallet).filter((call) => call.digest !== digest)
  const keep = (wallet: string, calls: Sent[]) => store.setItem(sentKey(wallet), JSON.stringify(calls))

  return {
    store,
    /** A passkey that was made for `owner` and has no wallet yet, so that trying again makes no second one. */
    pending: (owner: string) => read(pendingKey(owner), isPasskey),
    keepPending: (owner: string, passkey: Passkey) =>
      store.setItem(pendingKey(owner), JSON.stringify(passkey)),
    /** The passkey of a wallet made in this browser. */
    ofWallet: (address: string) => read(walletKey(address), isPasskey),
    /** The pending passkey has its wallet now. */
    keepWallet(owner: string, address: string, passkey: Passkey): void {
      store.setItem(walletKey(address), JSON.stringify(passkey))
      store.removeItem(pendingKey(owner))
    },
    forgetPending: (owner: string) => store.removeItem(pendingKey(owner)),
    /**
     * The calls of a wallet that were signed here and whose final state was not seen yet, oldest first: stored before
     * they are submitted, so that neither a reload nor a lost answer duplicates one.
     */
    sent,
    /** Adds or updates it. */
    keepSent(wallet: string, call: Sent): void {
      const known = sent(wallet).find(({ digest }) => digest === call.digest)
      keep(wallet, [...others(wallet, call.digest), { ...known, ...call }])
    },
    /** Its end was seen, or it was refused. */
    forgetSent: (wallet: string, digest: string) => keep(wallet, others(wallet, digest)),
    /** Digests of calls that the user has left: not displayed again while this page is open. */
    aside: new Set<string>(),
    /**
     * Reserves an `expiration` in seconds that this browser has not used for the wallet: equal ones could make equal
     * digests. It prefers the first of `seconds` whose call takes a used and free slot of the wallet's replay ring,
     * else an unused slot: these cost least (ADR 0009).
     */
    reserveExpiration(
      wallet: string,
      nowSeconds: number,
      seconds: readonly number[],
      slotOf: (expiration: number) => number,
    ): number {
      const key = `latchkey:expiration:${wallet.toLowerCase()}`
      const reserved = read(key, areReserved) ?? []
      const used = reserved.map(slotIn)
      const taken = reserved.filter((one) => one >= REPLAY_SLOTS * (nowSeconds + 1)).map(slotIn)
      const choices = seconds.map((expiration) => REPLAY_SLOTS * expiration + slotOf(expiration))
      const unused = choices.filter((one) => !reserved.includes(one))
      const free = unused.filter((one) => !taken.includes(slotIn(one)))
      const [best = 0] = [...free.filter((one) => used.includes(slotIn(one))), ...free, ...unused, ...choices]
      store.setItem(key, JSON.stringify([...reserved, best].slice(-RESERVED_MAX)))
      return Math.floor(best / REPLAY_SLOTS)
    },
    /** When the service executed a wallet's last call, by the server's clock in seconds; 0 where it held that. */
    executedAt: new Map<string, number>(),
  }
}

/** The browser's `localStorage`, with a memory of this page behind it for when it is blocked or full. */
export function browserStore(): KeyValueStore {
  const own = new Map<string, string>()
  return {
    // The stored value first: another tab may have written a newer one.
    getItem: (key) => orUndefined(() => localStorage.getItem(key)) ?? own.get(key) ?? null,
    setItem(key, value) {
      own.set(key, value)
      orUndefined(() => localStorage.setItem(key, value))
    },
    removeItem(key) {
      own.delete(key)
      orUndefined(() => localStorage.removeItem(key))
    },
  }
}
