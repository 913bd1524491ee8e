/**
 * Returns the pattern that matches a whole sentence of a peer. `{name}` matches the text of the place with that name.
 * Capitals do not matter, and a full stop at the end is optional.
 *
 * @throws Error if the sentence has a place without a text
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
