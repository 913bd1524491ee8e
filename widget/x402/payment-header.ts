import { bytesFromText, textFromBytes } from '#protocol/signing/utf8.ts'
import { orUndefined } from '#widget/checks.ts'
import { readObject } from './read-fields.ts'

/** Maximum length of a header or body with requirements, in characters. Servers limit headers to 16 kB or less. */
export const REQUIREMENTS_LENGTH_MAX = 65_536

/** Writes an object as a header of x402: JSON in UTF-8 in base64. */
export function writeHeader(content: object): string {
  let binary = ''
  for (const byte of bytesFromText(JSON.stringify(content))) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Reads a header of x402. Undefined if it is not JSON in UTF-8 in base64. */
export function readHeader(header: string): unknown {
  return orUndefined((): unknown => {
    const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
    return JSON.parse(textFromBytes(bytes))
  })
}

/**
 * The outcome of a payment, as the server reports it. It proves nothing: look for the transaction on the chain, or
 * at the wallet's balance.
 *
 * @example
 * const settlement: Settlement | undefined = readSettlement(await payingFetch('https://api.example/report'))
 */
export type Settlement = {
  success: boolean
  /** Hash of the transaction that executed the payment. Undefined if the server names none. */
  transaction: string | undefined
  /** The chain: CAIP-2 in version 2, a name in version 1. */
  network: string | undefined
  /** The server's code for a payment that failed. */
  errorReason: string | undefined
}

/**
 * Reads the outcome of a payment from the response to a paid request. Undefined if the response has none, or if a
 * server of another origin does not list the header in `Access-Control-Expose-Headers`.
 *
 * @example
 * const response = await payingFetch('https://api.example/report')
 * console.log(readSettlement(response)?.transaction)
 */
export function readSettlement({ headers }: Pick<Response, 'headers'>): Settlement | undefined {
  const header = headers.get('payment-response') ?? headers.get('x-payment-response')
  const settlement = header === null ? undefined : readObject(readHeader(header))
  if (typeof settlement?.['success'] !== 'boolean') return undefined
  return {
    success: settlement['success'],
    transaction: readText(settlement['transaction']),
    network: readText(settlement['network']),
    errorReason: readText(settlement['errorReason']),
  }
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
