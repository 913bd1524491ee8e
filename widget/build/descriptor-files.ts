import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './file-config.ts'

/** Below the folder of the published files. */
export const DESCRIPTORS = 'descriptors'

/** Our published descriptors for the standards: a template for integrators' own contracts. */
export function descriptorFiles(): { file: string; content: Buffer }[] {
  const folder = join(ROOT, 'widget', DESCRIPTORS)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({ file: `${DESCRIPTORS}/${name}`, content: readFileSync(join(folder, name)) }))
}
