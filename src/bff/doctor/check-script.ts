import type { DoctorFinding } from '#protocol/org/doctor.ts'
import type { Check, Examined } from './examined.ts'
import type { ScriptTag } from './read-html.ts'

const FOLDER = '/widget/v1/'
const FILE = /\/latchkey-(?:wallet|pure|loader|core|frame-host)-[\w.-]+\.js$/

/** The script tag of the widget, if the page itself has one. */
export function widgetTag({ page, html }: Examined): { tag: ScriptTag; url: URL } | undefined {
  for (const tag of html.scripts) {
    if (tag.src === '' || !URL.canParse(tag.src, page.url.href)) continue
    const url = new URL(tag.src, page.url)
    if (FILE.test(url.pathname)) return { tag, url }
  }
  return undefined
}

/** Whether the page loads a widget file that this server knows, with its hash. */
export const checkScript: Check = (examined) => {
  const found = widgetTag(examined)
  if (found === undefined) return [missing(examined)]
  const { tag, url } = found
  const finding = { check: 'script', seen: url.href } as const
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const expected = examined.widget?.files.get(file)
  const publicUrl = new URL(examined.publicUrl)
  if (url.origin !== publicUrl.origin) {
    const values = { from: url.origin, here: publicUrl.origin }
    return [{ ...finding, level: 'warning', code: 'script-elsewhere', values }]
  }
  if (expected === undefined) return [{ ...finding, level: 'problem', code: 'script-gone', values: { file } }]
  const fix = `integrity="${expected}"\ncrossorigin="anonymous"`
  if (tag.integrity !== '' && !tag.integrity.split(/\s+/).includes(expected))
    return [{ ...finding, level: 'problem', code: 'script-hash-wrong', values: {}, fix }]
  if (tag.integrity === '')
    return [{ ...finding, level: 'warning', code: 'script-hash-missing', values: {}, fix }]
  if (tag.crossorigin === null)
    return [{ ...finding, level: 'problem', code: 'script-crossorigin-missing', values: {}, fix }]
  const { widget } = examined
  if (widget !== undefined && !widget.newest.has(file))
    return [{ ...finding, level: 'warning', code: 'script-old', values: { version: widget.version } }]
  return [{ ...finding, level: 'ok', code: 'script', values: {} }]
}

function missing({ html }: Examined): DoctorFinding {
  const hasElement = html.widgets.length + html.frames.length > 0
  return {
    check: 'script',
    level: hasElement ? 'problem' : 'warning',
    code: hasElement ? 'script-missing' : 'widget-missing',
    values: { folder: FOLDER },
  }
}
