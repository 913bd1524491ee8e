import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { requireRoom, requireRoomToFinish, type FreeBytes } from '#service/disk-room.ts'

const READS = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with|set|show|listen)\b/i
const WRITES_TOO = /\b(?:insert|update|delete|merge)\b/i
const CHECKPOINT = /^\s*checkpoint\b/i

/** Refuses whatever writes while the disk has no room for it. What only reads needs none, and a checkpoint makes some. */
export function writeOnlyWithRoom(freeBytes: FreeBytes): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && CHECKPOINT.test(node.sqlFragments.join('')))
        requireRoomToFinish(freeBytes)
      else if (!isRead(node)) requireRoom(freeBytes)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

function isRead(node: RootOperationNode): boolean {
  if (node.kind !== 'RawNode') return node.kind === 'SelectQueryNode'
  const text = node.sqlFragments.join('')
  return READS.test(text) && !WRITES_TOO.test(text)
}
