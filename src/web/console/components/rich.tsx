import { Fragment, type ReactNode } from 'react'
import { piecesOf } from '#web/ui/text.ts'

/** A text with elements in it: `<Rich text="Read {guide} first." parts={{ guide: <a …>{t('the guide')}</a> }} />`. */
export function Rich({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return piecesOf<ReactNode>(text, parts).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their order
    <Fragment key={index}>{piece}</Fragment>
  ))
}
