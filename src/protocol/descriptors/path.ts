/** One step: a member by name, an item by index (negative: from the end), a slice between two indexes. */
export type Step =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; from: number | undefined; to: number | undefined }

const NAME = /^[\w$]+$/
const INDEX = /^\[(-?\d{1,9})\]$/
const SLICE = /^\[(?:(-?\d{1,9})?:(-?\d{1,9})?)?\]$/

/**
 * The steps of `#.orders.[].amount`. Undefined for a path outside the arguments. Source: ERC-7730, path
 * references.
 */
export function parsePath(path: string): Step[] | undefined {
  const parts = path
    .replace(/^#\./, '')
    .replaceAll(/([^.])\[/g, '$1.[')
    .split('.')
  const steps = parts.map(parseStep)
  return steps.every((step) => step !== undefined) ? steps : undefined
}

function parseStep(part: string): Step | undefined {
  if (NAME.test(part)) return { kind: 'name', name: part }
  const [, index] = INDEX.exec(part) ?? []
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  const slice = SLICE.exec(part)
  return slice === null ? undefined : { kind: 'slice', from: optional(slice[1]), to: optional(slice[2]) }
}

function optional(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** A path within a group. It is relative to the group's path unless it names a root. */
export function joinPath(group: string, path: string): string {
  return group === '' || /^[#@$]/.test(path) ? path : `${group}.${path}`
}
