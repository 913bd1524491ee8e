import { ElementBase } from '#widget/screens/dom.ts'
import { namesFor } from './attributes.ts'

/** Attributes of tools and frameworks, and the commonest of HTML. judge-name.ts knows the seldom ones. */
const FOREIGN = /[^a-z\d_-]|^(_|on|data-|aria-|ng-|v-|x-|hx-|js)|^(class|tabindex|part)$/

/** The attributes of an element that neither it nor HTML knows: judge-name.ts says what a page most likely meant by them. */
export function unknownNames(
  element: Pick<HTMLElement, 'getAttributeNames'>,
  taker: 'wallet' | 'frame',
): string[] {
  const known: readonly string[] = namesFor(taker)
  return element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !FOREIGN.test(name) && !(name in ElementBase.prototype))
}
