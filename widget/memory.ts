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
 * A call that was signed in this browser. Contains its digest, its uuid once the service holds it, and the signed
 * request as JSON to submit it again (`held/signed-request.ts` reads it).
 */
export type Sent = {
  digest: string
  transactionUuid?: string | undefined
  request?: string | undefined
  /**
   * Whether a final state such as declined was displayed. A holder of the signature can still execute the call until
   * its expiration.
   */
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
 * The used part of `Storage`. Tests pass a `Map`.
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

export type Memory = {
  store: KeyValueStore
  /**
   * A passkey that was created for `owner` and has no wallet yet. Reused on a retry, so that no second one
   * is created.
   */
  pending: (owner: string) => Passkey | undefined
  keepPending: (owner: string, passkey: Passkey) => void
  /** The passkey of a wallet that was created in this browser. */
  ofWallet: (address: string) => Passkey | undefined
  /** Moves the pending passkey to its new wallet. */
  keepWallet: (owner: string, address: string, passkey: Passkey) => void
  forgetPending: (owner: string) => void
  /**
   * A wallet's calls that were signed in this browser and whose final state was not seen yet, oldest first. They are
   * stored before they are submitted, so neither a reload nor a lost response duplicates a call.
   */
  sent: (wallet: string) => Sent[]
  /** Adds or updates a call. */
  keepSent: (wallet: string, call: Sent) => void
  /** Deletes a call whose final state was seen or that was rejected. */
  forgetSent: (wallet: string, digest: string) => void
  /** Digests of calls that the user has left. They are not displayed again while this page is open. */
  aside: Set<string>
  /**
   * Reserves an `expiration` in seconds that this browser has not used for the wallet, because equal
   * expirations could make equal digests. Prefers the first of `seconds` whose call takes a used and free
   * slot of the wallet's replay ring, and otherwise takes an unused slot. Used slots cost least (ADR 0009).
   */
  reserveExpiration: (
    wallet: string,
    nowSeconds: number,
    seconds: readonly number[],
    slotOf: (expiration: number) => number,
  ) => number
  /**
   * Time at which the service executed a wallet's last call, by the server's clock in seconds. 0 if the call was
   * held.
   */
  executedAt: Map<string, number>
}

/** Returns the replay slot of a reserved number. The number also contains the expiration. */
const slotIn = (reserved: number) => reserved % REPLAY_SLOTS
const areReserved = listOf(count())
/** Maximum number of stored reservations, newest kept. It is larger than the number of calls that are live at once. */
const RESERVED_MAX = 32

/**
 * The widget's storage in this browser. Contains public keys and ids, never a secret. Every value that is
 * read is validated. If the browser refuses storage, the data lasts only as long as the page.
 */
export function createMemory(store: KeyValueStore): Memory {
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
    pending: (owner) => read(pendingKey(owner), isPasskey),
    keepPending: (owner, passkey) => store.setItem(pendingKey(owner), JSON.stringify(passkey)),
    ofWallet: (address) => read(walletKey(address), isPasskey),
    keepWallet(owner, address, passkey) {
      store.setItem(walletKey(address), JSON.stringify(passkey))
      store.removeItem(pendingKey(owner))
    },
    forgetPending: (owner) => store.removeItem(pendingKey(owner)),
    sent,
    keepSent(wallet, call) {
      const known = sent(wallet).find(({ digest }) => digest === call.digest)
      keep(wallet, [...others(wallet, call.digest), { ...known, ...call }])
    },
    forgetSent: (wallet, digest) => keep(wallet, others(wallet, digest)),
    aside: new Set(),
    reserveExpiration(wallet, nowSeconds, seconds, slotOf) {
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
    executedAt: new Map(),
  }
}

/** The browser's `localStorage`, with a fallback in this page's memory if it is blocked or full. */
export function browserStore(): KeyValueStore {
  const own = new Map<string, string>()
  return {
    // The stored value takes precedence, because another tab may have written a newer one.
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
