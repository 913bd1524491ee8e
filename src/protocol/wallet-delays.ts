/*
 * Delays of the wallet contract, in seconds. wallet-delays.test.ts compares them with the contract's constants.
 */

/** Time from the proposal of a new passkey until it can take effect. */
export const RECOVERY_DELAY_SECONDS = 3 * 86_400

/** Time from the start of a co-signer's removal until the passkey alone suffices. */
export const REMOVAL_DELAY_SECONDS = 3 * 86_400

/** Time from the start of a co-signer's removal until the passkey alone suffices, if the co-signer objects. */
export const OBJECTED_REMOVAL_DELAY_SECONDS = 30 * 86_400
