import type { Brand } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'

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
