import type { Logger } from 'pino'
import type { ViteDevServer } from 'vite'
import type { EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner'
import type { BuiltPart } from '#cli/deployment.ts'
import type { Settings } from '#cli/settings.ts'
import type { Base, openBase } from './open-base.ts'
import type { Generation, openGeneration } from './open-generation.ts'

const FOLDER = '/src/cli/dev'
const BASE = `${FOLDER}/open-base.ts`
const GENERATION = `${FOLDER}/open-generation.ts`
/**
 * Time without a save before the server is replaced, in milliseconds. An editor may save several files at once, and
 * may write one file several times.
 */
const QUIET_MS = 40

type Parts = {
  settings: Settings
  log: Logger
  builtDir: (part: BuiltPart) => string
  vite: Pick<ViteDevServer, 'watcher' | 'environments'>
  runner: ModuleRunner
}

export type ReloadedServer = {
  /**
   * Resolves with the running server (`Generation`), after a replacement in progress. Rejects with the startup error
   * if the new code does not start.
   */
  current: () => Promise<Generation>
  close: () => Promise<void>
}

/**
 * Runs the server's sources in this process. After a save, reloads the changed modules and those that import them,
 * and replaces the running server (`Generation`). Reopens the database and the chain only if their own code changed.
 */
export async function startReloadedServer(parts: Parts): Promise<ReloadedServer> {
  const server = openFromSource(parts)
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let hasFailed = false
  const replace = async () => {
    const startedAt = performance.now()
    const stale = forget(parts, [...saved])
    saved.clear()
    // A missing module is not in the module graph. So after a failure, every save starts another attempt.
    if (stale.size === 0 && !hasFailed) return
    const isBaseStale = [...stale].some((id) => id.endsWith(BASE))
    hasFailed = await server.replace(isBaseStale).then(
      () => false,
      (cause: unknown) => {
        process.stderr.write(`\n${formatFault(cause)}\n\n`)
        return true
      },
    )
    if (!hasFailed) process.stdout.write(`  server replaced in ${formatSeconds(startedAt)} s\n`)
  }
  await server.start()
  for (const event of ['change', 'add', 'unlink'] as const)
    parts.vite.watcher.on(event, (file) => {
      saved.add(file)
      clearTimeout(timer)
      timer = setTimeout(() => {
        turn = turn.then(replace)
      }, QUIET_MS)
    })
  return {
    current: server.current,
    close: async () => {
      clearTimeout(timer)
      await turn
      await server.end(true)
    },
  }
}

type BaseModule = { openBase: typeof openBase }
type GenerationModule = { openGeneration: typeof openGeneration }

/** Opens the base and the server (`Generation`) from the newest modules. */
function openFromSource({ runner, settings, log, builtDir }: Parts) {
  let base: Promise<Base> | undefined
  let current: Promise<Generation> | undefined
  const open = async (isFirst: boolean): Promise<Generation> => {
    const { openBase: openIt } = await runner.import<BaseModule>(BASE)
    base ??= openIt(settings, log)
    const { openGeneration: openNext } = await runner.import<GenerationModule>(GENERATION)
    return openNext({ base: await base, settings, log, builtDir, isFirst })
  }
  const end = async (isBaseToo: boolean) => {
    await closeOpened(current)
    if (!isBaseToo) return
    const ended = base
    base = undefined
    await closeOpened(ended)
  }
  const set = (opening: Promise<Generation>) => (current = opening)
  return {
    current: () => current ?? Promise.reject(new Error('The server has not started')),
    start: () => set(open(true)),
    replace: (isBaseToo: boolean) => set(end(isBaseToo).then(() => open(false))),
    end,
  }
}

/** Closes a part, unless it could not be opened. */
async function closeOpened(opening: Promise<{ close: () => Promise<void> }> | undefined): Promise<void> {
  const opened = await opening?.catch(() => undefined)
  await opened?.close()
}

/** Forgets the modules of the saved files and those that import them. Returns their ids. */
function forget({ vite, runner }: Pick<Parts, 'vite' | 'runner'>, files: readonly string[]): Set<string> {
  const { evaluatedModules } = runner
  const found = new Map<string, EvaluatedModuleNode>()
  const add = (node: EvaluatedModuleNode | undefined) => {
    if (node === undefined || found.has(node.id)) return
    found.set(node.id, node)
    for (const importer of node.importers) add(evaluatedModules.getModuleById(importer))
  }
  for (const file of files) {
    vite.environments['ssr']?.moduleGraph.onFileChange(file)
    for (const node of evaluatedModules.getModulesByFile(file) ?? []) add(node)
  }
  for (const node of found.values()) evaluatedModules.invalidateModule(node)
  return new Set(found.keys())
}

function formatSeconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}

/** Text for the developer about code that does not start. */
export function formatFault(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
