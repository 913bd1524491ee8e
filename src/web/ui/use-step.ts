import { useState } from 'preact/hooks'

/** A step that a button starts: whether it runs, its error, and the function that starts it. */
export type Step = { isBusy: boolean; problem: unknown; run: (work: () => Promise<void>) => void }

/** Runs one step at a time. Typed values are kept if the step fails. */
export function useStep(): Step {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    work()
      .catch(setProblem)
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, run }
}
