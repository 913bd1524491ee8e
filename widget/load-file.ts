import { WidgetError } from './errors.ts'
import type { FileOnDemand, Files } from './files.ts'
import { importChecked } from './import-checked.ts'
import * as kit from './kit.ts'
import type { Messages } from './texts/messages.ts'

/** Inserted by the build (build/publish-widget.ts): the file that lists all files on demand, and its hash. */
declare const LATCHKEY_MORE: FileOnDemand

const opening = new Map<string, Promise<unknown>>()

/**
 * Loads a file on demand once from the server and gives it the parts that the main file shares. Accepts the file only
 * if it has the expected hash (ADR 0023). Undefined for a language that has no file.
 *
 * @throws WidgetError `NETWORK_FAILED`, also if the file's content is not the built one
 */
export function loadFile<Name extends keyof Files>(apiUrl: string, name: Name): Promise<Files[Name]>
export function loadFile(apiUrl: string, name: `language-${string}`): Promise<Messages | undefined>
export function loadFile(apiUrl: string, name: string): Promise<unknown> {
  let file = opening.get(name)
  if (file === undefined) {
    file = open(apiUrl, name).catch((cause: unknown) => {
      opening.delete(name)
      throw new WidgetError('NETWORK_FAILED', { detail: `the file ${name}`, cause })
    })
    opening.set(name, file)
  }
  return file
}

async function open(apiUrl: string, name: string): Promise<unknown> {
  const file = name === 'more' ? LATCHKEY_MORE : (await loadFile(apiUrl, 'more'))[name]
  if (file === undefined) return undefined
  const [path, integrity] = file
  const module = await importChecked<{ default: (shared: typeof kit) => unknown }>(
    `${apiUrl}/widget/v1/${path}`,
    integrity,
  )
  return module.default(kit)
}
