/**
 * Where the service is, and what opens it.
 *
 * @example
 * const options: ServerClientOptions = { url: 'https://wallets.example', apiKey: process.env.LATCHKEY_API_KEY }
 */
export type ServerClientOptions = {
  /** Address of the service, such as `https://wallets.example`. Its base address, which ends with `/v1/baas`, is taken too. */
  url: string
  /** Address of the console's and the widget's server, if it is not the service's. */
  consoleUrl?: string
  /** For everything below `/v1`. Keep it out of browsers. */
  apiKey?: string
  /** For `openWidgetSession`. Keep it out of browsers. */
  integrationSecret?: string
  /** How often a call is sent again that was not answered, or that may come again; 2 by default. */
  retries?: number
  /** How long one try may take; 30,000 by default. */
  timeoutMs?: number
  /** In place of the platform's own, such as one with a proxy. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}
