import { ElementBase } from '#widget/screens/dom.ts'
import { namesFor } from './attributes.ts'

/**
 * Attributes of tools and frameworks, and the most common HTML attributes. judge-name.ts knows the rare ones.
 */
const FOREIGN = /[^a-z\d_-]|^(_|on|data-|aria-|ng-|v-|x-|hx-|js)|^(class|tabindex|part)$/

/** The attributes that neither the element nor HTML knows. judge-name.ts finds their most likely meaning. */
export function unknownNames(
  element: Pick<HTMLElement, 'getAttributeNames'>,
  taker: 'wallet' | 'frame',
): string[] {
  const known: readonly string[] = namesFor(taker)
  return element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !FOREIGN.test(name) && !(name in ElementBase.prototype))
}
