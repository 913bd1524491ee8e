import {
  decodeErrorResult,
  parseAbi,
  type Abi,
  type AbiParameter,
  type ContractErrorName,
  type Hex,
} from 'viem'
import { demoCoinAbi } from '#protocol/abi/demo-coin.ts'
import { demoCollectibleAbi } from '#protocol/abi/demo-collectible.ts'
import { demoMultiTokenAbi } from '#protocol/abi/demo-multi-token.ts'
import { passkeyWalletFactoryAbi } from '#protocol/abi/passkey-wallet-factory.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { lowerCase } from './rpc-schemas.ts'

const REASON_LENGTH_MAX = 300
export const NO_REASON = 'the call reverted without a reason'

/** Meanings of Solidity's panic codes. Source: Solidity documentation, "Panic via assert and Error via require". */
const PANICS: Record<string, string> = {
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'an invalid enum value',
  '34': 'a badly encoded byte array',
  '49': 'pop of an empty array',
  '50': 'an index out of bounds',
  '65': 'too much memory was allocated',
  '81': 'a call of an uninitialized function',
}

/** The sentence for each error of the wallet contract. The type requires a sentence for each error. */
const WALLET_SENTENCES: Record<ContractErrorName<typeof passkeyWalletAbi>, string> = {
  Expired: 'the transaction has expired',
  DigestUsed: 'this transaction was executed or cancelled already',
  AssertionRejected: 'the wallet refused the passkey signature',
  CoSignatureRejected: 'the wallet refused the signature of its co-signer',
  InvalidCoSigner: 'a wallet cannot be its own co-signer',
  NoCoSigner: 'the wallet has no co-signer',
  OnlyCoSigner: 'only the co-signer of the wallet may do this',
  RemovalPending: 'the removal of the co-signer has begun already',
  NoRemovalPending:
    'there is no removal of the co-signer to stop: none has begun, or it was delayed or stopped already',
  InvalidPublicKey: 'the coordinates are not a public key of a passkey (P-256)',
  KeyAlreadyAdded: 'the wallet obeys this passkey already',
  NoPlaceLeft: 'the wallet has eight passkeys already',
  UnknownKey: 'the wallet does not obey this passkey',
  LastKey: 'the wallet has no other passkey',
  NoRecoveryPending: 'no recovery of the wallet was proposed',
  RecoveryNotReady: 'the three days of the recovery are not over yet',
  OnlyBackup: 'only the backup address of the wallet may do this',
  OnlySelf: 'only the wallet itself may do this',
  MalformedPackedCall: 'the packed form of the call is not valid',
  NotAWallet: 'the address is the implementation of the wallets, and no wallet',
  ReentrantCall: 'a contract was called again while it executed a call',
  SafeERC20FailedOperation: 'a token refused a transfer',
}

/** Errors of OpenZeppelin Contracts 5 and Solady, which many tokens share. */
const LIBRARY_ERRORS = parseAbi([
  'error EnforcedPause()',
  'error ExpectedPause()',
  'error InsufficientBalance()',
  'error InsufficientAllowance()',
  'error TransferFailed()',
  'error TransferFromFailed()',
  'error OwnableUnauthorizedAccount(address account)',
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)',
])

const LIBRARY_SENTENCES: Record<ContractErrorName<typeof LIBRARY_ERRORS>, string> = {
  EnforcedPause: 'the contract is paused',
  ExpectedPause: 'the contract is not paused',
  InsufficientBalance: 'the balance is too low',
  InsufficientAllowance: 'the allowance is too low',
  TransferFailed: 'a token refused a transfer',
  TransferFromFailed: 'a token refused a transfer',
  OwnableUnauthorizedAccount: 'only the owner of the contract may do this',
  AccessControlUnauthorizedAccount: 'the caller lacks a role that the contract requires',
}

const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...LIBRARY_SENTENCES, ...WALLET_SENTENCES }),
)

/** Known errors. The demo tokens have the errors of ERC-6093, as most tokens do today. */
const ERRORS: Abi = [
  ...demoCoinAbi,
  ...demoCollectibleAbi,
  ...demoMultiTokenAbi,
  ...passkeyWalletFactoryAbi,
  ...passkeyWalletAbi,
  ...LIBRARY_ERRORS,
].filter((item) => item.type === 'error')

/**
 * Returns why a call reverted, in words. Explains `Error(string)`, panics, and the errors of the wallet and of
 * ERC-6093 tokens. Other errors are named by their selector. The text may come from a hostile contract, so it is
 * truncated and contains no control characters.
 */
export function revertReason(data: Hex | undefined): string {
  if (data === undefined || data === '0x') return NO_REASON
  return readable(decodeReason(data))
}

/**
 * Returns a reason that a node gave in its message instead of revert data, truncated and cleaned like `revertReason`.
 */
export function saidReason(said: string | undefined): string {
  return said === undefined ? NO_REASON : readable(said)
}

/** Decodes the revert data. viem decodes `Error(string)` and `Panic(uint256)` too. */
function decodeReason(data: Hex): string {
  try {
    const { abiItem, errorName, args = [] } = decodeErrorResult({ abi: ERRORS, data: lowerCase(data) })
    const [first] = args
    if (errorName === 'Error') return String(first)
    if (errorName === 'Panic') return PANICS[String(first)] ?? `panic ${String(first)}`
    const inputs = 'inputs' in abiItem ? abiItem.inputs : []
    return SENTENCES.get(errorName) ?? `${errorName}(${argumentsText(inputs, args)})`
  } catch {
    return `the contract returned an unknown error (${data.slice(0, 10)})`
  }
}

function argumentsText(inputs: readonly AbiParameter[], values: readonly unknown[]): string {
  return inputs
    .map((input, index) => (input.name ? `${input.name}: ${String(values[index])}` : String(values[index])))
    .join(', ')
}

function readable(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  if (clean === '') return 'the call reverted with an empty reason'
  return clean.length > REASON_LENGTH_MAX ? `${clean.slice(0, REASON_LENGTH_MAX)}…` : clean
}
