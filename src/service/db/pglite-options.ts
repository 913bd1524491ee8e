import { fsyncSync } from 'node:fs'
import { types, PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The schema's extensions, and int8 in the format of node-postgres: a decimal string on both engines. */
export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  parsers: { [types.INT8]: (text: string): string => text },
}

/**
 * The stream operations of Emscripten's NODEFS, which lack fsync. PGlite itself runs with fsync switched off (ADR
 * 0016).
 */
type NodeStreamOperations = { fsync?: (stream: { nfd: number }) => number }

/**
 * PGlite's folder on disk, with fsync. Without fsync, a commit survives the end of the process but not a power
 * cut. Postgres requests one fsync per commit once `DURABLE_START_PARAMS` are used.
 */
export class DurableFileSystem extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(...args)
    started.emscriptenOpts.preRun ??= []
    started.emscriptenOpts.preRun.push((module: unknown) => {
      streamOperations(module).fsync = (stream) => {
        fsyncSync(stream.nfd)
        return 0
      }
    })
    return started
  }
}

/**
 * PGlite's own start parameters without `-F` (fsync off), with the sync method that NODEFS supports. The planner's
 * sample is a fifth of the usual one, because other queries wait while the sample is taken.
 */
export const DURABLE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'default_statistics_target=20',
]

function streamOperations(module: unknown): NodeStreamOperations {
  if (hasNodeFs(module)) return module.NODEFS.stream_ops
  throw new Error('PGlite changed: its file system has no stream operations to make durable')
}

function hasNodeFs(module: unknown): module is { NODEFS: { stream_ops: NodeStreamOperations } } {
  if (typeof module !== 'object' || module === null || !('NODEFS' in module)) return false
  const { NODEFS } = module
  return typeof NODEFS === 'object' && NODEFS !== null && 'stream_ops' in NODEFS
}
