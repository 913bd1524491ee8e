import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { hasSuspiciousText } from '#protocol/effects/call-fields.ts'
import { describeWith } from '#protocol/effects/describe-with.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { keccak256 } from '#protocol/signing/keccak.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { asWidgetError, WidgetError } from './errors.ts'
import { attempt, isHopeless, repeat, withRetry } from './flows/attempt.ts'
import { confirmationOf } from './flows/build-confirmation.ts'
import { chooseWallet, requireFeeBalance } from './flows/choose-transfer.ts'
import { confirmAndSign, requestOf } from './flows/confirm-and-sign.ts'
import { executeCall } from './flows/execute-call.ts'
import {
  followTransaction,
  noneIfUnsupported,
  readTransaction,
  stillExecutable,
} from './flows/follow-transaction.ts'
import { loadCoins, loadWallets, resolveCoin } from './flows/load-wallet.ts'
import { readConfig } from './flows/read-config.ts'
import { readFee } from './flows/read-fee.ts'
import { createPasskey, nameAfterWallet } from './passkey/create-passkey.ts'
import { domainHash, sha256 } from './passkey/sha256.ts'
import { askAssertion } from './passkey/sign-digest.ts'
import { commonScreens } from './screens/common-screens.ts'
import { h } from './screens/dom.ts'
import {
  addressText,
  amountText,
  button,
  copyButton,
  facts,
  field,
  foreignName,
  harmlessName,
  hexText,
  icon,
} from './screens/parts.ts'

/**
 * What the main file shares with the files on demand. In their builds these imports are taken from here
 * (build/from-main-file.ts); every other import is bundled. A name here costs the main file a few bytes.
 */
export const kit = {
  WidgetError,
  addressText,
  amountText,
  askAssertion,
  asWidgetError,
  attempt,
  base64Url,
  button,
  bytesFromBase64Url,
  checksumAddress,
  chooseWallet,
  commonScreens,
  confirmAndSign,
  confirmationOf,
  copyButton,
  createPasskey,
  describeWith,
  domainHash,
  executeCall,
  facts,
  field,
  followTransaction,
  foreignName,
  formatUnits,
  groupDigits,
  h,
  harmlessName,
  harmlessText,
  hasSuspiciousText,
  hexText,
  icon,
  isFinal,
  isHopeless,
  keccak256,
  loadCoins,
  loadWallets,
  nameAfterWallet,
  noneIfUnsupported,
  readConfig,
  readFee,
  readTransaction,
  repeat,
  requestOf,
  requireFeeBalance,
  resolveCoin,
  sameAddress,
  sha256,
  stillExecutable,
  walletAddress,
  withRetry,
}
