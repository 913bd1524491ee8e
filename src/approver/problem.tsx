import { ApproverError } from './call-approver.ts'

/** What went wrong, in the service's words, and what to do next. */
export function Problem({ problem, retry }: { problem: unknown; retry?: () => void }) {
  if (problem === undefined) return null
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
