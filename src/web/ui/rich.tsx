import { Fragment, type ComponentChildren, type VNode } from 'preact'
import { piecesOf } from './text.ts'

/** A text that contains elements: `<Rich text="Until {time}." parts={{ time: <time …/> }} />`. */
export function Rich({
  text,
  parts,
}: {
  text: string
  parts: Readonly<Record<string, ComponentChildren>>
}): VNode {
  return (
    <>
      {piecesOf<ComponentChildren>(text, parts).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their order
        <Fragment key={index}>{piece}</Fragment>
      ))}
    </>
  )
}
