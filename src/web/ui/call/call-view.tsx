import type { ReactNode, ReactElement } from 'react'
import { ALL_FIELDS } from '#protocol/display/all-fields.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callRows, type CallRow } from '#protocol/display/call-rows.ts'
import { formatTitle, ROW_NAMES } from '#protocol/display/call-words.ts'
import { wordsOfKey } from '#protocol/display/key-words.ts'
import type { WarningCode } from '#protocol/display/warning-severity.ts'
import { formatExact, t, translated } from '#web/ui/text.ts'
import { CallValue } from './call-value.tsx'
import { CallWarnings } from './call-warnings.tsx'
import { Fact } from './fact.tsx'
import type { CallParts } from './page-parts.tsx'

type Look = {
  /** False if the call is already decided, or if its warnings are shown elsewhere. */
  hasWarnings?: boolean
  /** A warning that does not apply on this page. */
  except?: WarningCode | undefined
  parts?: CallParts | undefined
}

type CallViewProps = Look & {
  /** Null for bytes that are not a call. */
  description: CallDescription | null
  /** Shown between the warnings and the lines. */
  notice?: ReactNode
  /** Further facts after the call's own. */
  children?: ReactNode
}

/** A decoded call: its warnings, then its lines in the order of `callRows`. */
export function CallView({ description, notice, children, ...look }: CallViewProps): ReactElement {
  const { hasWarnings = true, except, parts } = look
  const rows = description === null ? [] : callRows(description, ALL_FIELDS)
  return (
    <>
      {hasWarnings && <CallWarnings {...{ description, except, parts }} />}
      {notice}
      {(rows.length > 0 || children !== undefined) && (
        <dl className="call">
          {rows.map((row, index) => (
            <Fact
              key={`${row.name}-${index}`}
              name={translated(ROW_NAMES[row.name])}
              className={row.value.kind === 'calls' ? 'calls' : ''}
            >
              <RowValue row={row} look={look} />
            </Fact>
          ))}
          {children}
        </dl>
      )}
    </>
  )
}

function RowValue({ row: { name, value, isNobody }, look }: { row: CallRow; look: Look }) {
  if (value.kind === 'calls') return <InnerCalls calls={value.calls} look={look} />
  return (
    <>
      {name === 'key' && value.kind === 'hex' && (
        // The verification words, as shown on both devices.
        <code className="fingerprint block">{wordsOfKey(value.hex)}</code>
      )}
      {isNobody && <span className="block">{t('Nobody')}</span>}
      <CallValue name={translated(ROW_NAMES[name])} value={value} parts={look.parts} />
    </>
  )
}

/** Every call of a batch in order, each displayed like a single call. */
function InnerCalls({ calls, look }: { calls: readonly CallDescription[]; look: Look }) {
  return (
    <ol>
      {calls.map((call, index) => (
        <li key={`${call.kind}-${index}`}>
          <span className="title">{formatTitle(call, translated, formatExact)}</span>
          <CallView {...look} description={call} />
        </li>
      ))}
    </ol>
  )
}
