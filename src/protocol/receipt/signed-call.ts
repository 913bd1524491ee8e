import { checksumAddress } from '#protocol/display/address.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import type { WebAuthnSignature } from '#protocol/signing/signature.ts'
import type { ReceiptBody } from './receipt.ts'

/** A receipt's call in the form that is hashed and sent. */
export function signedCall({ wallet, call }: Pick<ReceiptBody, 'wallet' | 'call'>): ExecuteCall {
  return {
    walletAddress: checksumAddress(wallet.address),
    toAddress: checksumAddress(call.toAddress),
    value: BigInt(call.value),
    data: hexFromBytes(bytesFromHex(call.data)),
    expiration: BigInt(call.expiration),
    fee: BigInt(call.fee),
    feeCoinAddress: checksumAddress(call.feeCoinAddress),
    feeWithdrawAddress: checksumAddress(call.feeWithdrawAddress),
  }
}

/** The passkey's signature of a receipt. */
export function receiptSignature({ signature }: Pick<ReceiptBody, 'signature'>): WebAuthnSignature {
  return {
    authenticatorData: hexFromBytes(bytesFromHex(signature.authenticatorData)),
    clientDataJSON: signature.clientDataJSON,
    challengeIndex: BigInt(signature.challengeIndex),
    typeIndex: BigInt(signature.typeIndex),
    r: BigInt(signature.r),
    s: BigInt(signature.s),
  }
}
