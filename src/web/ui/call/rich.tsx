import { Fragment, type ReactElement, type ReactNode } from 'react'
import { translatePieces } from '#web/ui/text.ts'

type RichProps = { text: string; parts: Readonly<Record<string, ReactNode>> }

/** A text with elements: `<Rich text="Until {time}." parts={{ time: <time …/> }} />`. */
export function Rich({ text, parts }: RichProps): ReactElement {
  return (
    <>
      {translatePieces<ReactNode>(text, parts).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their order
        <Fragment key={index}>{piece}</Fragment>
      ))}
    </>
  )
}

/** Like `Rich`, for a text from a table that `t` has translated already. */
export function RichFromTable(props: RichProps): ReactElement {
  return <Rich {...props} />
}
