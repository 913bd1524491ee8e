import { sameAddress } from '#protocol/display/address.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { keyCandidates, type KeyCoordinates } from '#protocol/passkey/recover-public-key.ts'
import { BACKUP_ELIGIBLE } from '#protocol/passkey/verify-assertion.ts'
import { joinBytes } from '#protocol/signing/hex.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { Config, WidgetWallet } from '#widget/answers.ts'
import type { WidgetApi } from '#widget/api.ts'
import { WidgetError } from '#widget/errors.ts'
import { noneIfUnsupported } from '#widget/flows/follow-transaction.ts'
import type { Assertion } from '#widget/passkey/authenticator.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import { domainHash, sha256 } from '#widget/passkey/sha256.ts'
import { findKey, readDetails, type Details } from './wallet-details.ts'

/**
 * The wallet of a passkey. `details` is undefined if the server has no details of the wallet. `isReplaced` means that
 * the passkey is no longer a key of the wallet, after a recovery or a removal. `isChecked` means that the address was
 * computed from this passkey's key.
 */
export type Found = {
  wallet: WidgetWallet
  passkey: Passkey
  details: Details | undefined
  isReplaced: boolean
  isChecked: boolean
}

export type Search = { api: WidgetApi; config: Config; rpId: string; signal: AbortSignal }

/**
 * Finds the wallet of an assertion's passkey among several. Needs no data from a server: the signature leaves
 * two possible keys, and a wallet's address is computed from its first key. For a further key, and after a
 * recovery, uses the keys that the server reads from the contract.
 */
export async function findWallet(
  search: Search,
  wallets: readonly WidgetWallet[],
  assertion: Assertion,
): Promise<Found | undefined> {
  const { authenticatorData, clientDataJSON, signature } = assertion
  const signed = joinBytes([authenticatorData, await sha256(clientDataJSON)])
  // The signature is valid for two keys. One of them is the passkey's key.
  const keys = keyCandidates(await sha256(signed), signature)
  const rpIdHash = await domainHash(search.rpId)
  const { factory } = search.config
  if (!isAddress(factory)) throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'factory' })
  for (const key of keys) {
    const [qx, qy] = [BigInt(`0x${key.qx}`), BigInt(`0x${key.qy}`)]
    const address = walletAddress({ factory, qx, qy, rpIdHash })
    const wallet = wallets.find((one) => sameAddress(one.address, address))
    if (wallet === undefined) continue
    const details = await loadDetails(search, wallet)
    const isReplaced = details !== undefined && findKey(details, key) === undefined
    return { wallet, passkey: toPasskey(search, assertion, key), details, isReplaced, isChecked: true }
  }
  return findByKeys(search, wallets, assertion, keys)
}

/** Finds the wallet by the further keys that the server lists. */
async function findByKeys(
  search: Search,
  wallets: readonly WidgetWallet[],
  assertion: Assertion,
  keys: readonly KeyCoordinates[],
): Promise<Found | undefined> {
  // The wallet recorded with the passkey comes first, which avoids requests for the others.
  const isNoted = ({ passkey }: WidgetWallet) =>
    passkey !== null &&
    (passkey.credentialId === base64Url(assertion.credentialId) ||
      passkey.userHandle === readHandle(assertion))
  const ordered = [...wallets].sort((one, other) => Number(isNoted(other)) - Number(isNoted(one)))
  for (const wallet of ordered) {
    const details = await loadDetails(search, wallet)
    // Number 0 is the first key, which determines the address.
    const key = details && keys.find((candidate) => findKey(details, candidate)?.number)
    if (key === undefined) continue
    const passkey = toPasskey(search, assertion, key)
    return { wallet, passkey, details, isReplaced: false, isChecked: false }
  }
  return undefined
}

/** Reads the details of a wallet. Undefined if the server does not have this extension. */
function loadDetails({ api, signal }: Search, wallet: WidgetWallet): Promise<Details | undefined> {
  return readDetails(api, wallet.address, signal).catch(noneIfUnsupported)
}

function toPasskey({ rpId }: Search, assertion: Assertion, { qx, qy }: KeyCoordinates): Passkey {
  return {
    credentialId: base64Url(assertion.credentialId),
    qx,
    qy,
    rpId,
    userHandle: readHandle(assertion),
    isSingle: ((assertion.authenticatorData[32] ?? 0) & BACKUP_ELIGIBLE) === 0,
  }
}

function readHandle({ userHandle }: Assertion): string {
  return userHandle === undefined ? '' : base64Url(userHandle)
}
