/** The topic of the wallet's `Executed(bytes32)`, which it emits for every executed call (`PasskeyWallet.sol`); the digest is the second. */
export const EXECUTED_TOPIC = '0xa74c8847d513feba22a0f0cb38d53081abf97562cdb293926ba243689e7c41ca'
