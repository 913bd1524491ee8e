import { Fragment, type VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { shortAddress } from '#protocol/display/address.ts'
import { t } from './text.ts'

const SHOWN_MS = 1_600

/** A full address in groups that are easy to compare. The gaps are margins, so copied text has none. */
export function AddressText({ address }: { address: string }): VNode {
  return (
    <code class="address">
      {/* The groups of one address never move, so their index is their identity. */}
      {address.match(/^0x.{4}|.{1,4}/g)?.map((group, index) => (
        <Fragment key={`${index}-${group}`}>
          {index > 0 && <wbr />}
          <span>{group}</span>
        </Fragment>
      ))}
    </code>
  )
}

/** An address with a copy button. Not for links or sentences. */
export function Address({ address }: { address: string }): VNode {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // A page that is not secure has no clipboard. The person can still select the address.
      setCopied(false)
    }
  }
  const short = shortAddress(address)
  return (
    <>
      <AddressText address={address} />{' '}
      <button
        type="button"
        class="quiet inline"
        aria-label={t('Copy {what}', { what: short })}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'Copied' : 'Copy')}
      </button>
      {/* Inside a button with its own name, nothing is read out. */}
      <span role="status" class="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  )
}
