import { WidgetError } from '#widget/errors.ts'
import { ATTRIBUTES, isAttributeName, namesFor, type Attribute } from './attributes.ts'
import { kebabCase } from './kebab-case.ts'
import { nearestName } from './nearest-name.ts'
import { warnOnce } from './warn-once.ts'

/** Properties of both elements. An attribute with such a name does nothing. */
const PROPERTIES: readonly string[] = ['call', 'message', 'descriptors']

/**
 * Checks an unknown attribute or option. Rejects it if its name most likely means one that the page relies on.
 * Otherwise logs a warning once. `known` has the names that `owner` takes, in kebab or camel case.
 *
 * @throws WidgetError `CONFIGURATION`, with the given and the intended name in `detail`
 */
export function judgeName(name: string, owner: string, known: readonly string[]): void {
  const nearest = nearestName(name, known)
  const problem = `${name} is not known to ${owner}${nearest === undefined ? '' : `: use ${nearest}`}`
  if (nearest !== undefined && isPinned(nearest)) throw mistake(problem)
  warnOnce(problem)
}

/** HTML attributes that do not have a property of the same name in every browser. */
const OF_HTML =
  /^(is|accesskey|contenteditable|inputmode|enterkeyhint|exportparts|nonce|translate|draggable|spellcheck|popover|item\w+)$/

/** Checks the unknown attributes of an element. @throws WidgetError `CONFIGURATION` */
export function judgeAttributes(names: readonly string[], taker: 'wallet' | 'frame'): void {
  for (const name of names) {
    if (OF_HTML.test(name)) continue
    if (PROPERTIES.includes(name)) throw mistake(`${name} is a property, not an attribute: set it by code`)
    // A frame's host cannot set these attributes.
    if (isAttributeName(name) && taker === 'frame')
      throw mistake(`${name} is an attribute of <latchkey-wallet>, in the page of the frame`)
    judgeName(name, `<latchkey-${taker}>`, namesFor(taker))
  }
}

/** Whether a page relies on an attribute, or on the option with the attribute's name in camel case. */
function isPinned(name: string): boolean {
  const attribute = kebabCase(name)
  if (!isAttributeName(attribute)) return PROPERTIES.includes(name)
  const row: Attribute = ATTRIBUTES[attribute]
  return row.isPin === true
}

function mistake(detail: string): WidgetError {
  return new WidgetError('CONFIGURATION', { detail })
}
