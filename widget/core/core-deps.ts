import type { FlowDeps } from '#widget/browser-deps.ts'
import { WidgetError } from '#widget/errors.ts'

/** Dependencies of every headless flow. */
export type CoreDeps = FlowDeps & {
  apiUrl: string
  /** The page's hostname. */
  host: string
  rpId: string
  /** The only chain that the server may report. Undefined if the page set none. */
  chainId: string | undefined
}

/** Throws the problem, because there is no screen for a retry. */
export async function throwProblem(problem: WidgetError): Promise<never> {
  throw problem
}

/** A step that throws the previous problem, if any. */
export function goOn(problem: WidgetError | undefined): void {
  if (problem !== undefined) throw problem
}

/** @throws WidgetError `CONFIGURATION`, because the page must name the wallet */
export async function refuseToChoose(): Promise<never> {
  throw new WidgetError('CONFIGURATION', { detail: 'walletAddress: the user has several wallets' })
}

/** The page's signal, or one that never aborts. */
export function chooseSignal({ signal }: { signal?: AbortSignal | undefined }): AbortSignal {
  return signal ?? new AbortController().signal
}
