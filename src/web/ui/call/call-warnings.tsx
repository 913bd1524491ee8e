import type { ReactElement } from 'react'
import { warning, type CallDescription } from '#protocol/display/call-description.ts'
import { WARNING_SENTENCES } from '#protocol/display/warning-sentences.ts'
import type { WarningCode } from '#protocol/display/warning-severity.ts'
import { translated } from '#web/ui/text.ts'
import { type CallParts, PAGE_PARTS } from './page-parts.tsx'

type CallWarningsProps = {
  /** Null for bytes that are not a call. */
  description: CallDescription | null
  /** A warning that does not apply on this page. */
  except?: WarningCode | undefined
  parts?: CallParts | undefined
}

/** The warnings of one call. The warnings of a batch's calls are shown with each call. */
export function CallWarnings({
  description,
  except,
  parts: { Notice } = PAGE_PARTS,
}: CallWarningsProps): ReactElement | null {
  const all = description?.warnings ?? [warning('unknown-call')]
  const warnings = all.filter(({ code }) => code !== except)
  if (warnings.length === 0) return null
  return (
    <ul className="warnings">
      {warnings.map(({ code, severity }) => (
        <li key={code}>
          <Notice severity={severity}>{translated(WARNING_SENTENCES[code])}</Notice>
        </li>
      ))}
    </ul>
  )
}
