import { shortAddress } from '#protocol/display/address.ts'
import { t } from '#web/ui/text.ts'
import { useCopy } from './use-copy.ts'

/** Copies an address and announces it. */
export function CopyAddress({ address }: { address: string }) {
  const { copied, copy } = useCopy(address)
  return (
    <>
      {' '}
      <button
        type="button"
        className="quiet inline"
        aria-label={t('Copy {what}', { what: shortAddress(address) })}
        onClick={() => void copy()}
      >
        {t(copied ? 'Copied' : 'Copy')}
      </button>
      {/* Inside a button with its own name, nothing is read out. */}
      <span role="status" className="sr-only">
        {copied && t('Copied')}
      </span>
    </>
  )
}
