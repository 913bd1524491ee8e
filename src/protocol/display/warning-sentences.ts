import type { WarningCode } from './warning-severity.ts'

/** A sentence for each warning. */
export const WARNING_SENTENCES: Record<WarningCode, string> = {
  'adds-key': 'The added passkey can sign everything for this wallet.',
  'allowance-over-balance': 'Exceeds the balance: the spender can also transfer tokens received later.',
  'ambiguous-token': 'The data does not show whether this is a token amount or the ID of an NFT.',
  'from-other-account':
    'The tokens belong to another account, which has approved this wallet to transfer them.',
  'objects-to-removal':
    'The owner of the other wallet has to wait 30 days, not 3, until the co-signer is removed.',
  'operator-grant':
    'The operator can transfer all NFTs of this collection, now and in future, until the approval is revoked.',
  'removes-backup':
    'The wallet will have no backup address. If the passkey is lost, the wallet cannot be recovered.',
  'removes-co-signer': 'The passkey alone can then move everything in this wallet.',
  'removes-key': 'The removed passkey can no longer sign for this wallet.',
  'self-transfer': 'The recipient is this wallet itself.',
  'sets-backup': 'Whoever controls the backup address can take over the wallet after a delay.',
  'sets-co-signer':
    'If this address is wrong, the wallet cannot be used for three days: every transaction will also need its signature.',
  'starts-co-signer-removal': 'In three days the passkey alone can move everything in this wallet.',
  'suspicious-token-text':
    'The token’s name is misleading: it has hidden or mixed letters, or resembles a number.',
  'to-token-contract': 'The recipient is the token’s own contract. Tokens sent there are lost.',
  'to-zero-address': 'The recipient is the zero address. Anything sent there is lost.',
  'unknown-call': 'This call is unknown. Approve it only if you know what its data does.',
  'unknown-token': 'This token is not on the organization’s list. Its name is its own claim.',
  'unlimited-allowance':
    'The spender can transfer the wallet’s whole balance of this token, now and in future.',
  'value-with-call': 'The call also sends the chain’s native token.',
}
