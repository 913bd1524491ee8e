import { warning, type CallDescription } from '#protocol/display/call-description.ts'
import { warningSentence } from '#web/console/lib/call-texts.ts'
import { Notice } from './notice.tsx'

const NO_CALL = { warnings: [warning('unknown-call')] }

/** What a person should know of one call; what its inner calls have stands with each of them. `null`: no call at all. */
export function CallWarnings({
  description,
  className,
}: {
  description: CallDescription | null
  className: string
}) {
  const { warnings } = description ?? NO_CALL
  if (warnings.length === 0) return null
  return (
    <ul className={`flex flex-col gap-2 ${className}`}>
      {warnings.map(({ code, severity }) => (
        <li key={code}>
          <Notice tone={severity === 'danger' ? 'danger' : 'warning'}>{warningSentence(code)}</Notice>
        </li>
      ))}
    </ul>
  )
}
