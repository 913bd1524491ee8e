import type { FlowDeps } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'

/** Dependencies of every headless flow. */
export type CoreDeps = FlowDeps & {
  apiUrl: string
  /** The page's hostname, and the domain of passkeys. */
  host: string
  rpId: string
  /** The only chain that the server may name, if the page set one. */
  chainId: string | undefined
}

/** Without a screen there is no retry: the problem is thrown. */
export async function throwProblem(problem: WidgetError): Promise<never> {
  throw problem
}

/** A step that throws the previous problem, if there is one. */
export function goOn(problem: WidgetError | undefined): void {
  if (problem !== undefined) throw problem
}

/** @throws WidgetError `CONFIGURATION` where the page must name the wallet */
export async function refuseToChoose(): Promise<never> {
  throw new WidgetError('CONFIGURATION', { detail: 'walletAddress: the user has several wallets' })
}

/** A signal that never aborts, if the page gave none. */
export function signalOf({ signal }: { signal?: AbortSignal | undefined }): AbortSignal {
  return signal ?? new AbortController().signal
}
