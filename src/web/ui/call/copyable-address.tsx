import type { ReactElement } from 'react'
import { shortAddress } from '#protocol/display/address.ts'
import { t } from '#web/ui/text.ts'
import { Address } from './address.tsx'
import { useCopy } from './use-copy.ts'

/** An address with a button that copies it. Not for links or sentences. */
export function CopyableAddress({ address }: { address: string }): ReactElement {
  return <Address address={address} tools={<CopyButton address={address} />} />
}

function CopyButton({ address }: { address: string }) {
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
      {/* Outside the button, because screen readers do not read out changes inside a button with its own name. */}
      <span role="status" className="sr-only">
        {copied && t('Copied')}
      </span>
    </>
  )
}
