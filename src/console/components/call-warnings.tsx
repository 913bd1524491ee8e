import type { CallDescription } from '#shared/display/call-description.ts'
import { warningSentence } from '#console/lib/call-texts.ts'
import { Notice } from './notice.tsx'

/** What a person should know of one call; what its inner calls have stands with each of them. */
export function CallWarnings({
  description,
  className,
}: {
  description: CallDescription
  className: string
}) {
  if (description.warnings.length === 0) return null
  return (
    <ul className={`flex flex-col gap-2 ${className}`}>
      {description.warnings.map(({ code, severity }) => (
        <li key={code}>
          <Notice tone={severity === 'danger' ? 'danger' : 'warning'}>{warningSentence(code)}</Notice>
        </li>
      ))}
    </ul>
  )
}
