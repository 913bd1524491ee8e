import { statfsSync } from 'node:fs'

const MEGABYTE = 2 ** 20
/**
 * On a disk that is full to its last byte the embedded engines cannot end what they began: Postgres panics when it has no
 * room for a segment of its log (16 MB) or a checkpoint, and half a record ends the chain's. So they take nothing new while
 * less than this is free. Source: ADR 0026
 */
export const NEW_WORK_BYTES = 48 * MEGABYTE
/** Free bytes below which accepted work is no longer finished. */
export const ACCEPTED_WORK_BYTES = 16 * MEGABYTE

/** How much a folder's file system can still take. */
export type FreeBytes = () => number

/** A file system that does not report its free space counts as having some. */
export function freeBytesOf(directory: string): FreeBytes {
  return () => {
    try {
      const { bavail, bsize } = statfsSync(directory)
      return bavail * bsize
    } catch {
      return Infinity
    }
  }
}

/** Answered as 503, like every other database without room: SQLSTATE 53100, disk_full. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = '53100'
}

/** Whether so much is free; without `bytes`, enough for anything new. */
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
