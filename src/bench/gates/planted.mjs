/** A planted violation of a gate. */
export const planted = (name, files, [command, args], expected) => ({
  gate: name,
  files,
  command,
  args,
  expected,
})
/** `count` lines of code. */
export const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

/** A module that imports a name. */
export const importing = (name, from) => `import { ${name} } from '${from}'\nexport const planted = ${name}\n`
export const CONTEXT = "import type { Context } from '#service/context.ts'\nexport type Planted = Context\n"
