import type { WarningCode } from '#protocol/display/call-description.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { ErrorSentences } from '#widget/errors.ts'

/** Separate: the headless core needs their codes, but not the other texts. */
export const errors: ErrorSentences = {
  CONFIGURATION: 'This page has not set up the wallet correctly. Please tell the people who run it.',
  UNSUPPORTED_BROWSER: 'This browser cannot use passkeys here. Please open a current browser.',
  RP_ID_MISMATCH: 'The passkey belongs to another web address.',
  OPERATION_NOT_ALLOWED: 'This page may not do that with your wallet. Please tell the people who run it.',
  SESSION_EXPIRED: 'Your session has ended. Reload the page and start again.',
  OFFLINE: 'You are offline. Check your connection and try again: nothing is lost.',
  NETWORK_FAILED: 'The wallet service could not be reached. Try again in a moment: nothing is lost.',
  UNEXPECTED_ANSWER:
    'The wallet service gave an answer we do not understand, so we stopped. Try again later.',
  OUTCOME_UNKNOWN: 'It may have been sent. Try again: nothing is ever sent twice.',
  UNKNOWN: 'Something went wrong. Try again, or tell the people who run this page.',
  PASSKEY_CANCELLED:
    'The passkey prompt was closed, or found no fitting passkey. Nothing was signed. Please try again.',
  PASSKEY_TIMEOUT: 'The passkey prompt did not answer in time. Nothing was signed. Please try again.',
  PASSKEY_BLOCKED: 'The page around this one does not allow passkeys. Open this page in a tab of its own.',
  PASSKEY_EXISTS: 'This device has such a passkey already. Use that one, or choose another device.',
  PASSKEY_UNSUITABLE: 'This passkey cannot open a wallet. Try another device or password manager.',
  PASSKEY_WRONG:
    'That is the passkey of another wallet. Nothing was sent. Try again with the one of this wallet.',
  ADDRESS_MISMATCH:
    'The wallet service named an address that is not your passkey’s, so we stopped. Send nothing to it, and tell the people who run this page.',
  CALL_MISMATCH:
    'The wallet service prepared something else than you asked for, so we stopped. Nothing was signed. Please tell the people who run this page.',
  NO_WALLET: 'You have no wallet here yet. Create one first.',
  NO_TOKEN: 'This wallet has no token that can be sent from here.',
  INSUFFICIENT_BALANCE: 'The wallet does not hold enough for the fee. Add tokens and try again.',
  STOPPED_BY_PAGE: 'This page stopped the signature. Nothing was sent.',
  VALIDATION_FAILED: 'The wallet service refused something you entered. Check it and try again.',
  INVALID_VERIFICATION_CODE: 'That code is wrong or too old. Check the newest email, or ask for a new code.',
  INVALID_PUBLIC_KEY: 'The wallet service cannot use this passkey. Make another one.',
  RP_ID_HASH_NOT_REGISTERED:
    'This web address is not registered for wallets. Please tell the people who run it.',
  WALLET_ALREADY_DEPLOYED: 'This passkey has a wallet already. Start again and make a new passkey.',
  INSUFFICIENT_FEE_BALANCE: 'The payment has not arrived yet.',
  TRANSACTION_EXPIRED: 'The time limit ran out, so we set a new one. Check once more and confirm.',
  EXPIRATION_TOO_FAR: 'The clocks disagreed, so we set the time limit anew. Check once more and confirm.',
  INVALID_SIGNATURE: 'The signature was not accepted. Nothing was sent. Please confirm once more.',
  FEE_REFUSED: 'The fee has changed. Check the new one and confirm again.',
  TRANSACTION_REVERTS: 'This transfer would fail, so it was not sent. Check amount, recipient and balance.',
  RECIPIENT_CANNOT_RECEIVE: 'The recipient is a contract that cannot receive this. Nothing was sent.',
  TOKEN_UNREADABLE: 'This token cannot be read. Check its address.',
  WALLET_NOT_OWNED: 'This wallet is not in your account here. Please tell the people who run this page.',
  NOT_FOUND: 'The wallet service does not offer this. Please tell the people who run this page.',
  CONFLICT: 'This is being done already. Wait a moment and try again.',
  RATE_LIMITED: 'That was too often. Wait a moment and try again.',
  CHAIN_FAILED: 'The blockchain could not be reached. Try again in a moment: nothing is lost.',
  CHAIN_TIMEOUT: 'The blockchain did not answer in time. Try again: nothing is ever sent twice.',
  UNAVAILABLE: 'The wallet service is not available now. Try again in a moment: nothing is lost.',
  ORIGIN_REFUSED: 'This web address may not use the wallet service. Please tell the people who run it.',
  EMAIL_REFUSED: 'This session is for another email address. Reload the page and start again.',
}

const warnings: Partial<Record<WarningCode, string>> = {
  'self-transfer': 'The recipient is this wallet itself.',
  'to-token-contract': 'The recipient is the token’s own contract. Tokens sent there are lost.',
  'to-zero-address': 'The recipient is nobody. Tokens sent there are lost.',
  'unknown-token': 'Nobody here vouches for this token or its name.',
  'suspicious-token-text': 'This token’s name is misleading.',
}

/** The states of a successful transaction without approval; the others have their texts in held-en.ts. */
export type OrdinaryState = Extract<TransactionState, 'SUBMITTED' | 'CONFIRMED'>

type Words = { heading: string; text: string }
/** A file on demand may have words of its own for a failure. */
const states: Record<OrdinaryState, Words> & { FAILED?: Words } = {
  SUBMITTED: { heading: 'Sent', text: 'The blockchain is confirming it. This takes a few seconds.' },
  CONFIRMED: { heading: 'Confirmed', text: 'The transfer is final.' },
}

/** Every text of the main file in English. A language is another object of this type. */
export const en = {
  language: 'en',
  direction: 'ltr',
  /** How amounts are written, and typed. */
  separators: { group: ',', decimal: '.' },
  errors,
  warnings,
  otherWarning: 'Read every detail before you confirm.',
  states,

  common: {
    cancel: 'Cancel',
    back: 'Back',
    continue: 'Continue',
    tryAgain: 'Try again',
    startAgain: 'Start again',
    copy: 'Copy',
    copied: 'Copied',
    copyWhat: (what: string) => `Copy ${what}`,
    loading: 'Loading…',
    optional: 'optional',
    problemHeading: 'This did not work',
    retryIn: (seconds: number) => `Try again in ${seconds} s.`,
    units: (units: string) => `${units} smallest units`,
    chain: (chainId: number) => `Chain ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'None',
  },

  /** Names of fields and facts, the same on every step. */
  labels: {
    address: 'Address',
    amount: 'Amount',
    calldata: 'Call data',
    digest: 'Digest to sign',
    email: 'Email',
    exactAmount: 'Amount in smallest units',
    expiration: 'Expires (Unix seconds)',
    fee: 'Fee',
    feeReceiver: 'Fee goes to',
    feeToken: 'Fee token',
    feeUnits: 'Fee in smallest units',
    fingerprint: 'Fingerprint',
    from: 'From',
    function: 'Function',
    name: 'Name',
    network: 'Network',
    reason: 'Reason',
    to: 'To',
    token: 'Token',
    transaction: 'Transaction',
    validFor: 'Valid for',
  },

  person: {
    heading: 'Create your wallet',
    lede: (organization: string) =>
      `${organization} confirms your email first. Then a passkey on your device becomes the key to your wallet.`,
    emailInvalid: 'Enter an email address such as name@example.com.',
    label: 'Name of the wallet',
    labelInvalid: (max: number) => `Use at most ${max} characters.`,
    submit: 'Send code',
  },

  code: {
    heading: 'Enter the code',
    lede: (email: string) => `We sent six digits to ${email}. They are valid for ten minutes.`,
    label: 'Code from the email',
    invalid: 'The code has six digits.',
    submitWithPasskey: 'Create wallet',
    resend: 'Send a new code',
    resendIn: (seconds: number) => `Send a new code (${seconds} s)`,
    resent: 'A new code is on its way. Only the newest one works.',
    passkeyKept: 'Your passkey is kept.',
    changeEmail: 'Change email',
  },

  passkey: {
    heading: 'Make your passkey',
    lede: 'Your device asks for your fingerprint, face or PIN. The passkey is the only key to the wallet.',
    domain: 'Works on',
    submit: 'Create passkey',
    knownHeading: 'Continue with your passkey',
    knownLede: 'You made one before that has no wallet yet. Confirm it once.',
    knownSubmit: 'Use my passkey',
    makeNew: 'Make a new passkey instead',
    useKnown: 'Use the passkey I made before',
  },

  working: {
    address: 'Calculating the wallet’s address…',
    wallet: 'Creating the wallet…',
    prepare: 'Preparing the transfer…',
    execute: 'Sending…',
  },

  created: {
    heading: 'Your wallet is ready',
    lede: 'It opens with the passkey you just made.',
    single: 'This passkey is on one device only. Add a backup address.',
    backup: 'Add a backup address',
  },

  wallet: {
    heading: 'Choose a wallet',
    lede: 'From which wallet do you want to send?',
  },

  transfer: {
    heading: 'Send tokens',
    change: 'Change wallet',
    toHint: 'The recipient’s address: 0x and 40 digits.',
    balance: (amount: string) => `Balance: ${amount}`,
    all: 'Send all',
    submit: 'Review',
    problems: {
      toMissing: 'Enter the recipient’s address.',
      toNotAddress: 'That is no address: it must be 0x and 40 digits.',
      toChecksum: 'This address has a mistake. Copy it again.',
      toZero: 'That address is nobody. Enter another.',
      amountMissing: 'Enter an amount.',
      amountFormat: 'Enter a number such as 12.50, with a point.',
      amountDecimals: (decimals: number) =>
        decimals === 0 ? 'Enter a whole number.' : `Use at most ${decimals} digits after the point.`,
      amountZero: 'Enter more than zero.',
      amountRange: 'That number is too large.',
      amountBalance: (balance: string, fee: string, fixed: boolean) =>
        `The wallet holds ${balance}${fee === '' ? '' : `, and the fee takes ${fee}`}. ${fixed ? 'Add tokens and try again' : 'Enter less'}.`,
    },
  },

  confirm: {
    heading: 'Check and confirm',
    lede: 'You send',
    until: (minutes: number, time: string) => `${minutes} minutes, until ${time}`,
    fingerprintHint: 'The same words appear wherever this transfer is shown.',
    details: 'Exact data',
    unverified: (amount: string) => `${amount}, if the token tells the truth`,
    submit: 'Confirm with passkey',
  },

  progress: {
    noStatus: 'The wallet service does not tell this page how it goes on.',
    lost: 'No usable answer from the wallet service. We keep trying: nothing is lost or sent twice.',
    another: 'Send more',
  },
}

/** The texts of the widget's main file. */
export type MainMessages = typeof en
