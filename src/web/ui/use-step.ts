import { useState } from 'preact/hooks'

/** A step that a button starts: whether it runs, what went wrong, and how to start it. */
export type Step = { isBusy: boolean; problem: unknown; run: (work: () => Promise<void>) => void }

/** One step at a time; nothing that was typed is lost when it goes wrong. */
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
