import { useId, useState, type ReactElement } from 'react'
import type { AuditEntry } from '#protocol/audit.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { Icon } from '#web/console/components/button.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatAbsolute } from '#web/console/lib/display.ts'
import { Fact } from '#web/ui/call/fact.tsx'
import { t } from '#web/ui/text.ts'
import type { AuditAct } from './audit-acts.ts'
import type { CallContext } from './audit-call.ts'
import { AuditSentence } from './audit-sentence.tsx'
import type { Names } from './audit-targets.ts'
import { resultLooks } from './audit-words.ts'

const TEXT_MAX = 500
const NAME_LENGTH_MAX = 80

type AuditActRowProps = { act: AuditAct; names: Names; context: CallContext }

/** The act as a sentence. The button opens the entries behind it. */
export function AuditActRow({ act, names, context }: AuditActRowProps): ReactElement {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [entry] = act
  return (
    <li>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
        <p id={`${id}-sentence`} className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          <AuditSentence {...{ entry, names, context }} />
        </p>
        {entry.result !== 'done' && <StateBadge {...resultLooks()[entry.result]} />}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-entries`}
          aria-labelledby={`${id}-details ${id}-sentence`}
          onClick={() => setIsOpen(!isOpen)}
          className="ml-auto inline-flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:h-10"
        >
          <span id={`${id}-details`} className="sr-only">
            {t('Details')}
          </span>
          <TimeAgo datetime={entry.occurredAtDatetime} />
          <Icon name="next" className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      </div>
      <div
        id={`${id}-entries`}
        hidden={!isOpen}
        className="divide-y divide-line border-t border-line bg-canvas"
      >
        {isOpen &&
          act.map((one) => (
            <div key={one.sequence} className="px-4 py-3">
              {act.length > 1 && (
                <p className="text-sm text-muted">
                  <AuditSentence entry={one} {...{ names, context }} />
                </p>
              )}
              <EntryFacts entry={one} />
            </div>
          ))}
      </div>
    </li>
  )
}

/** Everything that an entry of the log records. */
function EntryFacts({ entry }: { entry: AuditEntry }) {
  const details = Object.entries(entry.details).filter(([, value]) => value !== null)
  return (
    <dl className="my-1 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact name={t('Time')}>{formatAbsolute(entry.occurredAtDatetime)}</Fact>
      <Fact name={t('Result')}>{resultLooks()[entry.result].label}</Fact>
      <Fact name={t('Action')}>
        <code className="font-mono text-xs">{harmlessText(entry.action, NAME_LENGTH_MAX).text}</code>
      </Fact>
      {entry.target !== null && (
        <Fact name={t('Target')}>
          <Code text={entry.target} what={t('target')} />
        </Fact>
      )}
      {details.map(([name, value]) => (
        <Fact
          key={name}
          name={<code className="font-mono text-xs">{harmlessText(name, NAME_LENGTH_MAX).text}</code>}
        >
          {harmlessText(String(value), TEXT_MAX).text}
        </Fact>
      ))}
      <Fact name={t('Network address')}>{entry.ipAddress ?? t('Unknown')}</Fact>
      <Fact name={t('Request ID')}>
        <Code text={entry.requestId} what={t('request ID')} />
      </Fact>
      <Fact name={t('Hash of entry #{number}', { number: entry.sequence })} className="sm:col-span-2">
        <Code text={entry.hash} what={t('hash')} />
      </Fact>
    </dl>
  )
}

function Code({ text, what }: { text: string; what: string }) {
  return (
    <>
      <code className="font-mono text-xs break-all">{harmlessText(text, TEXT_MAX).text}</code>
      <CopyButton text={text} what={what} />
    </>
  )
}
