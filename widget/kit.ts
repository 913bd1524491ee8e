/**
 * Parts of the main file that the files on demand use. Their builds take these names from here
 * (build/from-main-file.ts) and bundle every other import. Each name costs the main file a few bytes.
 */
export { checksumAddress, sameAddress } from '#protocol/display/address.ts'
export { withChainName } from '#protocol/display/chain-name.ts'
export { fieldRows } from '#protocol/display/field-rows.ts'
export { harmlessText } from '#protocol/display/text.ts'
export {
  addressField,
  amountField,
  hasSuspiciousText,
  hexField,
  tokenAt,
} from '#protocol/effects/call-fields.ts'
export { describeWith } from '#protocol/effects/describe-with.ts'
export { describeSend, recipientWarnings, tokenWarnings } from '#protocol/effects/send.ts'
export { formatUnits, groupDigits } from '#protocol/money.ts'
export { isFinal } from '#protocol/transaction-states.ts'
export { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
export { parseExecuteCall } from '#protocol/signing/execute-digest.ts'
export { keccak256 } from '#protocol/signing/keccak.ts'
export { walletAddress } from '#protocol/signing/wallet-address.ts'
export { asWidgetError, WidgetError } from './errors.ts'
export { attempt, isHopeless, repeat, withRetry } from './flows/attempt.ts'
export { toConfirmation } from './flows/build-confirmation.ts'
export { chooseWallet, requireFeeBalance } from './flows/choose-transfer.ts'
export { confirmAndSign, toExecuteRequest } from './flows/confirm-and-sign.ts'
export { executeCall } from './flows/execute-call.ts'
export {
  followTransaction,
  noneIfUnsupported,
  readTransaction,
  stillExecutable,
} from './flows/follow-transaction.ts'
export { loadAllowed, loadCoins, loadWallets, resolveCoin, readFee } from './flows/load-wallet.ts'
export { readConfig } from './flows/read-config.ts'
export { createPasskey, nameAfterWallet } from './passkey/create-passkey.ts'
export { domainHash, sha256 } from './passkey/sha256.ts'
export { askAssertion, isSignedBy } from './passkey/sign-digest.ts'
export { commonScreens } from './screens/common-screens.ts'
export { h } from './screens/dom.ts'
export { field } from './screens/field.ts'
export {
  addressText,
  amountText,
  button,
  copyButton,
  facts,
  foreignName,
  harmlessName,
  hexText,
  icon,
} from './screens/parts.ts'
