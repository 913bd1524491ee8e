import { ApproverError } from './call-approver.ts'
import { useOnline } from './use-online.ts'

/** What went wrong, in the service's words, and what to do next. */
export function Problem({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const online = useOnline()
  // The page says once that there is no line; each reading need not.
  const isNoLine = !online && problem instanceof ApproverError && problem.code === 'NETWORK'
  if (problem === undefined || isNoLine) return null
  const text =
    problem instanceof ApproverError
      ? problem.message
      : 'Something went wrong. Reload the page and try again.'
  return (
    <div class="notice danger" role="alert">
      <p>{text}</p>
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
