import type { WalletRun } from '#widget/files.ts'

/**
 * The run without its signing and error events. The page or its provider would mistake them for events of its
 * own call.
 */
export function besideTheCall(run: WalletRun): WalletRun {
  return {
    ...run,
    dispatch: (event) => event.type !== 'latchkey-co-signer-set' || run.dispatch(event),
    deps: { ...run.deps, report: async (error) => error },
  }
}
