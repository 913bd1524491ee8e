import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ROOT } from '#widget/build/file-config.ts'

type Described = { name: string; description: string }
type Typed = Described & { type: { text: string } }

type Member = Described & ({ kind: 'field'; type: { text: string } } | { kind: 'method' })

/** What a tool that reads `custom-elements.json` learns of one element. */
export type ElementDeclaration = {
  kind: 'class'
  customElement: true
  name: string
  tagName: string
  summary: string
  description: string
  superclass: { name: 'HTMLElement' }
  attributes: Typed[]
  members: Member[]
  events: Typed[]
  slots: Described[]
  cssParts: Described[]
  cssProperties: Described[]
}

/** Callbacks of the platform, not public members. */
const PLATFORM = ['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'constructor']
const TAG_LINE = /^@(\w+)(?:\s+\{([^}]*)\})?\s*(?:(\S+))?(?:\s+-\s+|\s+|$)(.*)$/

/**
 * The declaration of the element from the docstring and the public members of its class: one source for its
 * attributes and events. `types` gives an event's class and a property's type by name.
 */
export function elementDeclaration(source: string, tagName: string): ElementDeclaration {
  const { program, comments } = parseSync('element.ts', source)
  const before = (start: number) => commentText(comments.findLast(({ end }) => end <= start))
  const statement = program.body.find(
    (one) => one.type === 'ExportNamedDeclaration' && one.declaration?.type === 'ClassDeclaration',
  )
  const declared = statement?.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
  if (statement === undefined || declared?.type !== 'ClassDeclaration')
    throw new Error('element.ts has no class')
  const { description, tags } = readDocstring(before(statement.start))
  const list = (...names: string[]) => tags.filter(({ tag }) => names.includes(tag))
  return {
    kind: 'class',
    customElement: true,
    name: declared.id?.name ?? '',
    tagName,
    summary: list('summary').map(({ whole }) => whole)[0] ?? '',
    description,
    superclass: { name: 'HTMLElement' },
    attributes: list('attr', 'attribute').map(({ name, type, text }) => ({
      name,
      type: { text: type },
      description: text,
    })),
    members: declared.body.body.flatMap((member): Member[] => {
      const described = { description: readDocstring(before(member.start)).description }
      if (member.type === 'PropertyDefinition' && !member.static && member.key.type === 'Identifier') {
        const type = typeText(source, member.typeAnnotation)
        return [{ kind: 'field' as const, name: member.key.name, ...described, type: { text: type } }]
      }
      if (member.type !== 'MethodDefinition' || member.static || member.key.type !== 'Identifier') return []
      const facts = { name: member.key.name, ...described }
      if (PLATFORM.includes(facts.name) || member.kind === 'set') return []
      if (member.kind !== 'get') return [{ kind: 'method' as const, ...facts }]
      return [{ kind: 'field' as const, ...facts, type: { text: typeText(source, member.value.returnType) } }]
    }),
    events: list('fires').map(({ name, text }) => ({
      name,
      type: { text: `HTMLElementEventMap['${name}']` },
      description: text,
    })),
    slots: list('slot').map(described),
    cssParts: list('csspart').map(described),
    cssProperties: list('cssproperty', 'cssprop').map(described),
  }
}

/** An element, the file of the package that has its class and the one whose import defines it. */
export type PackagedElement = { declaration: ElementDeclaration; classFile: string; defineFile: string }

/** The elements of the package, as their sources describe them. */
export function readElements(): PackagedElement[] {
  const read = (path: string, tagName: string) =>
    elementDeclaration(readFileSync(join(ROOT, path), 'utf8'), tagName)
  const wallet = read('widget/element.ts', 'latchkey-wallet')
  const frame = read('widget/frame/host-element.ts', 'latchkey-frame')
  // A frame dispatches the same events, but they cannot be cancelled outside.
  const events = wallet.events.map((event) => ({
    ...event,
    description: event.description.replace('; cancelable.', '.'),
  }))
  return [
    { declaration: wallet, classFile: 'index.js', defineFile: 'define.js' },
    { declaration: { ...frame, events }, classFile: 'frame.js', defineFile: 'define-frame.js' },
  ]
}

/** `custom-elements.json`. Source: custom-elements-manifest 1.0.0. */
export function elementsManifest(elements: readonly PackagedElement[]): object {
  return { schemaVersion: '1.0.0', readme: 'README.md', modules: elements.flatMap(modulesOf) }
}

function modulesOf({ declaration, classFile, defineFile }: PackagedElement): object[] {
  const { name, tagName } = declaration
  const defined = {
    kind: 'custom-element-definition',
    name: tagName,
    declaration: { name, module: classFile },
  }
  return [
    {
      kind: 'javascript-module',
      path: classFile,
      declarations: [declaration],
      exports: [{ kind: 'js', name, declaration: { name } }],
    },
    { kind: 'javascript-module', path: defineFile, declarations: [], exports: [defined] },
  ]
}

function typeText(source: string, annotation: { start: number; end: number } | null | undefined): string {
  if (annotation === null || annotation === undefined) return 'unknown'
  return source.slice(annotation.start, annotation.end).replace(/^:\s*/, '')
}

type Tag = { tag: string; type: string; name: string; text: string; whole: string }

function readDocstring(lines: string[]): { description: string; tags: Tag[] } {
  const joined: string[] = []
  for (const line of lines) {
    const previous = joined.at(-1)
    // A tag's text goes on until the next tag.
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

function described({ name, text }: Tag): Described {
  return { name, description: text }
}

function commentText(comment: { value: string } | undefined): string[] {
  return (comment?.value ?? '').split('\n').map((line) => line.replace(/^\s*\*+ ?/, '').trim())
}
