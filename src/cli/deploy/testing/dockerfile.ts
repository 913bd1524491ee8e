import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One Dockerfile instruction with its flags parsed: `COPY --from=build /src ./` has the flag `from` and two
 * words.
 */
export type Instruction = { word: string; text: string; flags: Record<string, string>; words: string[] }
export type Stage = { name: string; base: string; instructions: Instruction[] }

/** The stages of a Dockerfile, with its ARGs substituted. */
export function readDockerfile(path: string): Stage[] {
  const text = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
  const values: Record<string, string> = {}
  const stages: Stage[] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, word = '', given = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    // Variables in a command belong to the shell or the program.
    const isLiteral = ['RUN', 'CMD', 'HEALTHCHECK', 'ENTRYPOINT'].includes(word)
    const rest = isLiteral ? given : given.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    if (word === 'ARG') {
      const [name = '', value = ''] = rest.split('=')
      values[name] = value
    } else if (word === 'FROM') {
      const [base = '', , name = String(stages.length)] = rest.split(' ')
      stages.push({ name, base, instructions: [] })
    } else if (word !== '') stages.at(-1)?.instructions.push(parseInstruction(word, rest))
    else throw new Error(`No instruction: ${line}`)
  }
  return stages
}

function parseInstruction(word: string, rest: string): Instruction {
  const [flagText = ''] = /^(--\S+\s+)*/.exec(rest) ?? []
  const flags = flagText.split(/\s+/).map((flag) => flag.slice(2).split('='))
  const text = rest.slice(flagText.length).trim()
  return {
    word,
    text,
    flags: Object.fromEntries(flags.filter(([name]) => name).map(([name = '', value = '']) => [name, value])),
    words: text.split(/\s+/),
  }
}

/**
 * Files of the list that are in the build context: `<Dockerfile>.dockerignore` excludes everything and then
 * allows some.
 */
export function listContext(dockerfile: string, files: readonly string[]): string[] {
  const [first, ...rest] = readFileSync(`${dockerfile}.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '*' || rest.some((line) => !/^![^*]+$/.test(line)))
    throw new Error('The list begins with * and then names what is let through')
  const allowed = rest.map((line) => line.slice(1))
  return files.filter((file) => allowed.some((name) => file === name || file.startsWith(join(name, '/'))))
}
