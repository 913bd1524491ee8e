import type { VNode } from 'preact'
import type { Brand } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'

const NAME_LENGTH_MAX = 60

/** An organization's or wallet's name, which is text chosen by others. */
export function nameText(name: string): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}

/** The organization's name and logo. The logo is decoration and never appears without the name. */
export function BrandMark({ organizationName, organizationLogo: logo }: Brand): VNode {
  return (
    <span class="brand">
      {logo !== undefined && <img src={`/approve/api/logos/${logo}`} alt="" />}
      {nameText(organizationName)}
    </span>
  )
}
