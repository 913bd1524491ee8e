import { statfsSync } from 'node:fs'

const MEGABYTE = 2 ** 20
/**
 * Free bytes below which no new work is accepted. On a completely full disk the embedded engines cannot finish
 * their work. Postgres panics without room for a log segment (16 MB) or a checkpoint. The chain's log ends at a
 * record that was written only in part. Source: ADR 0026
 */
export const NEW_WORK_BYTES = 48 * MEGABYTE
/** Free bytes below which accepted work is no longer finished. */
export const ACCEPTED_WORK_BYTES = 16 * MEGABYTE

/** Returns the free bytes of a folder's file system. */
export type FreeBytes = () => number

/** Reads the free bytes. A file system that does not report them counts as having room. */
export function readFreeBytes(directory: string): FreeBytes {
  return () => {
    try {
      const { bavail, bsize } = statfsSync(directory)
      return bavail * bsize
    } catch {
      return Infinity
    }
  }
}

/** Returned as 503, like any database without room: SQLSTATE 53100, disk_full. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = '53100'
}

/** Whether at least `bytes` are free. The default is enough for any new work. */
export function hasRoom(freeBytes: FreeBytes, bytes = NEW_WORK_BYTES): boolean {
  return freeBytes() >= bytes
}

/** @throws DiskFullError */
export function requireRoom(freeBytes: FreeBytes, bytes = NEW_WORK_BYTES): void {
  if (hasRoom(freeBytes, bytes)) return
  throw new DiskFullError(
    `The disk of DATA_DIR has less than ${NEW_WORK_BYTES / MEGABYTE} MB left: make room.`,
  )
}
