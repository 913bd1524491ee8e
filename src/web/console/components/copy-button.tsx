import type { ReactElement } from 'react'
import { useCopy } from '#web/ui/call/use-copy.ts'
import { t } from '#web/ui/text.ts'
import { Icon } from './button.tsx'

export const TOOL =
  'relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-sm align-middle text-faint transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-8'

/** Copies `text`. `what` names it for screen readers, such as "wallet address". */
export function CopyButton({ text, what }: { text: string; what: string }): ReactElement {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" onClick={() => void copy()} title={t('Copy {what}', { what })} className={TOOL}>
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'size-3.5 text-success' : 'size-3.5'} />
      <span className="sr-only" role="status">
        {copied ? t('Copied {what}', { what }) : ''}
      </span>
      <span className="sr-only">{t('Copy {what}', { what })}</span>
    </button>
  )
}

/** A labelled copy button, for the main value of a page. */
export function CopyTextButton({ text, what }: { text: string; what: string }): ReactElement {
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
