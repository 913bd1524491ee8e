/** Why a person cannot co-sign for a wallet or object to a removal, as sentences that the approval app shows. */
export const CO_SIGNER_REFUSALS = {
  passkeyRemoved:
    'The passkey that signs for this wallet on the blockchain was removed. Remove the co-signer from the wallet first.',
  noRemoval: 'No removal of the co-signer of this wallet is under way',
  notTheirs: 'Your approval passkey is not the co-signer of this wallet',
} as const
