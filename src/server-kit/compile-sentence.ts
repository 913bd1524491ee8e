/**
 * Returns a pattern that matches a whole sentence from another program, such as a chain node or a mail server.
 * `{name}` in the sentence stands for the pattern of that name in `places`. Case is ignored, and a full stop at the
 * end is optional.
 *
 * @throws Error if `places` lacks a name
 */
export function compileSentence(sentence: string, places: Readonly<Record<string, string>>): RegExp {
  const parts = sentence
    .replace(/\.$/, '')
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
      const place = Object.entries(places).find(([name]) => name === part)
      if (place === undefined) throw new Error(`no such place: ${part}`)
      return place[1]
    })
  return new RegExp(`^${parts.join('')}\\.?$`, 'i')
}
