/**
 * The service's address and credentials.
 *
 * @example
 * const options: ServerClientOptions = { url: 'https://wallets.example', apiKey: process.env.LATCHKEY_API_KEY }
 */
export type ServerClientOptions = {
  /**
   * Address of the service, such as `https://wallets.example`. Its base address, which ends with `/v1/baas`,
   * is accepted too.
   */
  url: string
  /** Address of the console's and widget's server, if it differs from the service's. */
  consoleUrl?: string
  /** Authenticates every request below `/v1`. Keep it out of browsers. */
  apiKey?: string
  /** Authenticates `openWidgetSession`. Keep it out of browsers. */
  integrationSecret?: string
  /** Maximum number of retries of a call without a response, or with a retryable one. Defaults to 2. */
  retries?: number
  /** Timeout of one try, in milliseconds. Defaults to 30,000. */
  timeoutMs?: number
  /** Replaces the platform's `fetch`, for example to use a proxy. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}
