import { WidgetError } from '#widget/errors.ts'
import { ATTRIBUTE_TYPES } from './attribute-types.ts'
import { ATTRIBUTES, type Attribute, type AttributeName } from './attributes.ts'
import { quote } from './shorten.ts'
import { textFrom } from './text-from.ts'
import { warnOnce } from './warn-once.ts'

/**
 * The trimmed value of an attribute or option. Undefined if the attribute is missing, or if its value is invalid and
 * ignored with a warning. `shownAs` is the name in errors, for example an option's name.
 *
 * @throws WidgetError `CONFIGURATION` or the attribute's own code, with the attribute, its value and the expected
 * type in `detail`
 */
export function readAttribute(
  name: AttributeName,
  given: unknown,
  shownAs: string = name,
): string | undefined {
  const text = textFrom(given)
  const { type, isPin, isIgnored, code }: Attribute = ATTRIBUTES[name]
  if (!text && (text === undefined || isPin !== true)) return undefined
  const { fits, expected } = ATTRIBUTE_TYPES[type]
  if (text !== '' && fits(text)) return text
  const found = text === '' ? ', and is empty: set it, or leave it out' : `, not ${quote(text)}`
  const problem = `${shownAs} must be ${expected}${found}`
  if (isIgnored !== true) throw new WidgetError(code ?? 'CONFIGURATION', { detail: problem })
  warnOnce(`${problem}; it is ignored`)
  return undefined
}

/** Error text for a missing required attribute or option. */
export function missingText(name: AttributeName, shownAs: string = name): string {
  return `${shownAs} must be ${ATTRIBUTE_TYPES[ATTRIBUTES[name].type].expected}, and is missing`
}
