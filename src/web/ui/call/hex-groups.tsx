import { Fragment, type ReactNode, type ReactElement } from 'react'

type HexGroupsProps = {
  /** 0x and hex digits. */
  hex: string
  /** Buttons that stay on the line of the last group. */
  tools?: ReactNode
}

/** Hex in groups that are easy to compare. The gaps are margins, so copied text has none. */
export function HexGroups({ hex, tools }: HexGroupsProps): ReactElement {
  const groups = hex.match(/^0x.{0,4}|.{1,4}/g) ?? []
  const last = groups.length - 1
  return (
    <code className="hex-groups">
      {groups.map((group, index) => (
        // The groups of a value never move, so their index is their identity.
        <Fragment key={`${index}-${group}`}>
          {index > 0 && <wbr />}
          <span>
            {group}
            {index === last && tools}
          </span>
        </Fragment>
      ))}
    </code>
  )
}
