import type openCalls from './calls/open-calls.ts'
import type { Calls, Kit } from './calls/kit.ts'
import { WidgetError } from './errors.ts'
import { attempt } from './flows/attempt.ts'
import { chooseWallet, requireFeeBalance } from './flows/choose-transfer.ts'
import { resolveCoin } from './flows/load-wallet.ts'
import { readFee } from './flows/read-fee.ts'

/** Put in by the build (build/publish-widget.ts): the file for further calls, and its hash. */
declare const LATCHKEY_CALLS: readonly [file: string, integrity: string]

/** What the file for further calls is handed. */
export const kit: Kit = { WidgetError, attempt, chooseWallet, readFee, requireFeeBalance, resolveCoin }

let opened: Promise<Calls> | undefined
let tries = 0

/**
 * The code for calls that are no transfer of coins, loaded once from the server and only if its hash is the one that
 * this file was built with. `import()` knows no integrity, but a module that `modulepreload` has checked is the one
 * that `import()` then gets, without asking the server again (docs/adr/0049).
 *
 * @throws WidgetError `NETWORK_FAILED`, also for a file that is not the one that was built
 */
export function loadCalls(apiUrl: string): Promise<Calls> {
  opened ??= load(apiUrl).catch((cause: unknown) => {
    opened = undefined
    throw new WidgetError('NETWORK_FAILED', { detail: 'the code for this call', cause })
  })
  return opened
}

async function load(apiUrl: string): Promise<Calls> {
  const [file, integrity] = LATCHKEY_CALLS
  // A browser remembers what it could not load; another address is another try.
  const href = `${apiUrl}/widget/v1/${file}?${(tries += 1)}`
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) throw new Error('modulepreload')
  const checked = new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', integrity, href })
  document.head.append(link)
  await checked.finally(() => link.remove())
  const module: { default: typeof openCalls } = await import(/* @vite-ignore */ href)
  return module.default(kit)
}
