import type { VNode } from 'preact'
import type { Brand } from '#protocol/approver-api.ts'
import { harmlessText } from '#protocol/display/text.ts'

const NAME_LENGTH_MAX = 60

/** The name of an organization or a wallet, sanitized because other people chose it. */
export function nameText(name: string): string {
  return harmlessText(name, NAME_LENGTH_MAX).text
}

/**
 * The organization's name, its logo and the logo's color. Without a logo, the first letter of the name is the mark. The
 * logo is decoration and never appears without the name.
 */
export function BrandMark({ organizationName, organizationLogo: logo }: Brand): VNode {
  const name = nameText(organizationName)
  const path = `/approve/api/logos/${logo}`
  return (
    <span class="brand" data-mark={logo === undefined ? [...name][0] : undefined}>
      {logo !== undefined && (
        <>
          <link rel="stylesheet" href={`${path}/accent.css`} />
          <img src={path} alt="" />
        </>
      )}
      {name}
    </span>
  )
}
