import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ROOT } from '#widget/build/file-config.ts'

/** The data about one element in `custom-elements.json`. */
export type ElementDeclaration = ReturnType<typeof elementDeclaration>

/** Callbacks of the platform, not public members. */
const PLATFORM = ['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'constructor']
const TAG_LINE = /^@(\w+)(?:\s+\{([^}]*)\})?\s*(?:(\S+))?(?:\s+-\s+|\s+|$)(.*)$/

/**
 * The declaration of the element, from the docstring and the public members of its class. These are the only
 * source of its attributes and events.
 */
function elementDeclaration(path: string, tagName: string) {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const { program, comments } = parseSync(path, source)
  const docstringBefore = (start: number) =>
    readDocstring(comments.findLast(({ end }) => end <= start)?.value ?? '')
  const readType = (annotation: { start: number; end: number } | null | undefined) => ({
    text: annotation ? source.slice(annotation.start, annotation.end).replace(/^:\s*/, '') : 'unknown',
  })
  const [found] = program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'ClassDeclaration'
      ? [{ start: statement.start, declared: statement.declaration }]
      : [],
  )
  if (found === undefined) throw new Error(`${path} has no class`)
  const { description, tags } = docstringBefore(found.start)
  const described = (wanted: string) =>
    tags.filter(({ tag }) => tag === wanted).map(({ name, text }) => ({ name, description: text }))
  return {
    kind: 'class',
    customElement: true,
    name: found.declared.id?.name ?? '',
    tagName,
    summary: tags.find(({ tag }) => tag === 'summary')?.whole ?? '',
    description,
    superclass: { name: 'HTMLElement' },
    attributes: tags
      .filter(({ tag }) => tag === 'attr')
      .map(({ name, type, text }) => ({ name, type: { text: type }, description: text })),
    members: found.declared.body.body.flatMap((member) => {
      if (!('key' in member) || member.static || member.key.type !== 'Identifier') return []
      const { name } = member.key
      const facts = { name, description: docstringBefore(member.start).description }
      if (member.type === 'PropertyDefinition')
        return [{ kind: 'field', ...facts, type: readType(member.typeAnnotation) }]
      if (member.type !== 'MethodDefinition' || member.kind === 'set' || PLATFORM.includes(name)) return []
      if (member.kind === 'get') return [{ kind: 'field', ...facts, type: readType(member.value.returnType) }]
      return [{ kind: 'method', ...facts }]
    }),
    events: described('fires').map((event) => ({
      name: event.name,
      type: { text: `HTMLElementEventMap['${event.name}']` },
      description: event.description,
    })),
    slots: described('slot'),
    cssParts: described('csspart'),
    cssProperties: described('cssproperty'),
  }
}

/** An element, the package file with its class, and the file whose import defines it. */
export type PackagedElement = { declaration: ElementDeclaration; classFile: string; defineFile: string }

/** The elements of the package, as described in their sources. */
export function readElements(): PackagedElement[] {
  const wallet = elementDeclaration('widget/element.ts', 'latchkey-wallet')
  const frame = elementDeclaration('widget/frame/host-element.ts', 'latchkey-frame')
  // A frame dispatches the same events, but the outer page cannot cancel them.
  const events = wallet.events.map((event) => ({
    ...event,
    description: event.description.replace('; cancelable.', '.'),
  }))
  return [
    { declaration: wallet, classFile: 'index.js', defineFile: 'define.js' },
    { declaration: { ...frame, events }, classFile: 'frame.js', defineFile: 'define-frame.js' },
  ]
}

/** `custom-elements.json` (custom-elements-manifest 1.0.0). */
export function elementsManifest(elements: readonly PackagedElement[]): object {
  const modules = elements.flatMap(({ declaration, classFile, defineFile }) => {
    const { name, tagName } = declaration
    const own = { name, module: classFile }
    const defined = { kind: 'custom-element-definition', name: tagName, declaration: own }
    return [
      {
        kind: 'javascript-module',
        path: classFile,
        declarations: [declaration],
        exports: [{ kind: 'js', name, declaration: { name } }],
      },
      { kind: 'javascript-module', path: defineFile, declarations: [], exports: [defined] },
    ]
  })
  return { schemaVersion: '1.0.0', readme: 'README.md', modules }
}

function readDocstring(comment: string) {
  const joined: string[] = []
  for (const line of comment.split('\n').map((text) => text.replace(/^\s*\*+ ?/, '').trim())) {
    const previous = joined.at(-1)
    // A tag's text continues until the next tag.
    if (previous?.startsWith('@') === true && !line.startsWith('@') && line !== '') {
      joined[joined.length - 1] = `${previous} ${line}`
    } else joined.push(line)
  }
  const tags = joined.flatMap((line) => {
    const [, tag = '', type = '', name = '', text = ''] = TAG_LINE.exec(line) ?? []
    return tag === '' ? [] : [{ tag, type, name, text, whole: line.slice(tag.length + 2) }]
  })
  const description = joined.filter((line) => !line.startsWith('@')).join(' ')
  return { description: description.trim(), tags }
}
