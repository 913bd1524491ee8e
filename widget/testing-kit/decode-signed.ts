import type { CallDescription, Field, FieldLabel } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { executeRequestSchema } from '#protocol/execute-transaction.ts'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import { parseClientData } from '#protocol/passkey/client-data.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { parseExecuteCall, executeDigest } from '#protocol/signing/execute-digest.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeSignature } from '#protocol/signing/signature.ts'

/**
 * The decoded fields of a call: decimal texts, addresses in lower case, and lists in the call's order.
 *
 * @example
 * const { kind, fields }: SignedCall = decodeSigned(body, chainId)
 * expect(kind).toBe('erc20-transfer')
 */
export type SignedCall = { kind: string; fields: Partial<Record<FieldLabel, unknown>> }

/**
 * A transaction that the page has sent, decoded from the bytes that the passkey signed.
 *
 * @example
 * const signed: SignedTransaction = decodeSigned(body, chainId)
 * expect(signed.expirationSeconds).toBeGreaterThan(Date.now() / 1_000)
 */
export type SignedTransaction = SignedCall & {
  /** The signed digest: the EIP-712 digest of the call, computed here. */
  digest: string
  wallet: string
  /** The called contract. */
  token: string
  data: string
  /** In wei. */
  value: string
  fee: string
  expirationSeconds: number
  /** Origin of the page with the passkey prompt. */
  origin: string
}

/**
 * Reads the request by which a page submits a signed transaction. Trusts no claim in it: the calldata is
 * encoded here, and the passkey's challenge must be the digest of exactly this call.
 *
 * @throws Error if the request is invalid, or its signature is for another call
 *
 * @example
 * page.on('request', (request) => {
 *   if (request.url().endsWith('/transactions/execute')) seen.push(decodeSigned(request.postDataJSON(), 84001))
 * })
 */
export function decodeSigned(body: unknown, chainId: number): SignedTransaction {
  const request = executeRequestSchema.parse(body)
  const { data, functionSignature, params = [] } = request
  const encoded =
    data ?? (functionSignature === undefined ? undefined : encodeCall(functionSignature, params))
  if (encoded === undefined) throw new Error('the request has neither data nor a function')
  const call = parseExecuteCall({ ...request, data: encoded })
  const digest = executeDigest(chainId, call)
  const { challenge, origin } = parseClientData(decodeSignature(request.signature).clientDataJSON)
  if (challenge !== base64Url(bytesFromHex(digest)))
    throw new Error('the passkey signed something else than what was handed in')
  return {
    ...plain(describeCall({ ...call, chainId, tokens: [] })),
    digest,
    wallet: call.walletAddress.toLowerCase(),
    token: call.toAddress.toLowerCase(),
    data: call.data,
    value: request.value,
    fee: request.fee,
    expirationSeconds: Number(call.expiration),
    origin,
  }
}

function plain({ kind, fields }: CallDescription): SignedCall {
  return { kind, fields: Object.fromEntries(fields.map((field) => [field.label, readValue(field)])) }
}

function readValue({ value }: Field): unknown {
  switch (value.kind) {
    case 'amount':
    case 'units':
      return value.units
    case 'number':
      return value.text
    case 'item':
      return value.units ?? value.tokenId
    case 'address':
      return value.address.toLowerCase()
    case 'boolean':
      return value.value
    case 'hex':
      return value.hex
    case 'items':
      return value.items.map(({ tokenId, units }) => ({ tokenId, amount: units }))
    case 'calls':
      return value.calls.map(plain)
  }
}
