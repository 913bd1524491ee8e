import type { VNode } from 'preact'
import { ReadableError } from './errors.ts'
import { t } from './text.ts'

/** An error and the next step. */
export function ProblemNotice({
  problem,
  retry,
}: {
  problem: unknown
  retry?: (() => void) | undefined
}): VNode | null {
  if (problem === undefined) return null
  const { title, message } =
    problem instanceof ReadableError
      ? problem
      : { title: undefined, message: t('Something went wrong. Reload the page and try again.') }
  return (
    <div class="notice danger" role="alert">
      <p>
        {title !== undefined && <strong>{title}. </strong>}
        {message}
      </p>
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={retry}>
          {t('Try again')}
        </button>
      )}
    </div>
  )
}
