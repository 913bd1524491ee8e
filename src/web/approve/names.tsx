import type { Brand } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { Fragment } from 'preact'

const NAME_LENGTH_MAX = 60

/** An organization's or a wallet's name, which others chose. */
export function nameText(name: string): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}

/** Whose app it is: the logo is decoration, and never stands without the name. */
export function BrandMark({ organizationName, organizationLogo: logo }: Brand) {
  return (
    <span class="brand">
      {logo !== undefined && <img src={`/approve/api/logos/${logo}`} alt="" />}
      {nameText(organizationName)}
    </span>
  )
}

/** A whole address in groups that are easy to compare. The gaps are margins: what is selected and copied has none. */
export function AddressText({ address }: { address: string }) {
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
