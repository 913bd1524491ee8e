/** Why a person cannot co-sign for a wallet or object to a removal, as sentences that the approval app shows. */
export const CO_SIGNER_REFUSALS = {
  passkeyRemoved:
    'The passkey that signs for this wallet on the blockchain was removed. Remove the second signature from the wallet first.',
  noRemoval: 'No removal of the second signature of this wallet is under way',
  notTheirs: 'Your approval passkey is not the second signature of this wallet',
} as const
