import { h, type Child } from './dom.ts'
import type { Stage } from './stage.ts'
import css from './watching-line.css?inline'

/** What goes on by itself. */
export function watchingLine({ adopt }: Pick<Stage, 'adopt'>, text: Child): HTMLElement {
  adopt(css)
  return h('p', { class: 'watching' }, h('span', { class: 'pulse' }), text)
}
