import {
  CHROMIUM_CLOSED,
  READ_MS,
  review,
  confirm,
  paysAgain,
  reviewsAgain,
  startsAgain,
  keptPasskey,
  lied,
  newPasskey,
  sign,
  confirming,
  make,
  handedIn,
  prepared,
  created,
  page,
  triesAgain,
  onlyLeaves,
  type Row,
} from '#e2e/fixtures/error-row.ts'
import type { ExactCode, WidgetErrorCode } from '#widget/errors.ts'

const THIEF = '0x00000000000000000000000000000000000bad01'

const EXACT: Record<ExactCode, Row> = {
  INSECURE_CONTEXT: page((scene) => scene.open({ isSecure: false }), { copies: true }),
  PAGE_HIDDEN: sign({
    name: 'NotAllowedError',
    message: 'The operation is not allowed at this time because the page does not have focus.',
  }),
  PASSKEY_NOT_FOUND: sign({ name: 'NotAllowedError', message: CHROMIUM_CLOSED }),
  PASSKEY_REFUSED: make({ name: 'NotAllowedError', message: CHROMIUM_CLOSED, hasOwnDevice: true }),
  PASSKEY_NO_ANSWER: {
    ...confirming,
    timed: true,
    reach: async (scene) => {
      await review(scene)
      await scene.failPrompt({ hangs: 'for ever' })
      await confirm(scene)
      await scene.passMinutes(5)
    },
  },
  PASSKEY_BUSY: sign({ name: 'OperationError', message: 'A request is already pending.' }),
  PASSKEY_DEVICE_FAILED: sign({
    name: 'NotReadableError',
    message: 'An unknown error occurred while talking to the credential manager.',
  }),
  PASSKEY_BROWSER_FAILED: make({ name: 'DataError', message: 'The incoming request cannot be validated' }),
  PASSKEY_CLICK_NEEDED: sign({
    name: 'NotAllowedError',
    message: 'User gesture is not detected. To use the WebAuthn API, call it within user activated events.',
  }),
  PASSKEY_UNVERIFIED: make({ name: 'ConstraintError', message: 'The operation is insecure.' }),
  POLICY_REFUSED: handedIn(403, { step: 'transfer', next: reviewsAgain }),
  CO_SIGNATURE_MISSING: handedIn(400, { step: 'transfer', next: reviewsAgain }),
  CO_SIGNER_NOT_READY: handedIn(409, { step: 'confirm', next: paysAgain }),
  PASSKEY_KEY_TYPE: make({
    name: 'NotSupportedError',
    message: 'None of the algorithms specified in `pubKeyCredParams` are supported by this device.',
  }),
  CLOCK_WRONG: {
    ...confirming,
    timed: true,
    reach: async (scene) => {
      // The widget has already read the server's time when the clock is turned back.
      await scene.turnClock(-120)
      await review(scene)
      await confirm(scene)
    },
    // The retry works before the clock is right again, because the widget then reads the server's time once more.
    next: async (scene) => {
      await paysAgain(scene)
      await scene.turnClock(0)
    },
  },
}

/** Every error code of the widget, with a way to reach it. A code without a row does not compile. */
export const ROWS: Record<WidgetErrorCode, Row> = {
  ...EXACT,
  CONFIGURATION: page((scene) => scene.open({ attributes: { flow: 'bend' } })),
  UNSUPPORTED_BROWSER: page((scene) => scene.open({ hasPasskeys: false }), { copies: true }),
  RP_ID_MISMATCH: page((scene) => scene.open({ attributes: { 'rp-id': 'https://other.example' } }), {
    copies: true,
  }),
  OPERATION_NOT_ALLOWED: page((scene) => scene.open({ attributes: { flow: 'create' } })),
  ORIGIN_REFUSED: page(async (scene, code) => {
    await scene.refuse('GET /config', 403, code)
    await scene.open({})
  }),
  NO_WALLET: page(async (scene) => {
    // The first response is for the offer to protect a wallet, which lists the wallets of enrolled users.
    await scene.answer('GET /wallets', [])
    await scene.answer('GET /wallets', [])
    await scene.open({})
  }),
  NO_TOKEN: page(async (scene) => {
    await scene.answer('GET /tokens/allowed', [])
    await scene.open({})
  }),
  SESSION_EXPIRED: page((scene) => scene.open({ token: 'unknown-to-the-server' }), {
    next: async (scene) => {
      await scene.giveToken()
      await startsAgain(scene)
    },
  }),
  NOT_FOUND: page(
    async (scene, code) => {
      await scene.refuse('GET /config', 404, code)
      await scene.open({})
    },
    { next: startsAgain },
  ),
  WALLET_NOT_OWNED: handedIn(403, { step: 'stopped', next: onlyLeaves }),
  OFFLINE: {
    scene: 'pay',
    reach: async (scene) => {
      await scene.setOffline(true)
      await review(scene)
      await scene.says('You are offline')
      await scene.setOffline(false)
    },
    step: 'retry',
    next: async (scene) => {
      await scene.press('Try again')
      await reviewsAgain(scene)
    },
  },
  NETWORK_FAILED: {
    ...prepared(0, { step: 'transfer', next: reviewsAgain }),
    reach: async (scene) => {
      await scene.cut('POST /tokens/erc20/transfer')
      await review(scene)
    },
  },
  UNEXPECTED_ANSWER: {
    ...prepared(0, { step: 'transfer', next: reviewsAgain }),
    reach: async (scene) => {
      await scene.answer('POST /tokens/erc20/transfer', { success: 'yes' })
      await review(scene)
    },
  },
  UNKNOWN: sign({
    name: 'InvalidAccessError',
    message: 'The object does not support the operation or argument.',
  }),
  PASSKEY_CANCELLED: sign({ name: 'NotAllowedError', message: CHROMIUM_CLOSED, delayMs: READ_MS }),
  PASSKEY_TIMEOUT: {
    ...confirming,
    timed: true,
    reach: async (scene) => {
      await review(scene)
      await scene.failPrompt({ hangs: 'until aborted' })
      await confirm(scene)
      await scene.passMinutes(5)
    },
  },
  PASSKEY_BLOCKED: sign({
    name: 'NotAllowedError',
    message:
      "The 'publickey-credentials-get' feature is not enabled in this document. Permissions Policy may be used to delegate Web Authentication capabilities to cross-origin child frames.",
  }),
  PASSKEY_EXISTS: make({
    name: 'InvalidStateError',
    message:
      'The user attempted to register an authenticator that contains one of the credentials already registered with the relying party.',
  }),
  PASSKEY_UNSUITABLE: sign({ name: 'EncodingError', message: 'The credential could not be encoded.' }),
  PASSKEY_WRONG: {
    ...confirming,
    reach: async (scene) => {
      await scene.beginWithOtherKey()
      await review(scene)
      await confirm(scene)
    },
    next: async (scene) => {
      // The server returns the right passkey again.
      await scene.begin()
      await review(scene)
      await paysAgain(scene)
    },
  },
  ADDRESS_MISMATCH: lied('make', 'POST /wallets/predict', [['address', THIEF]], keptPasskey),
  CALL_MISMATCH: lied('pay', 'POST /tokens/erc20/transfer', [['txObject.params.1', '20000000']], startsAgain),
  INSUFFICIENT_BALANCE: {
    ...prepared(0, { step: 'transfer', next: reviewsAgain }),
    reach: async (scene) => {
      await scene.beginWithFeeCoins('0')
      await review(scene)
    },
    next: async (scene) => {
      await scene.holdFeeCoins('5000000')
      await reviewsAgain(scene)
    },
  },
  STOPPED_BY_PAGE: {
    scene: 'pay',
    step: 'confirm',
    next: paysAgain,
    reach: async (scene) => {
      await review(scene)
      await scene.preventOnce('before-sign')
      await confirm(scene)
    },
  },
  VALIDATION_FAILED: prepared(400, { step: 'transfer', next: reviewsAgain }),
  TRANSACTION_REVERTS: handedIn(400, { step: 'transfer', next: reviewsAgain }),
  RECIPIENT_CANNOT_RECEIVE: prepared(400, { step: 'transfer', next: reviewsAgain }),
  TOKEN_UNREADABLE: prepared(400, { step: 'transfer', next: reviewsAgain }),
  INVALID_SIGNATURE: handedIn(400, { step: 'confirm', next: paysAgain }),
  FEE_REFUSED: handedIn(400, { step: 'confirm', next: paysAgain }),
  TRANSACTION_EXPIRED: handedIn(400, { step: 'confirm', next: paysAgain, copies: true }),
  EXPIRATION_TOO_FAR: handedIn(400, { step: 'confirm', next: paysAgain, copies: true }),
  OUTCOME_UNKNOWN: handedIn(400, { step: 'progress', next: triesAgain }),
  CONFLICT: prepared(409, { step: 'transfer', next: reviewsAgain }),
  RATE_LIMITED: handedIn(429, { step: 'progress', next: triesAgain }),
  CHAIN_FAILED: handedIn(502, { step: 'progress', next: triesAgain }),
  UNAVAILABLE: handedIn(503, { step: 'progress', next: triesAgain }),
  CHAIN_TIMEOUT: handedIn(504, { step: 'progress', next: triesAgain }),
  INVALID_PUBLIC_KEY: created(400, 'POST /wallets', { step: 'stopped', next: newPasskey }),
  RP_ID_HASH_NOT_REGISTERED: created(400, 'POST /wallets/predict', { step: 'stopped', next: onlyLeaves }),
  WALLET_ALREADY_DEPLOYED: created(409, 'POST /wallets', { step: 'stopped', next: newPasskey }),
  INSUFFICIENT_FEE_BALANCE: {
    ...created(402, 'POST /wallets', { step: 'code', next: async (scene) => scene.made() }),
    unseen: true,
  },
  EMAIL_REFUSED: page(async (scene, code) => {
    await scene.openCreation()
    await scene.refuse('POST /wallets/request-email-verification', 403, code)
    await scene.press('Send code')
  }),
  INVALID_VERIFICATION_CODE: page(
    async (scene) => {
      await scene.openCreation()
      await scene.typeWrongCode()
    },
    {
      step: 'code',
      next: async (scene) => {
        await scene.typeRightCode()
        await scene.press('Continue')
        await scene.press('Create passkey')
        await scene.at('created')
      },
    },
  ),
}
