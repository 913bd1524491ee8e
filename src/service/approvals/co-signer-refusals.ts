/**
 * Reasons why a person cannot co-sign for a wallet, object to a removal or change keys, as sentences for the approval
 * app.
 */
export const CO_SIGNER_REFUSALS = {
  passkeyRemoved:
    'The passkey that signs for this wallet on the blockchain was removed. Remove the co-signer from the wallet first.',
  isKey: 'This passkey signs on the blockchain. Remove it with another passkey that does too.',
  changeOnItsWay: 'A change of your approval wallet is on its way. Try again in a moment.',
  isKeyAlready: 'This passkey is already a key of your approval wallet',
  noKey: 'This passkey is not a key of your approval wallet',
  noOtherKey: 'No other passkey of yours is a key of your approval wallet',
  noPlace: 'Your approval wallet has as many passkeys as it can have. Remove one first.',
  noRemoval: 'No removal of the co-signer of this wallet is under way',
  notTheirs: 'Your approval passkey is not the co-signer of this wallet',
} as const
