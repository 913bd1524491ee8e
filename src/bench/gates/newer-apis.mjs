/*
 * Web APIs that the oldest supported browsers lack (src/protocol/browser-floor.ts), for the linter.
 * TypeScript's `lib` rejects newer members of JavaScript itself but has no versions of the DOM. Source:
 * @mdn/browser-compat-data 8.1.9. Code that checks for a newer member before using it turns the rule off with
 * a comment.
 */

/** Newer than the floor of our own pages: Chrome 123, Firefox 128, Safari 17.5. */
const NEWER_THAN_PAGES = [
  'URL.parse',
  'Document.parseHTMLUnsafe',
  'ClipboardItem.supports',
  'Promise.try',
  'Error.isError',
  'RegExp.escape',
  'Iterator.from',
  'Uint8Array.fromHex',
  'Uint8Array.fromBase64',
  'setHTMLUnsafe',
  'getHTML',
  'startViewTransition',
  'moveBefore',
  'requestIdleCallback',
  'cancelIdleCallback',
  'computedStyleMap',
  'attributeStyleMap',
  'requestClose',
  'toBase64',
]

/** Newer than the floor of the widget: Chrome 111, Firefox 122, Safari 16.4. */
const NEWER_THAN_WIDGET = [
  ...NEWER_THAN_PAGES,
  'AbortSignal.any',
  'URL.canParse',
  'Response.json',
  'Promise.withResolvers',
  'Array.fromAsync',
  'Object.groupBy',
  'Map.groupBy',
  'checkVisibility',
  'showPopover',
  'hidePopover',
  'togglePopover',
  'isSubsetOf',
  'isSupersetOf',
  'isDisjointFrom',
  'symmetricDifference',
]

function refuse(names) {
  const message = 'The oldest supported browsers lack it: see src/protocol/browser-floor.ts.'
  return ['error', ...names.map((name) => ({ ...parse(name), message }))]
}

/** `AbortSignal.any` names a member of one object. `showPopover` names a member of any object. */
function parse(name) {
  const [property, object] = name.split('.').reverse()
  return object === undefined ? { property } : { object, property }
}

/** Files that run on a server or build the product, and tests. */
const NOT_IN_BROWSERS = [
  'src/web/build/**',
  'widget/{server,build,package,demo,testing,testing-kit}/**',
  '**/vite.config.ts',
  '**/testing/**',
  '**/*.test.{ts,tsx}',
]

const override = (files, rule) => ({ files, rules: { 'no-restricted-properties': rule } })

/** Overrides of the linter. The last that matches a file applies. */
export const BROWSER_FLOOR = [
  override(['src/web/**'], refuse(NEWER_THAN_PAGES)),
  override(['widget/**', 'src/protocol/**'], refuse(NEWER_THAN_WIDGET)),
  override(NOT_IN_BROWSERS, 'off'),
]
