import { useEffect, useState } from 'react'
import { t } from '#web/ui/text.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1_600

function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copied, copy }
}

/** Copies `text`; `what` names it for screen readers ("wallet address"). */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      title={t('Copy {what}', { what })}
      className="relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-sm align-middle text-faint transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-8"
    >
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-3.5 text-success' : 'size-3.5'} />
      <span className="sr-only" role="status">
        {copied ? t('Copied {what}', { what }) : ''}
      </span>
      <span className="sr-only">{t('Copy {what}', { what })}</span>
    </button>
  )
}

/** The same as a labelled button, for a page's main value. */
export function CopyTextButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={t('Copy {what}', { what })}
      className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm font-medium shadow-sm transition-colors hover:border-line-strong hover:bg-hover pointer-coarse:h-10"
    >
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-4 text-success' : 'size-4'} />
      <span role="status">{copied ? t('Copied') : t('Copy')}</span>
    </button>
  )
}
