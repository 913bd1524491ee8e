import { buildPart, PARTS } from './built-parts.mjs'
import { exitWith, StepError } from './steps.mjs'

/** `npm run build` builds every part. `npm run build -- widget package` builds only these two. */
async function build(names) {
  const known = PARTS.map(({ part }) => part)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new StepError(`No such part: ${unknown.join(', ')}. The parts are ${known.join(', ')}.`)
  }
  const chosen = PARTS.filter(({ part, wanted }) =>
    names.length === 0 ? wanted !== 'by name' : names.includes(part),
  )
  for (const { commands } of chosen) await buildPart(commands, { show: true })
}

build(process.argv.slice(2)).catch(exitWith)
