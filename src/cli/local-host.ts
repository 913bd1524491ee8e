const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether a request names this deployment in its Host header. A web page that points a name of its own at
 * the loopback address (DNS rebinding) does not, so it cannot read the sandbox's inbox through a browser.
 */
export function isOwnHost(request: Request, publicUrl: string): boolean {
  const host = request.headers.get('host') ?? ''
  return host === new URL(publicUrl).host || LOOPBACK.test(host)
}
