import { harmlessText } from '#protocol/display/text.ts'
import type { AuditEntry } from '#protocol/audit.ts'
import { StateBadge } from '#web/console/components/badge.tsx'
import { CopyButton, TimeAgo } from '#web/console/components/values.tsx'
import { TextLink } from '#web/console/components/button.tsx'
import { formatAbsolute } from '#web/console/lib/format.ts'
import { t } from '#web/ui/text.ts'
import { actionText, resultLooks, targetHref } from './audit-words.ts'
import { Fact } from '#web/console/components/card.tsx'
import { Icon } from '#web/console/components/icon.tsx'

const TEXT_MAX = 500
const NAME_MAX = 80

/** The entries of the log, each with its details behind a toggle. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol aria-label={t('Audit log, newest first')} className="divide-y divide-line">
      {entries.map((entry) => (
        <AuditItem key={entry.sequence} entry={entry} />
      ))}
    </ol>
  )
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  return (
    <li className="px-4 py-2.5">
      <details className="group min-w-0">
        <summary className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-sm lg:grid-cols-[auto_10rem_minmax(0,1.2fr)_minmax(0,1fr)_8rem]">
          <Icon name="next" className="size-3.5 text-faint transition-transform group-open:rotate-90" />
          <span className="min-w-0 truncate text-sm max-lg:order-2 max-lg:col-span-2 max-lg:col-start-2 max-lg:text-muted">
            {nameOf(entry)}
          </span>
          <ActionName action={entry.action} />
          <span className="min-w-0 truncate font-mono text-xs text-muted max-lg:order-3 max-lg:col-span-2 max-lg:col-start-2 max-lg:empty:hidden">
            {entry.target === null ? '' : harmlessText(entry.target, TEXT_MAX).text}
          </span>
          <span className="flex flex-col items-end gap-1 text-right text-sm text-muted">
            <TimeAgo datetime={entry.occurredAtDatetime} />
            {entry.result !== 'done' && <StateBadge {...resultLooks()[entry.result]} />}
          </span>
        </summary>
        <EntryFacts entry={entry} />
      </details>
    </li>
  )
}

/** In words, and by the name for filters and exports. */
function ActionName({ action }: { action: string }) {
  const text = actionText(action)
  if (text === undefined) {
    return <code className="min-w-0 font-mono text-sm font-medium [overflow-wrap:anywhere]">{action}</code>
  }
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <span className="block text-sm font-medium">{text}</span>
      <code className="block font-mono text-xs text-muted">{action}</code>
    </span>
  )
}

function nameOf({ actor }: AuditEntry): string {
  return actor === null ? t('Not signed in') : harmlessText(actor.name, NAME_MAX).text || actor.id
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const href = targetHref(entry)
  const details = Object.entries(entry.details).filter(([, value]) => value !== null)
  return (
    <dl className="mt-3 mb-1 grid gap-x-6 gap-y-3 pl-6 text-sm sm:grid-cols-2">
      <Fact name={t('Time')}>{formatAbsolute(entry.occurredAtDatetime)}</Fact>
      <Fact name={t('Result')}>{resultLooks()[entry.result].label}</Fact>
      {entry.target !== null && (
        <Fact name={t('Target')} className="sm:col-span-2">
          <Code text={entry.target} what={t('target')} />
          {href !== undefined && (
            <TextLink to={href} className="ml-2">
              {t('Open')}
            </TextLink>
          )}
        </Fact>
      )}
      {details.map(([name, value]) => (
        <Fact
          key={name}
          name={<code className="font-mono text-xs">{harmlessText(name, NAME_MAX).text}</code>}
        >
          {harmlessText(String(value), TEXT_MAX).text}
        </Fact>
      ))}
      <Fact name={t('Network address')}>{entry.ipAddress ?? t('Unknown')}</Fact>
      <Fact name={t('Request id')}>
        <Code text={entry.requestId} what={t('request id')} />
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
