import { anySignal } from '#widget/any-signal.ts'
import { rejectOnAbort } from '#widget/deadline.ts'
import { chooseRequirements } from './choose-requirements.ts'
import type { WalletProvider } from './create-x402-signer.ts'
import { readPaymentOptions, type PaymentOptions } from './payment-options.ts'
import { readPaymentRequired } from './read-payment-required.ts'
import { prepareRequest } from './repeatable-request.ts'
import { signPayment } from './sign-payment.ts'
import { X402Error } from './x402-error.ts'

/**
 * A function with the arguments and the result of `fetch`.
 *
 * @example
 * const payingFetch: PayingFetch = wrapFetchWithPayment(fetch, { provider, tokens })
 */
export type PayingFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

const PAYMENT_REQUIRED = 402

/**
 * A `fetch` that pays for what a server sells by x402. A 402 response opens the wallet, which displays the payment,
 * and the request is sent once more with the signature. Every other response is returned, also a second 402, which
 * is never paid. The response may take as long as the user, or the approver of a held wallet, takes.
 *
 * @throws X402Error `CONFIGURATION` at once, and later for a response that is not paid. If nobody signs, the returned
 * function rejects with the provider's error, such as 4001.
 *
 * @example
 * const payingFetch = wrapFetchWithPayment(fetch, { provider, tokens: [{ address: USDC, maxAmount: '100000' }] })
 * const report = await payingFetch('https://api.example/report')
 */
export function wrapFetchWithPayment(send: PayingFetch, options: PaymentOptions): PayingFetch {
  const settings = readPaymentOptions(options)
  return async (input, init) => {
    const request = prepareRequest(input, init)
    const response = await send(...request.first)
    if (response.status !== PAYMENT_REQUIRED || request.hasPayment) return response
    if (!request.isRepeatable) throw notRepeatable(response)
    const required = await readPaymentRequired(response)
    const chainId = await readChainId(settings.provider)
    const chosen = chooseRequirements(required, chainId, settings, response)
    const payment = await unlessAborted(request.signal, signPayment(required, chosen, settings))
    settings.onPayment(payment)
    try {
      return await send(...request.withHeaders(payment.headers))
    } catch (cause) {
      const message =
        'The payment was sent, and no response came. Repeat the request with the headers of the payment: they pay only once.'
      throw new X402Error('OUTCOME_UNKNOWN', message, { payment, cause })
    }
  }
}

function notRepeatable(response: Response): X402Error {
  const message = 'The server requires a payment, and the body is a stream, which cannot be sent again'
  return new X402Error('BODY_NOT_REPEATABLE', message, { response })
}

async function readChainId(provider: WalletProvider): Promise<number> {
  const answer = await provider.request({ method: 'eth_chainId' })
  const chainId = typeof answer === 'string' ? Number(answer) : Number.NaN
  if (Number.isSafeInteger(chainId) && chainId > 0) return chainId
  throw new X402Error('UNEXPECTED_ANSWER', 'eth_chainId returned no chain')
}

/** The result of `work`, or the signal's reason. A signature that comes after it is never sent. */
async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work
  const over = new AbortController()
  try {
    return await Promise.race([work, rejectOnAbort(anySignal(signal, over.signal))])
  } finally {
    over.abort()
  }
}
