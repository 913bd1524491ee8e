/** A child of an element. `false` and null add nothing. Texts always become text nodes. */
export type Child = Node | string | number | false | null | undefined

/** Attributes and `on…` listeners. `true` gives an empty attribute, `false` none. */
export type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>

/** Creates an element without parsing HTML, as Trusted Types require. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  for (const child of children.flat()) {
    if (child !== false && child !== null && child !== undefined)
      element.append(typeof child === 'number' ? String(child) : child)
  }
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * An SVG with one path, for icons. Hidden from assistive technology, because the text next to it has the
 * meaning.
 */
export function svgPath(view: string, d: string, attributes: Attributes = {}): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', d)
  setAttributes(svg, { viewBox: view, 'aria-hidden': 'true', ...attributes })
  svg.append(path)
  return svg
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
}

/** A class that custom elements extend. On a server it is empty, so importing it has no effect. */
export const ElementBase = globalThis.HTMLElement ?? class {}

/** Sets a property again that was set before the element was defined, because it hides the accessor. */
export function takeOver(element: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    const own = Object.getOwnPropertyDescriptor(element, name)
    if (own === undefined) continue
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, own.value)
  }
}
