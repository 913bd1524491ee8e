import type { CallKind } from '#protocol/display/call-description.ts'
import type { WayOut } from '#protocol/effects/ways-out.ts'

/** The ways out to which the calls of each kind belong. A batch has the ways out of its calls. */
export const WAYS_OF_CALLS: Readonly<Record<CallKind, readonly WayOut[]>> = {
  'native-transfer': ['move-coins', 'move-to-itself'],
  'erc20-transfer': ['move-coins', 'move-to-itself'],
  'erc20-transfer-from': ['move-of-others'],
  'erc20-approve': ['allow-coins', 'revoke'],
  'erc20-increase-allowance': ['allow-coins'],
  'erc721-transfer': ['move-item', 'move-of-others', 'move-to-itself'],
  'erc721-approve': ['allow-item', 'revoke'],
  'erc1155-transfer': ['move-item', 'move-of-others', 'move-to-itself'],
  'erc1155-batch-transfer': ['move-items', 'move-of-others', 'move-to-itself'],
  'set-approval-for-all': ['allow-all'],
  'revoke-approval-for-all': ['revoke'],
  'token-transfer': ['move-number', 'move-to-itself'],
  'token-transfer-from': ['move-of-others'],
  'token-approve': ['allow-number', 'revoke'],
  'wallet-set-backup': ['set-backup', 'remove-backup'],
  'wallet-cancel-recovery': ['cancel-recovery'],
  'wallet-cancel-call': ['cancel-call'],
  'wallet-set-co-signer': ['set-co-signer', 'remove-co-signer'],
  'wallet-start-co-signer-removal': ['start-co-signer-removal'],
  'wallet-keep-co-signer': ['keep-co-signer'],
  'wallet-add-key': ['add-key'],
  'wallet-remove-key': ['remove-key'],
  'wallet-object-to-removal': ['object-to-removal'],
  'wallet-batch': ['batch'],
  unknown: ['unread-contract', 'unread-wallet'],
}
