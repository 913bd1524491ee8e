import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownPasskey, WidgetWallet } from '#widget/answers.ts'
import { listPasskeys } from '#widget/flows/confirm-and-sign.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { Memory } from '#widget/memory.ts'
import type { Passkey } from '#widget/passkey/create-passkey.ts'
import type { PasskeySignals } from '#widget/wallet/passkey-signals.ts'
import { isSameKey } from '#widget/wallet/wallet-details.ts'
import { keyIn } from './draw-own-change.ts'
import { changesIn } from './own-changes.ts'

/** An event for the page about a change that is confirmed on the chain. */
export type KeysEvent =
  | { name: 'co-signer-set'; detail: { address: string; coSigner: string } }
  | { name: 'device-added' | 'device-removed'; detail: { address: string; qx: string; qy: string } }

type Key = { qx: string; qy: string }

type Deps = {
  /** This browser's record of the wallet's co-signer. */
  coSigner: {
    keep: (coSigner: string | undefined) => void
    noteRemoval: () => void
    cancelRemoval: () => void
  }
  /** This browser's passkey of a wallet. */
  ofWallet: Memory['ofWallet']
  signals: Pick<PasskeySignals, 'unknown'>
}

/**
 * Stores a confirmed change in this browser, and makes the device hide a passkey that was removed from the
 * wallet. Returns the events for the page.
 */
export function applyChange({ description, wallet, call }: Confirmation, deps: Deps): KeysEvent[] {
  const address = call.walletAddress
  return changesIn(description).flatMap((change): KeysEvent[] => {
    const [effect] = change.effects
    if (effect?.does === 'co-signer') {
      deps.coSigner.keep(sameAddress(effect.to, ZERO_ADDRESS) ? undefined : effect.to)
      return [{ name: 'co-signer-set', detail: { address, coSigner: effect.to } }]
    }
    if (effect?.does === 'start-co-signer-removal') deps.coSigner.noteRemoval()
    if (effect?.does === 'keep-co-signer') deps.coSigner.cancelRemoval()
    const key = keyIn(change)
    if (key === undefined) return []
    if (effect?.does === 'add-key') return [{ name: 'device-added', detail: { address, ...key } }]
    for (const passkey of findHidden(wallet, key, deps.ofWallet(address))) deps.signals.unknown(passkey)
    return [{ name: 'device-removed', detail: { address, ...key } }]
  })
}

/**
 * The removed passkeys that the device may hide, named by credential, because remaining passkeys may have the
 * same user handle. Omits a credential that also stands for a remaining key, because the list is only the
 * server's claim.
 */
function findHidden(wallet: WidgetWallet, removed: Key, own: Passkey | undefined): KnownPasskey[] {
  const listed = listPasskeys(wallet)
  const remaining = [...listed, ...(own === undefined ? [] : [own])].filter((one) => !isSameKey(one, removed))
  const isRemaining = ({ credentialId }: KnownPasskey) =>
    remaining.some((one) => one.credentialId === credentialId)
  return listed.filter((one) => isSameKey(one, removed) && !isRemaining(one))
}
