import { useState } from 'preact/hooks'
import { NodeError } from '#web/ui/ask-node.ts'
import { t } from '#web/ui/text.ts'
import { RescueError } from './rescue-error.ts'

/** A step started by a button: whether it runs, its error, and how to start it. */
export type Step = { isBusy: boolean; problem: string | null; run: (work: () => Promise<void>) => void }

/** One step at a time; errors are displayed in words, and input is preserved. */
export function useStep(): Step {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    work()
      .catch((thrown: unknown) => setProblem(sentenceOf(thrown)))
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, run }
}

function sentenceOf(thrown: unknown): string {
  if (thrown instanceof RescueError || thrown instanceof NodeError) return thrown.message
  return t('Something answered in a way that this page does not know. Try again, or try another node.')
}
