/* Selectors of the wallet contract's functions that a person signs or sends (wallet-functions.test.ts computes them from the ABI). */

/** `setBackup(address)`. */
export const SET_BACKUP = '0xb7dacbf1'
/** `cancelRecovery()`. */
export const CANCEL_RECOVERY = '0x0ba234d6'
/** `cancelCall(bytes32 digest, uint256 expiration)`. */
export const CANCEL_CALL = '0x041a2bc2'
/** `executeBatch((address,uint256,bytes)[])`, which a wallet accepts only from itself. */
export const EXECUTE_BATCH = '0x34fcd5be'
/** `setCoSigner(address)`. */
export const SET_CO_SIGNER = '0x2199e6d3'
/** `startCoSignerRemoval()`. A signed call that does nothing else needs no co-signature. */
export const START_CO_SIGNER_REMOVAL = '0xe23ea167'
/** `keepCoSigner()`. */
export const KEEP_CO_SIGNER = '0x18555d96'
/** `addKey(uint256 qx, uint256 qy)`. */
export const ADD_KEY = '0xbb968145'
/** `removeKey(uint256 qx, uint256 qy)`. */
export const REMOVE_KEY = '0x1186a439'
/** `objectToRemoval()`, called by the co-signer. */
export const OBJECT_TO_REMOVAL = '0xb8deaad9'
/** `proposeRecovery(uint256,uint256)`, called by the backup address. */
export const PROPOSE_RECOVERY = '0xb3173662'
