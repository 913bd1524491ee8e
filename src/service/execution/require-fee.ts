import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'

/**
 * Checks the signed fee against the organization's settings. A charged fee must be paid in that token, to
 * that address, and in full. Policies count the excess as a transfer (`policyCall`). If no fee is charged,
 * none may be signed.
 *
 * @throws FEE_REFUSED with the field at fault
 */
export function requireFee(charged: ChargedFee | undefined, call: ExecuteCall): void {
  if (charged === undefined || charged.amountPerTransaction === 0n) requireNoFee(call)
  else requireCharged(call, charged)
}

function requireNoFee(call: ExecuteCall): void {
  if (call.fee !== 0n) throw refused('fee', 'must be "0": this organization charges no fee')
  if (call.feeCoinAddress.toLowerCase() !== ZERO_ADDRESS) {
    throw refused('feeCoinAddress', 'must be the zero address: this organization charges no fee')
  }
}

function requireCharged(call: ExecuteCall, charged: ChargedFee): void {
  if (call.feeCoinAddress.toLowerCase() !== charged.tokenAddress.toLowerCase()) {
    throw refused('feeCoinAddress', `must be ${charged.tokenAddress} (${charged.tokenSymbol})`)
  }
  if (call.feeWithdrawAddress.toLowerCase() !== charged.withdrawAddress.toLowerCase()) {
    throw refused('feeWithdrawAddress', `must be ${charged.withdrawAddress}`)
  }
  if (call.fee < charged.amountPerTransaction) {
    const { amountPerTransaction: amount, tokenDecimals, tokenSymbol } = charged
    throw refused('fee', `must be at least ${amount} (${formatUnits(amount, tokenDecimals)} ${tokenSymbol})`)
  }
}

function refused(path: string, message: string): ApiError {
  return apiError('FEE_REFUSED', `${path} ${message}`, { errors: [{ path, message }] })
}
