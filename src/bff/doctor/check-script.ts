import type { DoctorFinding } from '#shared/org/doctor.ts'
import type { Check, Examined } from './examined.ts'
import type { ScriptTag } from './read-html.ts'

const FOLDER = '/widget/v1/'
const FILE = /\/latchkey-(?:wallet|pure)-[\w.-]+\.js$/

/** The tag of the widget's file, if the page has one of its own. */
export function widgetTag({ page, html }: Examined): { tag: ScriptTag; url: URL } | undefined {
  for (const tag of html.scripts) {
    if (tag.src === '' || !URL.canParse(tag.src, page.url.href)) continue
    const url = new URL(tag.src, page.url)
    if (FILE.test(url.pathname)) return { tag, url }
  }
  return undefined
}

/** Whether the page loads a file of the widget that this server knows, with the hash that belongs to it. */
export const checkScript: Check = (examined) => {
  const found = widgetTag(examined)
  if (found === undefined) return [missing(examined)]
  const { tag, url } = found
  const finding = { check: 'script', seen: url.href } as const
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const expected = examined.widget?.files.get(file)
  const publicUrl = new URL(examined.publicUrl)
  const fix = expected === undefined ? undefined : `integrity="${expected}"\ncrossorigin="anonymous"`
  if (url.origin !== publicUrl.origin) {
    return [
      {
        ...finding,
        level: 'warning',
        title: 'The widget is loaded from another place',
        meaning: `It comes from ${url.origin}, not from ${publicUrl.origin}. A copy gets no repairs.`,
        advice: 'Load it from this server, or take on yourself to update the copy.',
      },
    ]
  }
  if (expected === undefined) {
    return [
      {
        ...finding,
        level: 'problem',
        title: 'The page asks for a file that is not here any more',
        meaning: `This server has no ${file}. The widget does not appear.`,
        advice: 'Paste the present snippet of the integration.',
      },
    ]
  }
  if (tag.integrity !== '' && !tag.integrity.split(/\s+/).includes(expected)) {
    return [
      {
        ...finding,
        level: 'problem',
        title: 'The integrity hash is of another file',
        meaning: 'Browsers refuse to run a file whose hash differs: the widget does not appear.',
        advice: 'Replace both attributes.',
        ...(fix && { fix }),
      },
    ]
  }
  return [loadable(examined, { tag, file, finding: { ...finding, ...(fix && { fix }) } })]
}

function loadable(
  { widget }: Examined,
  {
    tag,
    file,
    finding,
  }: { tag: ScriptTag; file: string; finding: Pick<DoctorFinding, 'check' | 'seen' | 'fix'> },
): DoctorFinding {
  if (tag.integrity === '') {
    return {
      ...finding,
      level: 'warning',
      title: 'The tag has no integrity hash',
      meaning: 'The widget works. With the hash no browser would run a file that was exchanged on the way.',
      advice: 'Add both attributes.',
    }
  }
  if (tag.crossorigin === null) {
    return {
      ...finding,
      level: 'problem',
      title: 'crossorigin is missing',
      meaning:
        'A file of another origin is loaded without CORS then, and its hash cannot be checked: browsers refuse it.',
      advice: 'Add the attribute.',
    }
  }
  const { check, seen } = finding
  const rest = { check, ...(seen !== undefined && { seen }) }
  if (widget !== undefined && !widget.newest.has(file)) {
    return {
      ...rest,
      level: 'warning',
      title: 'The widget is not the newest',
      meaning: `Version ${widget.version} is there. The one on the page goes on working.`,
      advice: 'Paste the present snippet at the next opportunity.',
    }
  }
  return {
    ...rest,
    level: 'ok',
    title: 'The newest widget is loaded, with its hash',
    meaning: 'Browsers run exactly this file or none.',
  }
}

function missing({ html }: Examined): DoctorFinding {
  const hasElement = html.widgets.length > 0
  return {
    check: 'script',
    level: hasElement ? 'problem' : 'warning',
    title: hasElement ? 'The element is there, its script is not' : 'The page’s text has no widget',
    meaning: hasElement
      ? '<latchkey-wallet> stays empty until its script is loaded.'
      : 'Neither the script nor <latchkey-wallet> stands in it. Where a framework adds them later, or after signing in, the doctor cannot see them.',
    advice: `Paste the snippet of the integration: a script below ${FOLDER} of this server and the element.`,
  }
}
