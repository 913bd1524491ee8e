/* Selectors of the wallet contract's functions that a person signs or sends (wallet-functions.test.ts computes them from the ABI). */

/** `setBackup(address)`. */
export const SET_BACKUP = '0xb7dacbf1'
/** `cancelRecovery()`. */
export const CANCEL_RECOVERY = '0x0ba234d6'
/** `cancelCall(bytes32 digest, uint256 expiration)`. */
export const CANCEL_CALL = '0x041a2bc2'
/** `executeBatch((address,uint256,bytes)[])`, which a wallet accepts only from itself. */
export const EXECUTE_BATCH = '0x34fcd5be'
/** `proposeRecovery(uint256,uint256)`, called by the backup address. */
export const PROPOSE_RECOVERY = '0xb3173662'
