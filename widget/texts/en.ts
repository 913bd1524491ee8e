import type { WarningCode } from '#protocol/display/warning-severity.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { en as pageErrors } from './page-errors.ts'

/**
 * A sentence for each code: the widget's own, then the server's (src/protocol/errors.ts). Kept separate,
 * because the headless core needs their codes but not the other texts.
 */
export const errors = {
  CONFIGURATION: pageErrors.CONFIGURATION,
  UNSUPPORTED_BROWSER: 'This browser cannot use passkeys here. Open a current browser.',
  RP_ID_MISMATCH: 'The passkey belongs to another web address.',
  OPERATION_NOT_ALLOWED: 'This page may not do that with your wallet. Contact its support.',
  SESSION_EXPIRED: 'Your session has ended. Reload the page and start again.',
  OFFLINE: 'You are offline. Check your connection and try again: nothing is lost.',
  NETWORK_FAILED: pageErrors.NETWORK_FAILED,
  UNEXPECTED_ANSWER: 'The wallet service sent an unexpected response. Try again later.',
  OUTCOME_UNKNOWN: 'It may have been sent. Try again: nothing is ever sent twice.',
  UNKNOWN: 'Something went wrong. Try again, or contact this site’s support.',
  PASSKEY_CANCELLED:
    'The passkey prompt was closed, or found no matching passkey. Nothing was signed. Try again.',
  PASSKEY_TIMEOUT: 'The passkey prompt did not respond in time. Nothing was signed. Try again.',
  PASSKEY_BLOCKED: 'The page around this one does not allow passkeys. Open this page in its own tab.',
  PASSKEY_EXISTS: 'This device already has this passkey. Use it, or choose another device.',
  PASSKEY_UNSUITABLE: 'This passkey cannot open a wallet. Try another device or password manager.',
  PASSKEY_WRONG:
    'That is the passkey of another wallet. Nothing was sent. Try again with the one of this wallet.',
  ADDRESS_MISMATCH:
    'The wallet service named an address that is not your passkey’s, so we stopped. Send nothing to it, and contact this site’s support.',
  CALL_MISMATCH:
    'The wallet service prepared something else than you asked for, so we stopped. Nothing was signed. Contact this site’s support.',
  NO_WALLET: 'You have no wallet here yet. Create one first.',
  NO_TOKEN: 'This wallet has no token that can be sent from here.',
  INSUFFICIENT_BALANCE: 'The wallet does not hold enough for the fee. Add tokens and try again.',
  STOPPED_BY_PAGE: 'This page stopped the signature. Nothing was sent.',
  VALIDATION_FAILED: 'The wallet service refused something you entered. Check it and try again.',
  INVALID_VERIFICATION_CODE: 'That code is wrong or too old. Check the newest email, or ask for a new code.',
  INVALID_PUBLIC_KEY: 'The wallet service cannot use this passkey. Create another one.',
  RP_ID_HASH_NOT_REGISTERED: 'This web address is not registered for wallets. Contact its support.',
  WALLET_ALREADY_DEPLOYED: 'This passkey already has a wallet. Start again and create a new passkey.',
  INSUFFICIENT_FEE_BALANCE: 'The payment has not arrived yet.',
  TRANSACTION_EXPIRED: 'Time is up, so we set a new time limit. Check and confirm again.',
  EXPIRATION_TOO_FAR: 'The clocks disagreed, so we set a new time limit. Check and confirm again.',
  INVALID_SIGNATURE: 'The signature was not accepted. Nothing was sent. Confirm again.',
  FEE_REFUSED: 'The fee has changed. Check the new one and confirm again.',
  TRANSACTION_REVERTS: 'This transfer would fail, so it was not sent. Check amount, recipient and balance.',
  RECIPIENT_CANNOT_RECEIVE: 'The recipient is a contract that cannot receive this. Nothing was sent.',
  TOKEN_UNREADABLE: 'This token cannot be read, or it does not report its decimals. Check its address.',
  WALLET_NOT_OWNED: 'This wallet is not in your account here. Contact this site’s support.',
  NOT_FOUND: 'The wallet service does not offer this. Contact this site’s support.',
  CONFLICT: 'This is already in progress. Wait a moment and try again.',
  RATE_LIMITED: 'Too many requests. Wait a moment and try again.',
  CHAIN_FAILED: 'The blockchain could not be reached. Try again in a moment: nothing is lost.',
  CHAIN_TIMEOUT: 'The blockchain did not respond in time. Try again: nothing is ever sent twice.',
  UNAVAILABLE: 'The wallet service is not available now. Try again in a moment: nothing is lost.',
  ORIGIN_REFUSED: 'This web address may not use the wallet service. Contact its support.',
  EMAIL_REFUSED: 'This session is for another email address. Reload the page and start again.',
}

const warnings: Partial<Record<WarningCode, string>> = {
  'self-transfer': 'The recipient is this wallet itself.',
  'to-token-contract': 'The recipient is the token’s own contract. Tokens sent there are lost.',
  'to-zero-address': 'The recipient is the zero address. Tokens sent there are lost.',
  'unknown-token': 'Not on the allowed list: its name may be false.',
  'suspicious-token-text': 'This token’s name is misleading.',
}

/** The states of a successful transaction without approval. `heldEn` has the texts of all other states. */
export type OrdinaryState = Extract<TransactionState, 'SUBMITTED' | 'CONFIRMED'>

type Words = { heading: string; text: string }
/** A file on demand may have its own texts for a failure. */
const states: Record<OrdinaryState, Words> & { FAILED?: Words } = {
  SUBMITTED: { heading: 'Sent', text: 'The blockchain is confirming it. This takes a few seconds.' },
  CONFIRMED: { heading: 'Confirmed', text: 'The transfer is complete.' },
}

/** Every text of the main file, in English. Each language is another object of this type. */
export const en = {
  language: 'en',
  direction: 'ltr',
  /** Separators of displayed and typed amounts. */
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
    copyWhat: (what: string): string => `Copy ${what}`,
    loading: 'Loading…',
    optional: 'optional',
    problemHeading: 'This did not work',
    retryIn: (seconds: number): string => `Try again in ${seconds} s.`,
    units: (units: string): string => `${units} base units`,
    chain: (chainId: number): string => `Chain ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'None',
  },

  /** Names of fields and facts, the same in every step. */
  labels: {
    address: 'Address',
    amount: 'Amount',
    calldata: 'Call data',
    digest: 'Digest to sign',
    email: 'Email',
    exactAmount: 'Amount in base units',
    expiration: 'Expires (Unix seconds)',
    fee: 'Fee',
    feeReceiver: 'Fee goes to',
    feeToken: 'Fee token',
    feeUnits: 'Fee in base units',
    fingerprint: 'Verification words',
    from: 'From',
    function: 'Function',
    name: 'Name',
    network: 'Network',
    reason: 'Reason',
    to: 'To',
    token: 'Token',
    transaction: 'Transaction',
    validUntil: 'Valid until',
  },

  person: {
    heading: 'Create your wallet',
    lede: (organization: string): string =>
      `${organization} confirms your email first. Then a passkey on your device becomes the key to your wallet.`,
    emailInvalid: 'Enter an email address such as name@example.com.',
    label: 'Name of the wallet',
    labelInvalid: (max: number): string => `Use at most ${max} characters.`,
    submit: 'Send code',
  },

  code: {
    heading: 'Enter the code',
    lede: (email: string): string => `We sent six digits to ${email}. They are valid for ten minutes.`,
    label: 'Code from the email',
    invalid: 'The code has six digits.',
    submitWithPasskey: 'Create wallet',
    resend: 'Send a new code',
    resendIn: (seconds: number): string => `Send a new code (${seconds} s)`,
    resent: 'A new code is on its way. Only the newest one works.',
    passkeyKept: 'Your passkey is saved.',
    changeEmail: 'Change email',
  },

  passkey: {
    heading: 'Create your passkey',
    lede: 'Your device asks for your fingerprint, face or PIN. The passkey is the only key to the wallet.',
    domain: 'Works on',
    submit: 'Create passkey',
    knownHeading: 'Continue with your passkey',
    knownLede: 'You created one before that has no wallet yet. Confirm it once.',
    knownSubmit: 'Use my passkey',
    makeNew: 'Create a new passkey instead',
    useKnown: 'Use the passkey I created before',
  },

  working: {
    address: 'Calculating the wallet’s address…',
    wallet: 'Creating the wallet…',
    prepare: 'Preparing the transfer…',
    execute: 'Sending…',
  },

  created: {
    heading: 'Your wallet is ready',
    lede: 'It opens with the passkey you just created.',
    single:
      'This passkey is on one device only. If it is lost, only a backup address brings the wallet back.',
    backup: 'Add a backup address',
  },

  wallet: {
    heading: 'Choose a wallet',
    lede: 'From which wallet do you want to send?',
  },

  transfer: {
    heading: 'Send tokens',
    change: 'Change wallet',
    toHint: 'Wallet address (0x…)',
    balance: (amount: string): string => `Balance: ${amount}`,
    all: 'Send all',
    submit: 'Review',
    problems: {
      toMissing: 'Enter the recipient’s address.',
      toNotAddress: 'Not an address: it must be 0x and 40 digits.',
      toChecksum: 'This address has a mistake. Copy it again.',
      toZero: 'This is the zero address.',
      amountMissing: 'Enter an amount.',
      amountFormat: 'Enter a number such as 12.50.',
      amountDecimals: (decimals: number): string =>
        decimals === 0 ? 'Enter a whole number.' : `Digits after the point: at most ${decimals}.`,
      amountZero: 'Enter more than zero.',
      amountRange: 'That number is too large.',
      amountBalance: (balance: string, fee: string, fixed: boolean): string =>
        `The wallet holds ${balance}${fee === '' ? '' : `, and the fee takes ${fee}`}. ${fixed ? 'Add tokens and try again' : 'Enter less'}.`,
    },
  },

  confirm: {
    heading: 'Check and confirm',
    lede: 'You send',
    validFor: (minutes: number): string => `valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    fingerprintHint: 'The same words appear wherever this transfer is shown.',
    details: 'Raw data',
    unverified: (amount: string): string => `${amount}, as reported by the token`,
    submit: 'Confirm with passkey',
  },

  progress: {
    noStatus: 'The wallet service does not report the status.',
    lost: 'No usable response from the wallet service. We keep trying: nothing is lost or sent twice.',
    another: 'Send more',
  },
}

/** `label` is the signer's action, `main` its object. */
type What = { label: string; main: string; remark?: string }

const tokenIds = (count: number) => `${count} ${count === 1 ? 'token ID' : 'token IDs'}`

/** English texts for calls other than token transfers. They are in the file that is loaded for such calls. */
export const callsEn = {
  /** Titles of calls. `amount` and `token` were made harmless before. `id` is the number of an NFT. */
  what: {
    allowance: (amount: string): What => ({ label: 'You allow spending', main: amount }),
    allowanceWithdrawn: (token: string): What => ({
      label: 'You no longer allow spending',
      main: token === '' ? 'These tokens' : token,
    }),
    ambiguous: (number: string): What => ({
      label: 'You give permission for',
      main: number,
      remark: 'An amount in base units or a token ID: the call does not show which.',
    }),
    ambiguousWithoutLimit: (): What => ({ label: 'You allow spending', main: 'Unlimited' }),
    ambiguousWithdrawn: (number: string): What => ({
      label: 'You revoke a permission',
      main: `Number ${number}`,
    }),
    item: (quantity: string): What => ({ label: 'You send', main: quantity }),
    itemGrant: (quantity: string): What => ({ label: 'You allow the transfer of', main: quantity }),
    itemWithdrawn: (quantity: string): What => ({
      label: 'You no longer allow the transfer of',
      main: quantity,
    }),
    batch: (count: number): What => ({ label: 'You send', main: tokenIds(count) }),
    everyItem: (name: string): What => ({
      label: 'You allow the transfer of',
      main: name === '' ? 'All tokens of this collection, now and later' : `All your ${name}, now and later`,
    }),
    everyItemWithdrawn: (name: string): What => ({
      label: 'You no longer allow the transfer of',
      main: name === '' ? 'All tokens of this collection' : `All your ${name}`,
    }),
    unknown: (): What => ({ label: 'You call a contract', main: 'Its effect is unknown' }),
  },
  labels: {
    amounts: 'Amount',
    collection: 'Collection',
    contract: 'Contract',
    everyRow: 'All token IDs',
    id: 'Token ID',
    nobody: 'No one',
    operator: 'Operator',
    row: 'Row',
    spender: 'Spender',
    withdrawnFrom: 'Revoked from',
  },
  /** Texts that replace the widget's own about transfers. */
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'This would fail, so it was not sent. Check that the wallet holds what it needs, and who receives it.',
    },
    warnings: {
      'ambiguous-token':
        'The bytes do not say whether this is an amount of a token or one NFT of a collection. Read the number as both.',
      'operator-grant':
        'The operator may transfer all your tokens of this collection, now and later, until you revoke it.',
      'to-token-contract': 'The recipient is a token’s own contract. What is sent there is lost.',
      'unknown-call': 'This call cannot be decoded: its effect is unknown.',
      'unlimited-allowance':
        'The spender may transfer all your tokens of this kind, now and later, until you revoke it.',
      'value-with-call': 'The call also sends the chain’s native token.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmed', text: 'It was executed on the blockchain.' },
      FAILED: {
        heading: 'It failed',
        text: 'It was not executed, and nothing has changed. Check what it needs before you prepare it again.',
      },
    },
    working: { prepare: 'Preparing…' },
    confirm: { fingerprintHint: 'The same words appear wherever this call is shown.' },
  },
}

/** English words for quantities, in addition to the widget's own. */
export const quantityEn = {
  unlimited: (token: string): string => (token === '' ? 'Unlimited' : `Unlimited ${token}`),
}

/** Error text for an unticked box. */
export const tickFirst = 'Tick this box to continue.'

/**
 * English texts for calls given as bytes, for several calls with one signature, and for descriptions by a
 * page.
 */
export const signingEn = {
  /** Actions of calls. `amount` and the page's words were made harmless before. */
  what: {
    coins: (amount: string): What => ({ label: 'You send', main: amount }),
    moved: (amount: string): What => ({ label: 'You move what another account holds', main: amount }),
    moreAllowance: (amount: string): What => ({ label: 'You allow more spending', main: amount }),
    several: (count: number): What => ({
      label: 'You sign once for',
      main: count === 1 ? '1 call' : `${count} calls`,
      remark: 'They are made in this order: all of them, or none.',
    }),
    backup: (): What => ({ label: 'You change this wallet', main: 'It gets this backup address' }),
    backupRemoved: (): What => ({
      label: 'You change this wallet',
      main: 'It has no backup address any more',
    }),
    recoveryCancelled: (): What => ({ label: 'You change this wallet', main: 'The recovery is cancelled' }),
    callCancelled: (): What => ({ label: 'You cancel', main: 'A call that you signed' }),
    coSigner: (): What => ({ label: 'You change this wallet', main: 'It gets this co-signer' }),
    coSignerRemoved: (): What => ({ label: 'You change this wallet', main: 'It has no co-signer any more' }),
    coSignerRemovalStarted: (): What => ({
      label: 'You change this wallet',
      main: 'The removal of its co-signer starts',
    }),
    coSignerKept: (): What => ({ label: 'You change this wallet', main: 'It keeps its co-signer' }),
    deviceAdded: (): What => ({ label: 'You change this wallet', main: 'It gets this device' }),
    deviceRemoved: (): What => ({ label: 'You change this wallet', main: 'It loses this device' }),
    objected: (): What => ({ label: 'You object', main: 'To the removal of a co-signer' }),
    registered: (said: string, owner: string): What => ({
      label: `${owner} says in the public registry`,
      main: said,
      remark:
        'The organization trusts these words; they were not checked here. Addresses and numbers are read from the call itself.',
    }),
    formatted: (said: string): What => ({
      label: 'This page says',
      main: said,
      remark:
        'These words are the page’s and were not checked. Addresses and numbers are read from the call itself.',
    }),
  },
  labels: {
    backup: 'Backup address',
    coSigner: 'Co-signer',
    data: 'Data',
    extraData: 'Additional data',
    holder: 'Taken from',
    key: 'Public key',
    length: 'Length',
    selector: 'Function',
    value: 'Also sent',
  },
  callNumber: (number: number, count: number): string => `Call ${number} of ${count}`,
  bytes: (count: number): string => (count === 1 ? '1 byte' : `${count} bytes`),
  /** Warnings in addition to the widget's own. */
  warnings: {
    'allowance-over-balance': 'This is more than your wallet holds: what comes later may be taken too.',
    'from-other-account':
      'What is moved belongs to another account, which has allowed your wallet to move it.',
    'adds-key': 'The added passkey can sign everything for this wallet.',
    'objects-to-removal':
      'The owner of the other wallet has to wait 30 days, not 3, until the co-signer is removed.',
    'removes-co-signer': 'The passkey alone can then move everything in this wallet.',
    'removes-key': 'The removed passkey can no longer sign for this wallet.',
    'sets-co-signer':
      'If this address is wrong, the wallet cannot be used for three days: every transaction will also need its signature.',
    'starts-co-signer-removal': 'In three days the passkey alone can move everything in this wallet.',
    'removes-backup':
      'The wallet will have no backup address. If the passkey is lost, the wallet cannot be recovered.',
    'sets-backup': 'Whoever controls the backup address can take over the wallet after a delay.',
  } satisfies Partial<Record<WarningCode, string>>,
  unread: {
    heading: 'This page asks for something that cannot be read',
    lede: 'This call cannot be decoded. It may give away everything that this wallet holds.',
    understood: 'I understand that I cannot see what this does',
    missing: tickFirst,
    submit: 'Continue',
  },
}

const heldStates: Record<Exclude<TransactionState, OrdinaryState>, { heading: string; text: string }> = {
  PENDING_USER_APPROVAL: {
    heading: 'Waiting for your approval',
    text: 'Approve or decline it in your approval app. The wallet service sends nothing before that.',
  },
  APPROVED: { heading: 'Approved', text: 'It is being sent to the blockchain.' },
  FAILED: {
    heading: 'The transfer failed',
    text: 'It was not executed, and the tokens are still in your wallet. Check the balance before you prepare it again.',
  },
  REJECTED: {
    heading: 'Declined',
    text: 'It was declined in your approval app. The wallet service sent nothing. If that was a slip, prepare it again.',
  },
  EXPIRED: {
    heading: 'Expired',
    text: 'It was not approved in time. The wallet service sent nothing. Prepare it again for a new number.',
  },
  CANCELLED: { heading: 'Cancelled', text: 'It was not executed.' },
}

/**
 * English texts for a transaction that needs its user's approval. They are in the file that is loaded for such a
 * transaction.
 */
export const heldEn = {
  states: heldStates,
  unseen: {
    heading: 'Status unknown',
    text: 'The wallet service has not responded for five minutes. It may be confirmed by now: look again before you send anything else.',
  },
  /** Text before `progress.noStatus`. */
  overdue: 'The time to approve it has passed.',
  again: 'Prepare again',
  cancel: 'Cancel this payment',
  unsure:
    'You have signed it, and it may be on its way. Try again: the same signature is sent, and it counts only once. Do not pay again before that.',
  /** `time` is a date and time of day. */
  executable: (time: string): string =>
    `It did not go through, but until ${time} it still can: when you try again here, or when someone else submits your signature. Do not pay again before that.`,
  number: (number: number): string => `Pick ${number}`,
  pick: 'Pick this number in your approval app to approve it. The wallet service sends nothing before that.',
  other: {
    heading: 'Waiting for an administrator',
    text: 'Give them this number to approve. The wallet service sends nothing before that.',
  },
  timeLeft: (time: string): string => `Time left: ${time}`,
  open: 'Open the approval app',
  mailed: (email: string | undefined): string => `We sent a link to ${email ?? 'your email address'}.`,
  reported: 'You reported this. The wallet service sent nothing, and the organization was notified.',
}

/** English texts for cancelling a signed call. They are in the file that is loaded for it. */
export const cancelEn = {
  /** Text above the cancelled call. */
  what: 'With this signature you cancel the following. It can then no longer be executed.',
  refused: 'It could not be cancelled. It may just have been executed: we keep checking.',
  tooLate: 'It could not be cancelled in time: the payment was made.',
}

/**
 * Sentences for the codes of the closer analysis of an error, and more exact sentences for two codes that have one
 * already.
 */
export const frameErrors = {
  INSECURE_CONTEXT:
    'Passkeys need an encrypted page. Open this page by its address that starts with https://.',
  PAGE_HIDDEN: 'This page was not in front, so no passkey prompt could open. Click here and try again.',
  PASSKEY_NOT_FOUND:
    'The prompt ended at once: this device may have no passkey for this wallet. Nothing was signed. Try again and choose your phone or another device. If an app shows this page, open it in your browser.',
  PASSKEY_REFUSED:
    'The browser refused at once, without asking you. Set up a screen lock, fingerprint or PIN, and try again, or use another device. If an app shows this page, open it in your browser.',
  PASSKEY_NO_ANSWER:
    'Your password manager took the prompt and did not respond. Turn it off for this page, or choose another, and try again.',
  PASSKEY_BUSY: 'Another passkey prompt is open. Finish or close it, and try again.',
  PASSKEY_DEVICE_FAILED:
    'The device could not respond. Unlock it, sign in to its password manager, and try again, or use another device.',
  PASSKEY_BROWSER_FAILED:
    'The browser could not open a passkey prompt. Update it, turn off extensions that keep passwords, or use another browser.',
  PASSKEY_CLICK_NEEDED:
    'The browser wants one more click before it opens a passkey prompt. Press the button again.',
  PASSKEY_UNVERIFIED:
    'The device did not check that it is you. Set up a fingerprint, face or PIN on it, or use another device.',
  PASSKEY_KEY_TYPE:
    'This device makes a different kind of passkey from the one that wallets need. Use another device or password manager.',
  POLICY_REFUSED:
    'The rules for this wallet do not allow this, so it was not sent. Change it, or ask this site’s support.',
  CO_SIGNATURE_MISSING:
    'The co-signer of this wallet must sign too, and this service cannot ask it, so nothing was sent. Ask this site’s support.',
  CO_SIGNER_NOT_READY:
    'The co-signer of this wallet is not ready yet, so nothing was sent. Try again in a moment.',
  CLOCK_WRONG:
    'The clock of this device is wrong, so the time limit was refused. Set it to automatic, check once more, and confirm.',
  RP_ID_MISMATCH:
    'The passkey belongs to another web address than this page. Open the page where you created it.',
  PASSKEY_BLOCKED: 'The page around this one does not allow passkeys here. Continue in a separate window.',
}

/** English texts for framed pages and for the closer analysis of passkey errors. */
export const frameEn = {
  errors: frameErrors,
  copyDetails: 'the details for support',
  covered: 'Something covers this wallet, or part of it is out of view. Nothing can be confirmed like that.',
  openWindow: 'Open in a window',
  windowOpen: 'Continue in the window that has opened.',
  windowBlocked: 'The browser did not open the window. Allow pop-ups for this page, and press again.',
  createHeading: 'Create the passkey here',
  createLede: 'The page you came from cannot do it itself. This window closes afterwards.',
  createSubmit: 'Create passkey',
  /** A prompt for a new passkey that ended without one. Browsers do not say why. */
  notCreated:
    'No passkey was created: the prompt was closed, or the device has no room for another one. Try again, or use another device.',
}

/** English texts for a new wallet that needs its fee. They are in the file that is loaded for such a wallet. */
export const fundingEn = {
  heading: 'Add tokens',
  lede: 'This wallet pays its own fees, so it needs a small balance first.',
  missing: 'Send at least',
  address: 'to this address',
  watching: 'Waiting for the payment. We continue automatically when it arrives.',
  stalled: 'The balance could not be read. We keep trying.',
  arrived: 'Arrived so far',
}

/**
 * English texts for signing a message. They are in the file that is loaded for it. `origin` is the origin of the
 * page.
 */
export const messageEn = {
  heading: {
    text: 'Sign a message',
    'sign-in': 'Sign in',
    permission: 'Sign a permission',
    payment: 'Sign a payment',
    cancellation: 'Cancel a signed payment',
    data: 'Sign data',
  },
  lede: (origin: string): string => `${origin} asks for your signature. Nothing is sent to the blockchain.`,
  by: 'Signed by',
  which: 'Which wallet should sign it?',
  otherCoSigner:
    'The server names another co-signer than this browser knows. If you did not change it yourself, do not sign.',
  removedCoSigner:
    'You started the removal of the co-signer. The server says that it is over. It is not if the co-signer objected: then do not sign.',
  hash: 'Hash of the message',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  noEnd: 'No end',
  /** Names were made harmless before. */
  warnings: {
    site: (site: string, origin: string): string =>
      `This signs you in to ${site}, but ${origin} asks for it. Whoever gets the signature can use your account there.`,
    uri: (address: string, origin: string): string =>
      `It is for the address ${address}, which is not one of ${origin}.`,
    account: 'This sign-in names another account than your wallet.',
    chain: 'This sign-in is for another network than your wallet’s.',
    expired: 'This sign-in has expired.',
    early: 'This sign-in is not valid yet.',
    malformed:
      'This looks like a sign-in but does not have the form of one. Its parts may mean something else.',
    hidden: 'The text has invisible characters. They are shown by their codes.',
    foreign:
      'This concerns the money of another account, not of your wallet. Your signature is worthless for it, or this is a trap.',
    gives: 'This signature alone lets others take what is named here. Nothing else is asked before they do.',
    unread:
      'What this signature allows is not known. It may give away everything that this wallet holds. Read every line.',
  },
  understood: 'I have read it and want to sign it anyway',
  refused: {
    held: 'You approve what this wallet does in your approval app, and a signature would get around that. Nothing was signed. Ask this page to send the permission as a transaction.',
    declined: 'It was declined in the approval app. This page did not get the signature.',
    expired: 'It was not approved in time. This page did not get the signature.',
    coSigner: 'This wallet has a co-signer that did not sign. The page did not get a signature.',
    unsafe:
      'This page asks you to sign something that could be a transaction. Nothing was signed. Contact its support.',
  },
  signedHeading: 'Signed',
  signed: 'The page has your signature. Nothing was sent to the blockchain.',
}

/**
 * English notes on a call from the wallet's history and balances. Amounts and addresses were made harmless
 * before.
 */
export const notesEn = {
  /** `before` and `after` are amounts with their symbol. */
  balance: (before: string, after: string): string => `Balance: ${before}. After this: ${after}.`,
  /** The server reports the balances. No signed byte depends on them. */
  source: 'Reported by the server.',
  /** `name` is the organization's own name for a recipient. */
  payee: (address: string, name: string): string => `The organization calls ${address} “${name}”.`,
  feeLarge: 'The fee is more than what you send.',
  /** `whole` means that the wallet's full history is known here. */
  first: (address: string, whole: boolean): string =>
    whole
      ? `This wallet has not used ${address} before. Check every character.`
      : `This wallet has not used ${address} recently. Check every character.`,
  /** `until` is a date and time of day. */
  unfinished: (address: string, until: string): string =>
    `An earlier payment to ${address} can still be executed until ${until}. If you confirm this one too, you may pay twice.`,
  unchecked: (address: string): string =>
    `${address} could not be checked for look-alikes. Check every character.`,
  imitates: {
    wallet: (address: string, _wallet: string): string =>
      `${address} begins and ends like this wallet’s own address, but is a different one.`,
    known: (address: string, original: string): string =>
      `${address} begins and ends like ${original}, which this wallet has used, but is a different one. Whoever made it wants you to confuse them.`,
    token: (address: string, original: string): string =>
      `${address} begins and ends like ${original}, a token’s contract, but is a different one. Whoever made it wants you to confuse them.`,
    named: (address: string, name: string): string =>
      `${address} begins and ends like “${name}”, which the organization knows, but is a different address. Whoever made it wants you to confuse them.`,
  },
  /** Effects of the call in a simulation on the chain, as reported by the server. */
  simulation: {
    differs:
      'A simulation on the blockchain differs from what is shown here. Do not confirm unless you know why.',
    balance: 'Balance of',
    approval: 'Permission for',
    read: 'Shown here',
    simulated: 'In the simulation',
    nothing: 'No change',
    everything: 'All tokens',
    understood: 'I know why it differs',
    missing: 'This could not be simulated on the blockchain. Only its bytes were read.',
    checking: 'Checking what this does…',
    fails: 'This transaction will fail if it is sent now.',
    notHeld: 'The wallet does not hold enough of a token that it sends.',
    itemNotHeld: (tokenId: string): string =>
      `The wallet does not hold token ID ${tokenId}, or not enough of it.`,
    blocked: (name: string): string => `Blocked by the policy “${name}”.`,
    unsignable: 'It cannot be signed.',
    again: 'Check again',
    orgApproval: (name: string): string =>
      `After you sign, it needs the approval of the organization (policy “${name}”).`,
    ownApproval: 'After you sign, you approve this in the approval app.',
  },
}

/** English texts for the mail that follows the creation of a wallet. They are in the file that notes it. */
export const welcomeEn = {
  mail: 'Check your mail to protect this wallet',
  link: 'Open the link that we send you. Then this service sends nothing from the wallet until you approve it in the approval app.',
}

/**
 * English texts for login, receiving, backup and recovery. They are in the file that is loaded for those
 * flows.
 */
export const walletEn = {
  labels: {
    activeFrom: 'Can be activated',
    backup: 'Backup address',
    callData: 'Call data',
    contract: 'To (your wallet)',
    network: 'Network',
    sender: 'From (backup address)',
    value: 'Value',
    wallet: 'Wallet',
  },
  timeLeft: (days: number, time: string): string =>
    days === 0 ? `Time left: ${time}` : `Time left: ${days} ${days === 1 ? 'day' : 'days'} ${time}`,
  network: (chainId: number): string => `Chain ${chainId}`,
  changeWallet: 'Another wallet',

  login: {
    heading: 'Open your wallet',
    lede: (organization: string): string =>
      `Use the passkey of your ${organization} wallet. Nothing is signed or sent.`,
    submit: 'Use my passkey',
    working: 'Looking for your wallet…',
    doneHeading: 'This is your wallet',
    done: 'Your passkey opens it on this device.',
    singleWithBackup: 'This passkey is on one device only. Your backup address can bring the wallet back.',
    unchecked:
      'The address cannot be calculated from this passkey. Compare it with what you wrote down before you receive money.',
    missedHeading: 'That passkey opens none of your wallets',
    missed: {
      unknown:
        'It may belong to another account or another site. Try another passkey, or sign in as someone else.',
      'other-chain': 'It was made for a wallet on another network. Try another passkey.',
      replaced: 'It was removed or replaced. Use another passkey.',
    },
    again: 'Try another passkey',
    forget: 'Remove this passkey from my device',
    forgetHint:
      'Only if you are sure that it opens nothing: a wallet elsewhere that only this passkey opens would be lost.',
    forgetSure: 'Yes, remove it',
  },

  receive: {
    heading: 'Receive',
    lede: 'Give this address to whoever pays you.',
    qr: 'QR code of your address',
    accepted: 'Accepted here',
    otherwise: (chain: string): string =>
      `Send only on this network (chain ${chain}). What is sent on another network does not arrive here.`,
    received: (amount: string): string => `Received ${amount}`,
    watching: 'Incoming tokens appear here automatically.',
    stalled: 'The balance could not be read. We keep trying.',
    blind: 'This service does not report balances, so incoming tokens are not shown here.',
    balance: (amount: string): string => `you have ${amount}`,
  },

  backup: {
    heading: 'Backup address',
    lede: 'If you lose your passkey, this address can give the wallet a new one. That takes three days, and until then your passkey can refuse it.',
    hint: 'An address whose key is safe and not on this device: a hardware wallet, or someone you trust.',
    present: 'You have a backup address. You can replace it.',
    none: 'You have no backup address. If your passkey is lost, so is the wallet.',
    unknown: 'This service does not report the backup address.',
    label: 'New backup address',
    submit: 'Check and sign',
    remove: 'Remove the backup address',
    later: 'Later',
    pendingHeading: 'A new passkey is proposed',
    pending: (time: string): string =>
      `The backup address wants to give your wallet a new passkey. It can be activated from ${time} on. If that was not you, refuse it now.`,
    refuse: 'Refuse the new passkey',
    problems: {
      missing: 'Enter an address.',
      notAddress: 'Not an address that can hold a key: it must be 0x and 40 digits.',
      checksum: 'This address has a mistake. Copy it again.',
      self: 'That is a wallet of your own, which the same passkeys open. Use another address.',
      token: 'That is a token’s contract, which can sign nothing. Use another address.',
      same: 'That is your backup address already.',
      coSigner: 'That is your co-signer’s or approval passkey’s address. Use another address.',
      imitation:
        'This address looks like one of yours but is different. Copy it again from where you know it.',
    },
    what: {
      set: 'You set a backup address',
      remove: 'You remove the backup address',
      removed: 'The wallet cannot be recovered',
      refuse: 'You refuse the proposed passkey',
      refused: 'Your passkey stays',
      unknown: 'You call a contract',
      unknownMain: 'Its effect is unknown',
    },
    warnings: {
      'sets-backup':
        'Whoever has the key of this address can take over your wallet after three days, unless you refuse in time.',
      'removes-backup': 'Without a backup address, a lost passkey is a lost wallet.',
      'unknown-call': 'This call cannot be decoded: its effect is unknown.',
    },
    confirmed: { heading: 'Done', text: 'It is confirmed on the blockchain.' },
    failed: { heading: 'It failed', text: 'It was not executed, and nothing has changed.' },
    preparing: 'Preparing…',
    another: 'Show the backup address',
  },

  recover: {
    heading: 'Recover your wallet',
    lede: 'If you have lost its passkey, create a new one now. Your backup address proposes it, and three days later it opens the wallet.',
    submit: 'Create the new passkey',
    domain: 'Works on',
    proposalHeading: 'Propose the new passkey',
    proposal: 'Send this call from your backup address, with any wallet app. We see it when it has arrived.',
    other:
      'The backup address has proposed a different passkey from this one. Send this call to propose this one instead; the three days begin again.',
    qr: 'QR code of the call, for wallet apps that read it',
    watching: 'Waiting. You can leave and come back: your new passkey is saved.',
    stalled: 'The wallet could not be read. We keep trying.',
    waitingHeading: 'Waiting',
    waiting:
      'The new passkey is proposed. It can be activated when the time is over. Until then the old passkey can refuse it.',
    waitingElsewhere:
      'A new passkey is proposed, but it was not created in this browser. If you did not ask for it, refuse it with your present passkey.',
    activateHeading: 'Activate the new passkey',
    activateText:
      'The three days are over. From now on the new passkey opens the wallet, and the old one does not.',
    activate: 'Activate',
    working: 'Activating the new passkey…',
    noBackupHeading: 'This wallet has no backup address',
    noBackup:
      'Only its passkey opens it. Look for the passkey on your other devices, in your password manager, or on your security key.',
    doneHeading: 'Your wallet is recovered',
    done: 'It opens with your new passkey. The old one no longer opens it.',
    doneElsewhere: 'It opens with the new passkey, on the device where that was created.',
  },
}
