import { createHash } from 'node:crypto'
import type { StandInWallet } from './judge-execution.ts'

type Key = { qx: string; qy: string }

/** A wallet contract's state in a test: `key` after a recovery, and `keys` with their numbers. */
export type OnChain = {
  backupAddress?: string
  key?: Key
  pending?: Key & { effectiveAtSeconds: number }
  keys?: (Key & { number: number; lastUsedAtDatetime?: string })[]
  coSigner?: string
  coSignerUntil?: string
  /** The approval wallet of an enrolled end-user. */
  approvalWallet?: string
}

/** `GET /wallets/{address}`: the contract's state as the service reports it. Older services report no `keys`. */
export function walletDetails(wallet: StandInWallet, chain: OnChain) {
  const { pending, coSigner = null, coSignerUntil = null, approvalWallet = null } = chain
  const [main] = chain.keys ?? []
  const { qx = '', qy = '' } = chain.key ?? main ?? wallet.passkey ?? wallet.key ?? {}
  return {
    address: wallet.address,
    label: wallet.label,
    qx,
    qy,
    rpId: 'shop.example',
    rpIdHash: `0x${createHash('sha256').update('shop.example').digest('hex')}`,
    ...(chain.keys && { keys: chain.keys }),
    coSigner,
    coSignerUntil,
    approvalWallet,
    protection: classifyProtection({ coSigner, approvalWallet }),
    onChain: {
      backupAddress: chain.backupAddress ?? `0x${'0'.repeat(40)}`,
      isKeyReplaced: chain.key !== undefined || (main !== undefined && main.number > 0),
      ...(pending && {
        pendingRecovery: {
          qx: pending.qx,
          qy: pending.qy,
          effectiveAtSeconds: String(pending.effectiveAtSeconds),
        },
      }),
    },
  }
}

function classifyProtection(chain: { coSigner: string | null; approvalWallet: string | null }) {
  if (chain.coSigner !== null) return 'chain'
  return chain.approvalWallet === null ? 'none' : 'service'
}
