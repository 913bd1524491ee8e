import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

export type TestDnsServer = {
  /** `address:port`, the format of resolvers. */
  address: string
  /** TXT records by name. Other names do not exist. */
  txt: Map<string, string[]>
  /** While set, the server does not respond. */
  silent: boolean
  close: () => Promise<void>
}

const TXT = 16
const HEADER_BYTES = 12
const NO_SUCH_NAME = 3
/** Maximum bytes of a DNS character string (RFC 1035 3.3). */
const PIECE_BYTES = 255

/** A name server on the loopback for one zone of TXT records, with the features that a test's resolver uses. */
export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4')
  const txt = new Map<string, string[]>()
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    if (!server.silent) socket.send(answerTo(query, txt), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    txt,
    silent: false,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  return server
}

function answerTo(query: Buffer, txt: Map<string, string[]>): Buffer {
  const { name, end } = readName(query)
  const question = query.subarray(HEADER_BYTES, end + 4)
  const records = query.readUInt16BE(end) === TXT ? txt.get(name) : undefined
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 | (records === undefined ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records?.length ?? 0, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question, ...(records ?? []).map(txtRecord)])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let position = HEADER_BYTES
  for (let length = query.readUInt8(position); length > 0; length = query.readUInt8(position)) {
    labels.push(query.toString('latin1', position + 1, position + 1 + length))
    position += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: position + 1 }
}

function txtRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let start = 0; start === 0 || start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
