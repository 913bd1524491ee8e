import { WidgetError } from '#widget/errors.ts'
import { isAttributeName } from './attributes.ts'
import { judgeName } from './judge-name.ts'
import { kebabCase } from './kebab-case.ts'
import { missingText, readAttribute } from './read-attribute.ts'

/**
 * How an option is checked. `attribute` and `pin` are checked like the attribute of the same name, and `pin` is
 * required. `required` must be a function. `function`, `object` and `text` may be missing. `own` is checked where it
 * is used.
 */
export type OptionKind = 'attribute' | 'pin' | 'required' | 'function' | 'object' | 'text' | 'own'

const KINDS: Readonly<
  Record<Exclude<OptionKind, 'attribute' | 'pin'>, { fits: (value: unknown) => boolean; expected: string }>
> = {
  required: { fits: (value) => typeof value === 'function', expected: 'a function' },
  function: { fits: (value) => isMissing(value) || typeof value === 'function', expected: 'a function' },
  object: { fits: (value) => isMissing(value) || typeof value === 'object', expected: 'an object' },
  text: { fits: (value) => isMissing(value) || typeof value === 'string', expected: 'a text' },
  own: { fits: () => true, expected: '' },
}

/**
 * Checks the options that a page passes to one of the widget's functions, such as `createProvider`: every name must be
 * known, and every value valid. `owner` is the function's name in errors.
 *
 * @throws WidgetError `CONFIGURATION`, with the option, its value and the expected type in `detail`
 */
export function checkOptions(
  owner: string,
  given: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  if (typeof given !== 'object' || given === null) throw mistake(`${owner} must get an object`)
  const known = Object.keys(kinds)
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name) && value !== undefined) judgeName(name, owner, known)
  }
  for (const [name, kind] of Object.entries(kinds)) checkOption(name, kind, Reflect.get(given, name))
}

function checkOption(name: string, kind: OptionKind, value: unknown): void {
  if (kind === 'attribute' || kind === 'pin') {
    const attribute = kebabCase(name)
    if (!isAttributeName(attribute) || readAttribute(attribute, value, name) !== undefined) return
    if (kind === 'pin') throw mistake(missingText(attribute, name))
    return
  }
  const { fits, expected } = KINDS[kind]
  if (!fits(value))
    throw mistake(`${name} must be ${expected}, and is ${isMissing(value) ? 'missing' : typeof value}`)
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}

function mistake(detail: string): WidgetError {
  return new WidgetError('CONFIGURATION', { detail })
}
