import { orUndefined } from '#widget/checks.ts'
import { readHeader, REQUIREMENTS_LENGTH_MAX } from './payment-header.ts'
import { readObject } from './read-fields.ts'
import { X402Error } from './x402-error.ts'

type Members = Readonly<Record<string, unknown>>

/** The requirements of a 402 response. The members of `accepts` are not checked yet. */
export type PaymentRequired = {
  version: 1 | 2
  /** The payments that the server accepts, as it wrote them. */
  accepts: readonly Members[]
  /** Everything that the server wrote. */
  whole: Members
}

/**
 * Reads the requirements of a 402 response, whose body stays unread. They are in the header `PAYMENT-REQUIRED` in
 * version 2, and in the body in version 1.
 *
 * @throws X402Error `RESPONSE_MALFORMED`, with the member that cannot be read
 */
export async function readPaymentRequired(response: Response): Promise<PaymentRequired> {
  const malformed = (message: string) => new X402Error('RESPONSE_MALFORMED', message, { response })
  const header = response.headers.get('payment-required')
  const text = header ?? (await response.clone().text())
  const source = header === null ? 'the body' : 'the header PAYMENT-REQUIRED'
  if (text.length > REQUIREMENTS_LENGTH_MAX)
    throw malformed(`${source} is longer than ${REQUIREMENTS_LENGTH_MAX} characters`)
  const whole = readObject(
    header === null ? orUndefined((): unknown => JSON.parse(text)) : readHeader(header),
  )
  const version = header === null ? 1 : 2
  if (whole?.['x402Version'] !== version) throw malformed(explainVersion(header !== null))
  const { accepts } = whole
  const options = Array.isArray(accepts) ? accepts.map(readObject) : []
  const read = options.filter((option) => option !== undefined)
  if (read.length === 0 || read.length < options.length)
    throw malformed(`accepts of ${source} must be a list of objects, with at least one`)
  return { version, accepts: read, whole }
}

function explainVersion(hasHeader: boolean): string {
  if (hasHeader) return 'the header PAYMENT-REQUIRED must be JSON in base64, with x402Version 2'
  return (
    'the response has no header PAYMENT-REQUIRED, and its body is not that of x402 version 1. ' +
    'A server of another origin must list the header in Access-Control-Expose-Headers'
  )
}
