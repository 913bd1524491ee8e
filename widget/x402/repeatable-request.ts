type RequestArguments = [input: RequestInfo | URL, init: RequestInit | undefined]

/** A request that may be sent a second time, with the headers of a payment. */
export type RepeatableRequest = {
  first: RequestArguments
  signal: AbortSignal | undefined
  /** Whether the caller has set a payment already. */
  hasPayment: boolean
  /** Whether the body can be sent twice. A stream is gone after the first time. */
  isRepeatable: boolean
  /** The arguments of the second request. */
  withHeaders: (added: Readonly<Record<string, string>>) => RequestArguments
}

/** Prepares the arguments of `fetch`. The body of a `Request` object is copied, so that it can be sent twice. */
export function prepareRequest(input: RequestInfo | URL, init?: RequestInit): RepeatableRequest {
  const isRequest = input instanceof Request
  const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined))
  return {
    first: [isRequest ? input.clone() : input, init],
    signal: init?.signal ?? (isRequest ? input.signal : undefined),
    hasPayment: headers.has('payment-signature') || headers.has('x-payment'),
    isRepeatable: canSendTwice(init?.body),
    withHeaders(added) {
      const all = new Headers(headers)
      for (const [name, value] of Object.entries(added)) all.set(name, value)
      return [input, { ...init, headers: all }]
    },
  }
}

const REPEATABLE = [URLSearchParams, Blob, FormData, ArrayBuffer]

function canSendTwice(body: unknown): boolean {
  if (body === undefined || body === null || typeof body === 'string') return true
  return ArrayBuffer.isView(body) || REPEATABLE.some((type) => body instanceof type)
}
