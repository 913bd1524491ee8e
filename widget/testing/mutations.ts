/** Where in an answer: names of members and positions. */
export type Path = (string | number)[]

/** Every place in an answer, the whole included. */
export function pathsOf(content: unknown, at: Path = []): Path[] {
  if (typeof content !== 'object' || content === null) return [at]
  const inner = Object.entries(content).flatMap(([name, value]) =>
    pathsOf(value, [...at, Array.isArray(content) ? Number(name) : name]),
  )
  return [at, ...inner]
}

/** The answer with another value at one place. */
export function withChange(content: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(content)) {
    return content.map((item, index) => (index === name ? withChange(item, rest, value) : item))
  }
  const members = Object(content) as Record<string, unknown>
  return { ...members, [name]: withChange(members[String(name)], rest, value) }
}
